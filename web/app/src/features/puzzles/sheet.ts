/** Printed sheet of puzzles: which ones, and their solutions in writing. */

import { introductionOf } from '../../domain/puzzles';
import type { Puzzle } from '../../domain/puzzles';
import { newGame } from '../../domain/rules';
import type { GameState, PlayedMove, Side } from '../../generated/types';
import { moveText } from '../../ui/move-text';
import { withTheme } from './choice';

/** Numbers of puzzles on a sheet: rows of three. */
export const SHEET_COUNTS = [3, 6, 9, 12] as const;

/** Ratings to choose the bounds of a sheet's puzzles from. */
export const SHEET_RATINGS = [300, 600, 900, 1200, 1500, 1800, 2100, 3000] as const;

export interface SheetChoice {
  theme: string | null;
  /** Bounds of the ratings. */
  least: number;
  most: number;
  count: number;
  /** Seed of the random choice; the same seed gives the same sheet. */
  seed: number;
}

/** Puzzle as it is printed. */
export interface PrintedPuzzle {
  puzzle: Puzzle;
  /** Position in which the solver moves. */
  question: GameState;
  solver: Side;
  /** Solver's moves and the replies, numbered from 1. */
  solution: string;
}

/** Returns random numbers from a seed, from 0 to 1: a linear congruence with the constants of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the puzzles of a sheet, from easy to hard. */
export function sheetOf(puzzles: readonly Puzzle[], choice: SheetChoice): Puzzle[] {
  const { theme, least, most, count, seed } = choice;
  const open = withTheme(puzzles, theme).filter(({ rating }) => rating >= least && rating <= most);
  const random = randomFrom(seed);
  const chosen: Puzzle[] = [];
  while (chosen.length < count && open.length > chosen.length) {
    const rest = open.filter((puzzle) => !chosen.includes(puzzle));
    const puzzle = rest[Math.floor(random() * rest.length)];
    if (puzzle) chosen.push(puzzle);
  }
  return chosen.toSorted((a, b) => a.rating - b.rating);
}

/** Returns a puzzle as it is printed. */
export function printed(puzzle: Puzzle): PrintedPuzzle {
  const game = newGame(puzzle.variant, puzzle.fen);
  try {
    const introduction = introductionOf(puzzle);
    for (const move of puzzle.moves.slice(0, introduction)) game.play(move);
    const question = game.state();
    for (const move of puzzle.moves.slice(introduction)) game.play(move);
    const solution = written(game.history().slice(introduction));
    return { puzzle, question, solver: question.turn, solution };
  } finally {
    game.free();
  }
}

/** Writes moves with their numbers, from 1. */
function written(moves: readonly PlayedMove[]): string {
  const first = moves[0]?.turn === 'b' ? 1 : 0;
  return moves
    .map(({ san }, index) => {
      const ply = index + first;
      const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? '1… ' : '';
      return `${number}${moveText(san)}`;
    })
    .join(' ');
}
