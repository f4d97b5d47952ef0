/** Positions of an ending that can be chosen. */

import type { GameState, PlayedMove } from '../../generated/types';
import type { Line } from '../../domain/game-controller.svelte';
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

/** Plays the moves of a line. Throws if one is not legal. */
export function playLine(
  variant: string,
  fen: string,
  moves: readonly string[],
): Line<GameState | null> & { history: PlayedMove[] } {
  const game = newGame(variant, fen);
  try {
    for (const uci of moves) game.playOn(uci);
    const states = Array.from({ length: moves.length + 1 }, (_, ply) => game.stateAt(ply));
    return { history: game.history(), stateAt: (ply) => states[ply] ?? null };
  } finally {
    game.free();
  }
}

/** Returns the moves of a choice. */
export function movesIn(choice: Choice): string[] {
  return 'longest' in choice ? choice.longest.line.split(' ').filter((move) => move !== '') : [];
}
