/** Game or analysis stored in this browser. */

import type { Side } from '../../generated/types';

/** Kind of an entry. */
export type EntryKind = 'game' | 'analysis';

/** Player's name, or the computer's level from 0, which is shown in the visitor's language. */
export type EntryPlayer = string | { level: number };

/** Data of the contents for the list, computed by the page that saves them. */
export interface Summary {
  variant: string;
  /** Length of the game or main line in plies. */
  plies: number;
  /** Last position, for a small board. */
  fen: string;
  /** White's player; absent for the visitor or an unknown player. */
  white?: EntryPlayer;
  /** Black's player, as `white`. */
  black?: EntryPlayer;
  /** Result as in PGN, such as `1/2-1/2`; absent while the game is not over. */
  result?: string;
}

/** Returns the side of the person in a game against a computer; `null` for any other game. */
export function sideAgainstComputer({ white, black }: Pick<Summary, 'white' | 'black'>): Side | null {
  if (typeof white === typeof black) return null;
  if (typeof white === 'object') return 'b';
  return typeof black === 'object' ? 'w' : null;
}

/** An entry without its contents. */
export interface EntryInfo extends Summary {
  /** Id of the form checked by `isEntryId`. */
  id: string;
  kind: EntryKind;
  /** Name given by the visitor; empty if there is none. */
  name: string;
  /** Tags given by the visitor, in the form of `tagsOf`; absent if there are none. */
  tags?: readonly string[];
  /** Creation time in milliseconds since 1970. */
  created: number;
  /** Last change of the contents, in milliseconds since 1970. */
  changed: number;
  /** Number of changes of the contents, from 1. Names, tags and removal do not count. */
  revision: number;
  /** Time of removal, in milliseconds since 1970. */
  removedAt?: number;
  /** Entry of which this is a copy, made when two tabs or two devices had changed it differently. */
  copyOf?: string;
  /** What of it is on an account; absent if it never was. */
  synced?: Synced;
}

/** State of an entry when it was last the same here and on an account. */
export interface Synced {
  /** Id of the account. */
  account: string;
  /** Version on the server. */
  version: number;
  /** `revision` of the entry here; 0 if it is still to be sent. */
  revision: number;
  /** Name, tags and place in the list, as `descriptionOf` gives them. */
  description: string;
  /** `changed` of the entry. */
  changed: number;
}

/** An entry with its contents. */
export interface Entry extends EntryInfo {
  /** Contents as plain JSON, in the format of the page for this kind. */
  data: unknown;
}

/** Saved contents of an entry. */
export interface Contents {
  data: unknown;
  summary: Summary;
}

/** Keys of what versions without a library have kept in `localStorage`. */
export const GAME_KEY = 'saffron.game';
export const ANALYSIS_KEY = 'saffron.analysis';
export const REVIEW_KEY = 'saffron.review';

/** Limits of an entry's tags, and of one in characters. */
const MAX_TAGS = 12;
const MAX_TAG_LENGTH = 32;

/** Returns the tags in a text, separated by commas: trimmed, cut to the limits, each once without regard to case. */
export function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().replace(/^#/, '').replace(/\s+/g, ' ').slice(0, MAX_TAG_LENGTH));
  const seen = new Set<string>();
  return tags
    .filter((tag) => tag !== '' && !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
    .slice(0, MAX_TAGS);
}

/** Retention of removed entries in milliseconds. */
const REMOVED_TTL_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns whether an entry was removed so long ago that it is deleted. */
export function isExpired({ removedAt }: EntryInfo, now: number): boolean {
  return removedAt !== undefined && removedAt < now - REMOVED_TTL_MS;
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}0123456789`;
const ID_LENGTH = 12;

/**
 * Returns whether a text has the form of an entry's id: a capital letter and at least nine letters and digits. No variant's id has
 * this form.
 */
export function isEntryId(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]{9,}$/.test(text);
}

/** Returns an id from numbers between 0 and 2^32 - 1, one for each of its twelve characters. */
export function entryIdFrom(numbers: Iterable<number>): string {
  let id = '';
  for (const number of numbers) {
    const letters = id === '' ? CAPITALS : LETTERS;
    id += letters[number % letters.length];
  }
  return id;
}

/** Returns a random id, short enough for an address. */
export function newEntryId(): string {
  return entryIdFrom(crypto.getRandomValues(new Uint32Array(ID_LENGTH)));
}

/** Returns a fixed id for a text (FNV-1a hashes of it, one for each character). */
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

/** Returns an entry without its contents. */
export function infoOf(entry: Entry): EntryInfo {
  const { data: _, ...info } = entry;
  return info;
}
