/** Games of a tournament on the board. */

import type { Line } from '../../domain/game-controller.svelte';
import { gameFromRecord } from '../../domain/records';
import { newGame } from '../../domain/rules';
import type { Game } from '../../domain/rules';
import type { PlayedMove } from '../../generated/types';
import { numberedMoves } from './numbered-moves';

/** Moves with the positions between them. */
export interface GameLine extends Line {
  readonly history: readonly PlayedMove[];
  readonly startFen: string;
}

/**
 * Plays moves as the server keeps them: short notation with English letters. The rules must be loaded. Rejects with the rules' error
 * if a move is not legal.
 */
export async function gameLine(variant: string, moves: string): Promise<GameLine> {
  const sans = moves === '' ? [] : moves.split(' ');
  const game = newGame(variant);
  if (played(game, sans)) return lineOf(game);
  game.free();
  // Few games continue past a draw by the rules, and only the larger module reads them.
  return lineOf(await gameFromRecord(numberedMoves(sans), variant));
}

/** Plays moves, and returns whether the rules list all of them. */
function played(game: Game, sans: readonly string[]): boolean {
  for (const san of sans) {
    const move = game.state().moves.find((each) => each.san === san);
    if (!move) return false;
    game.play(move.uci);
  }
  return true;
}

/** Takes over the positions of a game, and frees it. */
function lineOf(game: Game): GameLine {
  const history = game.history();
  const startFen = game.startFen();
  const start = game.stateAt(0);
  const states = history.map((_, index) => game.stateAt(index + 1));
  game.free();
  return { history, startFen, stateAt: (ply) => states[ply - 1] ?? start };
}
