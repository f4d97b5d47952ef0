/** The positions of an ending that one can choose to see. */

import type { GameState, PlayedMove } from '../../generated/types';
import { newGame } from '../../domain/rules';
import type { EndingData, LongestWin, Zugzwang } from './data';

/** A longest win with its line, or a mutual zugzwang, which stands still. */
export type Choice = { id: string; fen: string } & ({ longest: LongestWin } | { zugzwang: Zugzwang });

export function choices({ longest, zugzwangs }: EndingData): Choice[] {
  return [
    ...longest.map((win) => ({ id: `${win.winner}-${win.end}`, fen: win.fen, longest: win })),
    ...zugzwangs.examples.map((zugzwang, at) => ({ id: `zugzwang-${at + 1}`, fen: zugzwang.fen, zugzwang })),
  ];
}

/** The same position with Black to move. */
export function withBlackToMove(fen: string): string {
  return fen.replace(' w ', ' b ');
}

/** A line with all of its positions, those before the first move and after the last included. */
export interface Line {
  history: PlayedMove[];
  states: GameState[];
}

/** Plays the moves of a line; throws where one is not legal. */
export function playLine(variant: string, fen: string, moves: readonly string[]): Line {
  const game = newGame(variant, fen);
  try {
    for (const uci of moves) game.playOn(uci);
    return { history: game.history(), states: Array.from({ length: moves.length + 1 }, (_, ply) => game.stateAt(ply)) };
  } finally {
    game.free();
  }
}

/** The moves of a choice. */
export function movesIn(choice: Choice): string[] {
  return 'longest' in choice ? choice.longest.line.split(' ').filter((move) => move !== '') : [];
}
