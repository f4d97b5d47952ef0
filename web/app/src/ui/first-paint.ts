/** Rules for hiding a document's content from visitors to whom the app will show something else. */

import { DEFAULTS, detectLocale } from './settings-values';
import type { SettingsValues } from './settings-values';

/** Prefix of all keys in the browser's storage. */
export const KEY_PREFIX = 'saffron.';
/** Storage key of the settings. */
export const SETTINGS_KEY = 'saffron.settings';
/** Storage key set while a local game is on the board; the next visit continues it. */
export const PLAYING_KEY = 'saffron.playing';

/** Storage key of the last choice in the lobby; it changes no board. */
export const ONLINE_KEY = 'saffron.online';

/** Storage key set when the scene of a first visit is over. */
export const VISITED_KEY = 'saffron.visited';

/** Storage keys by which the play page may begin with another board than the preview's. */
const BOARD_KEYS: ReadonlySet<string> = new Set([PLAYING_KEY, 'saffron.choice', 'saffron.variants', 'saffron.game']);

/** Document with content, as described in its head. */
export interface SentDocument {
  /** Path that the document was made for. */
  address: string;
  /** Language of the visitor, if the address names none. */
  locale: string | undefined;
  /** Page of which the content is a preview: what the app shows on a first visit. */
  preview: Previewed | undefined;
}

/** Pages that documents have previews of. */
export type Previewed = 'play' | 'puzzles';

/** Parts of the query by which a page begins with another board than the preview's. */
const BOARD_QUERIES: Readonly<Record<Previewed, RegExp>> = {
  play: /[?&]fen=/,
  puzzles: /[?&](?:theme|run)=/,
};

export interface Visitor {
  path: string;
  search: string;
  languages: readonly string[];
  settings: SettingsValues;
  /** Keys in the browser's storage. */
  keys: readonly string[];
}

/**
 * Returns the part to hide. `all`: the document of another address, as the service worker sends it offline, or in another language
 * than the visitor's. `content`: the preview of a board if the app may show a different one. Otherwise `null`.
 */
export function hiddenPart(
  { address, locale, preview }: SentDocument,
  { path, search, languages, settings, keys }: Visitor,
): 'all' | 'content' | null {
  if (path !== address) return 'all';
  if (locale !== undefined && locale !== (settings.locale ?? detectLocale(languages))) return 'all';
  if (preview === undefined) return null;
  const other = preview === 'play' && keys.some((key) => BOARD_KEYS.has(key));
  return other || BOARD_QUERIES[preview].test(search) || hasOtherSettings(settings) ? 'content' : null;
}

/** Returns whether the play page begins with the scene of a first visit: nothing is stored, and the address asks for nothing. */
export function isFirstVisit({ path, search, keys }: Pick<Visitor, 'path' | 'search' | 'keys'>): boolean {
  return /^\/(?:[a-z]{2}\/?)?$/.test(path) && search === '' && !keys.some((key) => key.startsWith(KEY_PREFIX));
}

/** Returns whether the settings may change the board's look from that of a first visit. */
function hasOtherSettings(settings: SettingsValues): boolean {
  return (Object.keys(DEFAULTS) as (keyof SettingsValues)[]).some(
    (name) => name !== 'locale' && name !== 'theme' && settings[name] !== DEFAULTS[name],
  );
}
