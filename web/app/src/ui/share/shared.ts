/** Content of the share dialog. */

import type { Side } from '../../generated/types';
import { newGame } from '../../domain/rules';
import { moveEnds } from '../../domain/moves';
import type { Moment, PlayerLine } from './picture';

/** Shown position, with the game around it if there is one. */
export interface Shared {
  variant: string;
  orientation: Side;
  /** Page that a link to the position opens. */
  page: 'analysis' | 'editor';
  /** Shown position. */
  fen: string;
  moment: Moment;
  /** Game; `null` for a position without moves. */
  game: SharedGame | null;
}

export interface SharedGame {
  startFen: string;
  /** Shown line to its end, in UCI notation. */
  moves: readonly string[];
  /** Shown ply. */
  ply: number;
  /** Path of the game's own page, if it has one; the link leads there. */
  address?: string;
  players: Readonly<Record<Side, PlayerLine>>;
  /** Returns the record in PGN. */
  record: () => Promise<string>;
}

/** Returns all positions of a game, starting before the first move. */
export function momentsOf(variant: string, { startFen, moves }: SharedGame): Moment[] {
  const game = newGame(variant, startFen);
  const moment = (uci: string): Moment => {
    const { pieces, check } = game.state();
    return { pieces, check, lastMove: moveEnds(uci) };
  };
  try {
    const moments = [moment('')];
    for (const uci of moves) {
      game.playOn(uci);
      moments.push(moment(uci));
    }
    return moments;
  } finally {
    game.free();
  }
}
