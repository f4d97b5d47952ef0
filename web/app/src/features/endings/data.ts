/** Data on the endings of a variant. The files are written by `crates/endings`. */

import { endingSides } from '../../domain/endings';
import type { VariantId } from '../../domain/variant-ids';
import type { Side } from '../../generated/types';

/** Positions with one side to move, by result to the side that is named first. */
export type Results = readonly [
  legal: number,
  won: number,
  stalemateWon: number,
  drawn: number,
  stalemateLost: number,
  lost: number,
];

/** The results behind the number of legal positions, in their order. */
export const RESULT_KINDS = ['won', 'stalemate-won', 'drawn', 'stalemate-lost', 'lost'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** The longest win of a side. */
export interface LongestWin {
  winner: Side;
  end: 'mate' | 'stalemate';
  plies: number;
  fen: string;
  /** Best play to the end in UCI form, with spaces between. */
  line: string;
}

/** Result for the side to move, with the plies to the end. */
export type EndingOutcome =
  'draw' | { win: number } | { loss: number } | { 'stalemate-win': number } | { 'stalemate-loss': number };

/** Position in which neither side wants to be to move. */
export interface Zugzwang {
  /** FEN with White to move. */
  fen: string;
  /** Result for White with White to move, and for Black with Black to move. */
  white: EndingOutcome;
  black: EndingOutcome;
}

/** Positions with bishops on certain colours. */
export interface BishopsData {
  on: string;
  toMove: readonly [Results, Results];
  quiet?: readonly [Results, Results] | undefined;
}

export interface EndingData {
  ending: string;
  /** Counts with White, and with Black to move. */
  toMove: readonly [Results, Results];
  /** The quiet positions among them: the side to move has no legal capture. Not counted yet in some endings of five pieces. */
  quiet?: readonly [Results, Results] | undefined;
  longest: readonly LongestWin[];
  zugzwangs: { count: number; examples: readonly Zugzwang[] };
  /** Draws that Black holds without an end, with White and with Black to move. */
  held?: { all: readonly [number, number]; perpetual: readonly [number, number] };
  /** Positions whose mate takes more than 50 moves, and those of them in which the 50-move rule applies first. */
  longMates?: { all: readonly [number, number]; beyond: readonly [number, number] };
  /** Counts by the colours of bishops. */
  bishops?: readonly BishopsData[];
}

export interface VariantEndings {
  variant: VariantId;
  endings: readonly EndingData[];
}

const FILES = import.meta.glob<VariantEndings>('../../generated/endings/*.json', { import: 'default' });
/** Data on endings of five pieces. */
const FIVE = import.meta.glob<VariantEndings>('../../generated/endings/five/*.json', { import: 'default' });

/** Loads the endings of a variant. Rejects if they cannot be loaded. */
export async function loadEndings(variant: string): Promise<VariantEndings> {
  const load = FILES[`../../generated/endings/${variant}.json`];
  if (!load) throw new Error(`there are no endings of ${variant}`);
  const [small, five] = await Promise.all([load(), FIVE[`../../generated/endings/five/${variant}.json`]?.()]);
  return five ? { ...small, endings: [...small.endings, ...five.endings] } : small;
}

/** Positions with either side to move. */
export function together([white, black]: readonly [Results, Results]): Results {
  return white.map((count, at) => count + (black[at] ?? 0)) as unknown as Results;
}

/** Positions of one kind: the quiet ones, `null` if they are not counted yet, and all. */
export interface Counted {
  quiet: Results | null;
  all: Results;
}

function countedOf(
  alone: boolean,
  { quiet, toMove: [white, black] }: Pick<EndingData, 'quiet' | 'toMove'>,
): readonly [white: Counted, black: Counted] {
  return [
    // A lone king leaves White nothing to take.
    { quiet: quiet?.[0] ?? (alone ? white : null), all: white },
    { quiet: quiet?.[1] ?? null, all: black },
  ];
}

/** Returns the counts of an ending, with White and with Black to move. */
export function counted(data: EndingData): readonly [white: Counted, black: Counted] {
  return countedOf(data.ending.endsWith('K'), data);
}

/** Returns the counts for bishops on certain colours, with either side to move. */
export function countedBishops({ ending }: EndingData, bishops: BishopsData): Counted {
  const [white, black] = countedOf(ending.endsWith('K'), bishops);
  return {
    quiet: white.quiet && black.quiet && together([white.quiet, black.quiet]),
    all: together([white.all, black.all]),
  };
}

/** Returns whether the game has stalemates that are not draws. */
export function hasStalemates({ endings }: VariantEndings): boolean {
  return endings.some(({ toMove }) => together(toMove)[2] + together(toMove)[4] > 0);
}

/** Returns the possible results under these rules, with their places in `Results`. */
export function kindsOf(stalemates: boolean): { kind: ResultKind; at: 1 | 2 | 3 | 4 | 5 }[] {
  const all = RESULT_KINDS.map((kind, at) => ({ kind, at: (at + 1) as 1 | 2 | 3 | 4 | 5 }));
  return stalemates ? all : all.filter(({ kind }) => !kind.startsWith('stalemate'));
}

export type Group = 'three' | 'pieces' | 'pawns' | 'five-alone' | 'five-against' | 'five-pawns';

function groupOf(ending: string): Group {
  if (ending.length === 3) return 'three';
  if (ending.includes('P')) return ending.length === 5 ? 'five-pawns' : 'pawns';
  if (ending.length === 4) return 'pieces';
  return ending.endsWith('K') ? 'five-alone' : 'five-against';
}

/** Returns the endings in the groups in which they are listed. */
export function grouped(endings: readonly EndingData[]): Record<Group, EndingData[]> {
  const groups: Record<Group, EndingData[]> = {
    three: [],
    pieces: [],
    pawns: [],
    'five-alone': [],
    'five-against': [],
    'five-pawns': [],
  };
  for (const data of endings) groups[groupOf(data.ending)].push(data);
  return groups;
}

/**
 * Minimum share of wins with the winner to move for an ending to be offered as practice: there are enough of them, and some take
 * long.
 */
const PRACTISED = 0.05;

/**
 * Returns the sides that win often enough for practice when they are to move and nothing hangs. All positions count if the quiet
 * ones are not counted yet. If both sides have the same pieces, White stands for either.
 */
export function winnersOf(data: EndingData): Side[] {
  const [white, black] = counted(data).map(({ quiet, all }) => quiet ?? all) as [Results, Results];
  const [own, other] = endingSides(data.ending);
  const winners: Side[] = white[1] >= PRACTISED * white[0] ? ['w'] : [];
  if (own.join('') !== other.join('') && black[5] >= PRACTISED * black[0]) winners.push('b');
  return winners;
}
