/** A game or an analysis that is kept in this browser, as it is listed and as it is stored. */

/** What an entry holds. */
export type EntryKind = 'game' | 'analysis';

/** A player's own name, or the computer at a level from 1; texts say the latter in the visitor's language. */
export type EntryPlayer = string | { level: number };

/** What the list shows of the contents; the page that saves them works it out. */
export interface Summary {
  variant: string;
  /** Half-moves of the game or of the main line. */
  plies: number;
  /** The last position, for a small board. */
  fen: string;
  /** Left out for the person at this page, or where nobody is known. */
  white?: EntryPlayer;
  /** As `white`. */
  black?: EntryPlayer;
  /** As records write it, such as `1/2-1/2`; left out while the game goes on. */
  result?: string;
}

/** An entry without its contents. */
export interface EntryInfo extends Summary {
  /** See `isEntryId`. */
  id: string;
  kind: EntryKind;
  /** What the visitor has called it; empty where it has no name of its own. */
  name: string;
  /** Milliseconds since 1970. */
  created: number;
  /** Of the contents, in milliseconds since 1970. */
  changed: number;
  /** Counts the changes of the contents, from 1. A new name or a removal is none. */
  revision: number;
  /** When it was removed, in milliseconds since 1970. */
  removedAt?: number;
  /** The entry of which this is a copy, made where two tabs had changed it in different ways. */
  copyOf?: string;
}

/** An entry with its contents. */
export interface Entry extends EntryInfo {
  /** Plain JSON; what is in it is for the page of that kind to say. */
  data: unknown;
}

/** The contents of an entry as they are saved. */
export interface Contents {
  data: unknown;
  summary: Summary;
}

/** Removed entries are kept so long, in milliseconds. */
export const KEPT_AFTER_REMOVAL_MS = 30 * 24 * 60 * 60 * 1000;

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}0123456789`;
const ID_LENGTH = 12;

/** Whether a text has the form of an entry's id: a capital letter and nine or more letters and digits; no variant has. */
export function isEntryId(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]{9,}$/.test(text);
}

/** An id out of numbers from 0 to below 2^32, one for each of its twelve characters. */
export function entryIdFrom(numbers: Iterable<number>): string {
  let id = '';
  for (const number of numbers) {
    const letters = id === '' ? CAPITALS : LETTERS;
    id += letters[number % letters.length];
  }
  return id;
}

/** A random id, short enough for an address. */
export function newEntryId(): string {
  return entryIdFrom(crypto.getRandomValues(new Uint32Array(ID_LENGTH)));
}

/** An id that is always the same for the same text (FNV-1a hashes of it, one for each character). */
export function entryIdOf(text: string): string {
  const numbers: number[] = [];
  for (let index = 0; index < ID_LENGTH; index++) {
    let hash = 0x811c9dc5 ^ index;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    // The low bits of this hash depend on the low bits of the text alone.
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    numbers.push((hash ^ (hash >>> 13)) >>> 0);
  }
  return entryIdFrom(numbers);
}

/** An entry without its contents. */
export function infoOf(entry: Entry): EntryInfo {
  const { data: _, ...info } = entry;
  return info;
}
