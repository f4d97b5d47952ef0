/** Puzzles as they are printed: the position of the question, and the solution in writing. */

import { introductionOf } from '../domain/puzzles';
import type { Puzzle } from '../domain/puzzles';
import { newGame } from '../domain/rules';
import type { GameState, PlayedMove, Side } from '../generated/types';
import { moveText } from './move-text';

/** Puzzle as it is printed. */
export interface PrintedPuzzle {
  puzzle: Puzzle;
  /** Position in which the solver moves. */
  question: GameState;
  solver: Side;
  /** Solver's moves and the replies, numbered from 1. */
  solution: string;
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
