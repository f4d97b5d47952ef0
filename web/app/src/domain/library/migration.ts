/**
 * Migration from earlier versions, which stored one game, one analysis and one review in `localStorage`. Each becomes an entry
 * once, with unchanged contents; the review becomes `review` in its analysis.
 */

import { applyEnding, parseEnding } from '../ending';
import { newGame } from '../rules';
import type { Game } from '../rules';
import { forget, read } from '../storage';
import type { Store } from '../storage';
import { ANALYSIS_KEY, entryIdOf, GAME_KEY, REVIEW_KEY } from './entry';
import type { EntryKind, EntryPlayer, Summary } from './entry';
import type { Library } from './library.svelte';

/** Common fields of the old formats. */
interface OldData {
  variant: string;
  startFen: string;
  moves: readonly unknown[];
  [key: string]: unknown;
}

/**
 * Turns old data into entries, deletes the originals and returns the number of entries. The rules and the visitor's own variants
 * must be loaded. Data that cannot be read or written stays in place.
 */
export async function migrate(library: Library, store?: Store): Promise<number> {
  const game = parseOldData(read(GAME_KEY, store));
  const analysis = parseOldData(read(ANALYSIS_KEY, store));
  const review = parseOldData(read(REVIEW_KEY, store));
  if (!game && !analysis && !review) return 0;
  const reviewed = analysis && review?.variant === analysis.variant && review.startFen === analysis.startFen;
  let count = 0;
  const move = async (kind: EntryKind, old: OldData, line: string[], keys: string[]): Promise<void> => {
    const made = await create(library, kind, old, line);
    if (made === 'failed') return;
    if (made === 'made') count += 1;
    // Entries in memory are lost with the tab, so keep the originals.
    if (await library.lasting()) for (const key of keys) forget(key, store);
  };
  if (game) await move('game', game, game.moves.map(String), [GAME_KEY]);
  if (analysis && reviewed) {
    await move('analysis', { ...analysis, review }, mainLine(analysis), [ANALYSIS_KEY, REVIEW_KEY]);
    return count;
  }
  if (analysis) await move('analysis', analysis, mainLine(analysis), [ANALYSIS_KEY]);
  if (review) await move('analysis', analysisOf(review), review.moves.map(String), [REVIEW_KEY]);
  return count;
}

async function create(
  library: Library,
  kind: EntryKind,
  old: OldData,
  line: string[],
): Promise<'made' | 'no' | 'failed'> {
  const summary = summarised(old, line);
  if (line.length === 0 && isStart(old)) return 'no';
  // Always the same id: two tabs may migrate at once, and the original may still be there.
  const id = entryIdOf(JSON.stringify([kind, old]));
  const { answer } = await library.create({ id, kind, contents: { data: old, summary } });
  if (answer === 'saved') return 'made';
  return answer === 'conflict' ? 'no' : 'failed';
}

function parseOldData(value: unknown): OldData | null {
  if (typeof value !== 'object' || value === null) return null;
  const old = value as Record<string, unknown>;
  const { version, variant, startFen, moves } = old;
  if (version !== 1 || typeof variant !== 'string' || typeof startFen !== 'string' || !Array.isArray(moves))
    return null;
  return { ...old, variant, startFen, moves };
}

/** Returns the main line of a stored analysis, whose moves each refer to the previous move by number. */
function mainLine({ moves }: OldData): string[] {
  const line: string[] = [];
  let at = 0;
  moves.forEach((move, index) => {
    if (!Array.isArray(move) || move[0] !== at) return;
    line.push(String(move[1]));
    at = index + 1;
  });
  return line;
}

/** Returns an analysis of the reviewed game. */
function analysisOf(review: OldData): OldData {
  const { variant, startFen, moves } = review;
  const list = moves.map((move, index) => [index, move]);
  const rest = { tags: [], at: 0, given: moves.length, ending: null, flipped: false };
  return { version: 1, variant, startFen, moves: list, ...rest, review };
}

/**
 * Summarises old data. If the rules do not know the variant, for example because its file is missing, only the start can be shown.
 */
function summarised(old: OldData, line: string[]): Summary {
  const { variant, startFen, computer, level } = old;
  const player: EntryPlayer = { level: Number.isInteger(level) ? (level as number) : 1 };
  const players = computer === 'w' ? { white: player } : computer === 'b' ? { black: player } : {};
  let game: Game | undefined;
  try {
    game = newGame(variant, startFen);
    for (const move of line) game.playOn(move);
    applyEnding(game, parseEnding(old.ending));
    return summaryOf(game, players);
  } catch {
    return { variant, plies: line.length, fen: startFen, ...players };
  } finally {
    game?.free();
  }
}

/** Returns whether nothing was played: the position is the variant's start. */
function isStart({ variant, startFen }: OldData): boolean {
  try {
    const game = newGame(variant);
    const start = game.startFen();
    game.free();
    return start === startFen;
  } catch {
    return false;
  }
}

/** Returns the summary of a game at its last move; `players` is absent if they are unknown. */
function summaryOf(game: Game, players: { white?: EntryPlayer; black?: EntryPlayer } = {}): Summary {
  const { variant, fen, ply, outcome } = game.state();
  const summary: Summary = { variant, plies: ply, fen, ...players };
  if (outcome) summary.result = outcome.result;
  return summary;
}
