/** Positions of an ending that can be chosen. */

import type { GameState, PlayedMove } from '../../generated/types';
import { newGame } from '../../domain/rules';
import type { EndingData, LongestWin, Zugzwang } from './data';

/** Selectable position: a longest win with its line, or a mutual zugzwang, which has none. */
export type Choice = { id: string; fen: string } & ({ longest: LongestWin } | { zugzwang: Zugzwang });

export function choices({ longest, zugzwangs }: EndingData): Choice[] {
  return [
    ...longest.map((win) => ({ id: `${win.winner}-${win.end}`, fen: win.fen, longest: win })),
    ...zugzwangs.examples.map((zugzwang, at) => ({ id: `zugzwang-${at + 1}`, fen: zugzwang.fen, zugzwang })),
  ];
}

/** Returns the position with Black to move. */
export function withBlackToMove(fen: string): string {
  return fen.replace(' w ', ' b ');
}

/** Line with all its positions, including those before the first and after the last move. */
export interface Line {
  history: PlayedMove[];
  states: GameState[];
}

/** Plays the moves of a line. Throws if one is not legal. */
export function playLine(variant: string, fen: string, moves: readonly string[]): Line {
  const game = newGame(variant, fen);
  try {
    for (const uci of moves) game.playOn(uci);
    return { history: game.history(), states: Array.from({ length: moves.length + 1 }, (_, ply) => game.stateAt(ply)) };
  } finally {
    game.free();
  }
}

/** Returns the moves of a choice. */
export function movesIn(choice: Choice): string[] {
  return 'longest' in choice ? choice.longest.line.split(' ').filter((move) => move !== '') : [];
}
