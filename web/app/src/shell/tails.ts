/** What may follow the name of a page in its addresses: an id, a variant, a topic. */

import { isTopicOf } from '../domain/addresses';
import type { LearnTopic } from '../domain/addresses';
import { isEndingOf } from '../domain/endings';
import { isVariantId } from '../domain/variant-ids';
import type { VariantId } from '../domain/variant-ids';

/** Steps of the account page that links in e-mails lead to. */
export const STEPS = ['reset', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

/** Properties of a route by what its address may end in. */
export interface Tails {
  /** Nothing may follow. */
  none: Record<never, never>;
  /** No address at all: the page of unknown addresses. */
  nowhere: Record<never, never>;
  variant: { variant: string | null };
  /** Built-in variant. */
  built: { variant: VariantId | null };
  /** Game stored in this browser. */
  entry: { id: string };
  /** Variant, or analysis stored in this browser. */
  analysis: { variant: string | null; id: string | null };
  /** Game, challenge, contest, team, arena, tournament or Elo list of the server. */
  server: { id: string };
  /** Tournament of the server; `null` for all of them. */
  listed: { id: string | null };
  /** Contest of the server, and the number of one of its rounds, from 0; from 1 in the address. */
  round: { id: string; round: number };
  account: { name: string };
  /** Account of a conversation: its name, or `-` and its id. */
  correspondent: { address: string | null };
  step: { step: Step | null };
  lesson: { variant?: VariantId; topic?: LearnTopic };
  /** Solved endings of a variant; `ending` is one of them. */
  ending: { variant: VariantId | null; ending: string | null };
  /** Puzzles of a variant, or one of them. */
  puzzle: { variant: VariantId | null; id: string | null };
  /** Exercises of a variant, which may be the visitor's own, or one of them. */
  exercise: { variant: string | null; id: string | null };
}
export type Tail = keyof Tails;

/** Returns whether a text has the form of an id of the server, of a game or a challenge, or of a puzzle. */
function isServerId(text: string): boolean {
  return /^[A-Za-z0-9]{10}$/.test(text);
}

/** Parses the account name in an address; `null` if it is invalid. */
function userName(text: string): string | null {
  try {
    const name = decodeURIComponent(text);
    return /^[\p{L}\p{N}_-]{2,20}$/u.test(name) ? name : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether a text is an id of a library entry as made by `domain/library`: a capital letter and at least nine letters and
 * digits, which no variant's id is.
 */
function isEntryId(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]{9,}$/.test(text);
}

/** Returns whether a text has the form of a variant's id. The visitor's own variants are known to this browser only. */
function isVariantName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/.test(text) && text.length < 64;
}

type Parser<T extends Tail> = (first: string | undefined, second: string | undefined) => Tails[T] | null;

/** Parser of tails with at most one part. */
function single<T extends Tail>(parse: (part: string | undefined) => Tails[T] | null): Parser<T> {
  return (first, second) => (second === undefined ? parse(first) : null);
}

/** Parser of tails with a variant and something of it, which both may be missing. */
function ofVariant<Key extends string>(key: Key, isOf: (variant: VariantId, part: string) => boolean) {
  type Parsed = { variant: VariantId | null } & Record<Key, string | null>;
  return (variant: string | undefined, part: string | undefined): Parsed | null => {
    if (variant !== undefined && !isVariantId(variant)) return null;
    if (part !== undefined && (variant === undefined || !isOf(variant, part))) return null;
    return { variant: variant ?? null, [key]: part ?? null } as Parsed;
  };
}

/** Parsers of the one or two parts after the page's name. They return `null` if the address does not exist. */
export const PARSERS: { readonly [T in Tail]: Parser<T> } = {
  none: single((part) => (part === undefined ? {} : null)),
  nowhere: () => null,
  variant: single((part) => {
    if (part === undefined) return { variant: null };
    return isVariantName(part) ? { variant: part } : null;
  }),
  built: single((part) => (part === undefined || isVariantId(part) ? { variant: part ?? null } : null)),
  entry: single((part) => (part !== undefined && isEntryId(part) ? { id: part } : null)),
  analysis: single((part) => {
    if (part === undefined) return { variant: null, id: null };
    if (!isVariantId(part) && isEntryId(part)) return { variant: null, id: part };
    return isVariantName(part) ? { variant: part, id: null } : null;
  }),
  server: single((part) => (part !== undefined && isServerId(part) ? { id: part } : null)),
  listed: single((part) => {
    if (part === undefined) return { id: null };
    return isServerId(part) ? { id: part } : null;
  }),
  round: single((part) => {
    const [, id, number] = /^([A-Za-z0-9]{10})-([1-9]\d?)$/.exec(part ?? '') ?? [];
    return id === undefined ? null : { id, round: Number(number) - 1 };
  }),
  account: single((part) => {
    const name = part === undefined ? null : userName(part);
    return name === null ? null : { name };
  }),
  correspondent: single((part) => {
    if (part === undefined) return { address: null };
    const address = userName(part);
    return address === null ? null : { address };
  }),
  step: single((part) => {
    if (part === undefined) return { step: null };
    const step = STEPS.find((each) => each === part);
    return step === undefined ? null : { step };
  }),
  lesson: (variant, topic) => {
    if (variant === undefined) return {};
    if (!isVariantId(variant)) return null;
    if (topic === undefined) return { variant };
    return isTopicOf(variant, topic) ? { variant, topic } : null;
  },
  ending: ofVariant('ending', isEndingOf),
  puzzle: ofVariant('id', (_, id) => isServerId(id)),
  exercise: (variant, id) => {
    if (variant !== undefined && !isVariantName(variant)) return null;
    return id === undefined || /^[A-Za-z0-9]+-[1-9]\d?$/.test(id) ? { variant: variant ?? null, id: id ?? null } : null;
  },
};
