/** What of a document's content must not be seen by a visitor to whom the app will show something else. */

import { DEFAULTS, detectLocale } from './settings-values';
import type { SettingsValues } from './settings-values';

/** Everything that the page remembers in the browser's storage is under keys that begin so. */
export const KEY_PREFIX = 'saffron.';
/** Where the settings are. */
export const SETTINGS_KEY = 'saffron.settings';
/** There while a game is on the board: the next visit goes on with it. */
export const PLAYING_KEY = 'saffron.playing';

/** What was chosen last to play with others: no board is drawn by it. */
export const ONLINE_KEY = 'saffron.online';

/** What changes nothing of a preview. */
const HARMLESS: ReadonlySet<string> = new Set([SETTINGS_KEY, ONLINE_KEY]);

/** A document with content, as its head describes it. */
export interface SentDocument {
  /** The path that it was made for. */
  address: string;
  /** Its language, where the address does not name one. */
  locale: string | undefined;
  /** The content is what the app shows to somebody who was never here. */
  preview: boolean;
}

export interface Visitor {
  path: string;
  search: string;
  languages: readonly string[];
  settings: SettingsValues;
  /** Those of the browser's storage. */
  keys: readonly string[];
}

/**
 * `all` for a document of another address, as the service worker sends it without a connection, or in another language than
 * the visitor's; `content` for the preview of a board where the app may show another one; otherwise `null`.
 */
export function hiddenPart(
  { address, locale, preview }: SentDocument,
  { path, search, languages, settings, keys }: Visitor,
): 'all' | 'content' | null {
  if (path !== address) return 'all';
  if (locale !== undefined && locale !== (settings.locale ?? detectLocale(languages))) return 'all';
  if (!preview) return null;
  const other = keys.some((key) => key.startsWith(KEY_PREFIX) && !HARMLESS.has(key));
  return other || /[?&]fen=/.test(search) || hasOtherSettings(settings) ? 'content' : null;
}

/** Whether there are settings by which the board may look other than for a new visitor. */
function hasOtherSettings(settings: SettingsValues): boolean {
  return (Object.keys(DEFAULTS) as (keyof SettingsValues)[]).some(
    (name) => name !== 'locale' && name !== 'theme' && settings[name] !== DEFAULTS[name],
  );
}
