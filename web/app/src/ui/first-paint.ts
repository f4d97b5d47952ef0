/** Rules for documents that do not suit the visitor: to whom another language is sent, and which content is hidden. */

import { inLocale, preferredLocale, splitLocale } from './locale-paths';
import { BASE_LOCALE, DEFAULTS } from './settings-values';
import type { Locale, SettingsValues } from './settings-values';

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
 * Returns the path of the page in the visitor's language if the address names none; `null` if the document that was sent, in the
 * language `sent`, is the right one.
 */
export function ownPath(
  sent: string,
  { path, languages, settings }: Pick<Visitor, 'path' | 'languages' | 'settings'>,
): string | null {
  const wanted: Locale = preferredLocale(settings, languages);
  if (wanted === sent || wanted === BASE_LOCALE || splitLocale(path).locale !== null) return null;
  return inLocale(path, wanted);
}

/**
 * Returns the part to hide. `all`: the document of another address, as the service worker sends it offline. `content`: the preview of
 * a board if the app may show a different one. Otherwise `null`.
 */
export function hiddenPart(
  { address, preview }: SentDocument,
  { path, search, settings, keys }: Visitor,
): 'all' | 'content' | null {
  if (path !== address) return 'all';
  if (preview === undefined) return null;
  const other = preview === 'play' && keys.some((key) => BOARD_KEYS.has(key));
  return other || BOARD_QUERIES[preview].test(search) || hasOtherSettings(settings) ? 'content' : null;
}

/**
 * Returns whether the play page begins with the scene of a first visit: nothing but a language has been chosen, and the address
 * asks for nothing.
 */
export function isFirstVisit({ path, search, settings, keys }: Omit<Visitor, 'languages'>): boolean {
  const languageOnly = settings.locale !== null && !hasOtherSettings(settings);
  const isTrace = (key: string): boolean => key.startsWith(KEY_PREFIX) && !(languageOnly && key === SETTINGS_KEY);
  return /^\/(?:[a-z]{2}\/?)?$/.test(path) && search === '' && !keys.some(isTrace);
}

/** Returns whether the settings may change the board's look from that of a first visit. */
function hasOtherSettings(settings: SettingsValues): boolean {
  return (Object.keys(DEFAULTS) as (keyof SettingsValues)[]).some(
    (name) => name !== 'locale' && name !== 'theme' && settings[name] !== DEFAULTS[name],
  );
}
