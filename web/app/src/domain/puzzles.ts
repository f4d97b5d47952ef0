/**
 * The puzzles of the page, two files for each game, so that the first one is there soon; and what the server adds to them.
 */

import type { PuzzleNews } from '../generated/protocol';
import type { Side } from '../generated/types';
import { get } from './api';
import { otherSide } from './moves';
import type { PlayedController } from './played-controller.svelte';
import type { VariantId } from './variant-ids';

const DAILY = import.meta.glob<string>('../../../../crates/puzzles/puzzles/*.tsv', {
  query: '?part=daily',
  import: 'default',
  eager: true,
});
const OTHERS = import.meta.glob<string>('../../../../crates/puzzles/puzzles/*.tsv', {
  query: '?part=others',
  import: 'default',
  eager: true,
});

/** Returns addresses by the ids of their variants. */
function byVariant(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files).map(([path, url]) => [path.replace(/^.*\//, '').replace(/\.tsv$/, ''), url]));
}

const addresses = { daily: byVariant(DAILY), others: byVariant(OTHERS) };
type Part = keyof typeof addresses;

export interface Puzzle {
  id: string;
  variant: string;
  /** Position before the first move. */
  fen: string;
  /** Moves in UCI form. The solver makes the last one: an even number begins with the opponent's mistake. */
  moves: readonly string[];
  rating: number;
  /** Ids of the themes. */
  themes: readonly string[];
}

/** Ratings to choose the bounds of a set of puzzles from. */
export const RATING_BOUNDS = [300, 600, 900, 1200, 1500, 1800, 2100, 3000] as const;

/** Puzzle that is being solved on a board. All properties are reactive. */
export interface PuzzleOnBoard extends PlayedController {
  /** Id of the variant. */
  readonly variant: string;
  /** Side that solves. */
  readonly solver: Side;
  /** True if the solver may move on the shown board. */
  readonly mayMove: boolean;
  readonly over: boolean;
}

/** Returns the number of moves before the solver's first one: 0 or 1. */
export function introductionOf({ moves }: Pick<Puzzle, 'moves'>): number {
  return moves.length % 2 === 0 ? 1 : 0;
}

/** Returns the number of the solver's moves. */
export function solverMoves(puzzle: Pick<Puzzle, 'moves'>): number {
  return Math.ceil((puzzle.moves.length - introductionOf(puzzle)) / 2);
}

/** Returns the side that solves a puzzle. */
export function solverOf(puzzle: Pick<Puzzle, 'fen' | 'moves'>): Side {
  const turn = puzzle.fen.split(' ')[1] === 'b' ? 'b' : 'w';
  return introductionOf(puzzle) === 1 ? otherSide(turn) : turn;
}

/** Returns the path of a puzzle, or of the puzzles of a game. */
export function puzzlePath(variant?: string, id?: string): string {
  return ['/puzzles', variant, id].filter((part) => part !== undefined).join('/');
}

/** Returns the path of the puzzles of a theme. */
export function themePath(variant: string, theme: string): string {
  return `${puzzlePath(variant)}?theme=${theme}`;
}

/** Returns the path of a run through many puzzles. */
export function runPath(variant: string, kind: string): string {
  return `${puzzlePath(variant)}?run=${kind}`;
}

/** Columns of a file; its first line has their names. */
const COLUMNS = ['id', 'variant', 'fen', 'moves', 'rating', 'themes'] as const;

/** Reads a file of puzzles. Throws if it lacks a column. */
export function parsePuzzles(text: string): Puzzle[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const names = header.split('\t');
  const places = COLUMNS.map((name) => {
    const place = names.indexOf(name);
    if (place < 0) throw new Error(`the puzzles have no column ${name}`);
    return place;
  });
  return lines.map((line) => {
    const fields = line.split('\t');
    const [id = '', variant = '', fen = '', moves = '', rating = '', themes = ''] = places.map(
      (place) => fields[place],
    );
    return { id, variant, fen, moves: moves.split(' '), rating: Number(rating), themes: themes.split(' ') };
  });
}

/** Puzzles of a game. */
export interface VariantPuzzles {
  variant: VariantId;
  puzzles: readonly Puzzle[];
}

/** Files that have been loaded or are being loaded. */
const loaded = new Map<string, Promise<readonly Puzzle[]>>();

function loadPart(variant: VariantId, part: Part): Promise<readonly Puzzle[]> {
  const url = addresses[part].get(variant) ?? '';
  if (url === '') return Promise.resolve([]);
  const known = loaded.get(url);
  if (known) return known;
  const loading = fetchPuzzles(variant, url);
  loaded.set(url, loading);
  loading.catch(() => loaded.delete(url));
  return loading;
}

async function fetchPuzzles(variant: VariantId, url: string): Promise<readonly Puzzle[]> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the puzzles of ${variant} could not be loaded: ${answer.status}`);
  return parsePuzzles(await answer.text());
}

/** Returns those puzzles of a game of which one is that of the day; rejects if they cannot be loaded. */
export async function loadDailyPuzzles(variant: VariantId): Promise<VariantPuzzles> {
  return { variant, puzzles: await loadPart(variant, 'daily') };
}

/** Returns the puzzles of a game, those of the day first; rejects if they cannot be loaded. */
export async function loadPuzzles(variant: VariantId): Promise<VariantPuzzles> {
  const parts = await Promise.all([loadPart(variant, 'daily'), loadPart(variant, 'others')]);
  return { variant, puzzles: parts.flat() };
}

const newsOf = new Map<VariantId, Promise<PuzzleNews | null>>();

/** Returns what the server knows of a game's puzzles; `null` without one. Never rejects; asks once in a visit. */
export function loadPuzzleNews(variant: VariantId): Promise<PuzzleNews | null> {
  const known = newsOf.get(variant);
  if (known) return known;
  const loading = get<PuzzleNews>(`puzzles/${variant}`).catch(() => {
    newsOf.delete(variant);
    return null;
  });
  newsOf.set(variant, loading);
  return loading;
}

/** Returns the puzzles of a game by what the server knows: those it has mined too, without those that were withdrawn. */
export function withNews(variant: VariantId, puzzles: readonly Puzzle[], news: PuzzleNews | null): readonly Puzzle[] {
  if (news === null) return puzzles;
  const withdrawn = new Set(news.withdrawn);
  const known = puzzles.flatMap((puzzle) => {
    if (withdrawn.has(puzzle.id)) return [];
    const rating = news.ratings[puzzle.id];
    return [rating === undefined ? puzzle : { ...puzzle, rating }];
  });
  return known.concat(
    news.mined.map(({ id, fen, moves, rating, themes }) => ({ id, variant, fen, moves, rating, themes })),
  );
}

/** Returns the puzzles of a game by what the server knows of them, or those of the page without it; rejects if these cannot be loaded. */
export async function loadKnownPuzzles(variant: VariantId): Promise<VariantPuzzles> {
  const [{ puzzles }, news] = await Promise.all([loadPuzzles(variant), loadPuzzleNews(variant)]);
  return { variant, puzzles: withNews(variant, puzzles, news) };
}
