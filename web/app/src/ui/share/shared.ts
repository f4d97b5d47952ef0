/** What a page gives to be shared. */

import type { Side } from '../../generated/types';
import { newGame } from '../../domain/rules';
import { moveEnds } from '../../domain/moves';
import type { Moment, PlayerLine } from './picture';

/** The position that is shown, and the game around it where there is one. */
export interface Shared {
  variant: string;
  orientation: Side;
  /** The page that a link to the position leads to. */
  page: 'analysis' | 'editor';
  /** The position that is shown. */
  fen: string;
  moment: Moment;
  /** `null` for a position without moves. */
  game: SharedGame | null;
}

export interface SharedGame {
  startFen: string;
  /** The line that is shown to its end, in UCI form. */
  moves: readonly string[];
  /** Half-moves before the moment that is shown. */
  ply: number;
  /** The path of the game's own page, where it has one: a link leads there. */
  address?: string;
  players: Readonly<Record<Side, PlayerLine>>;
  /** The record in PGN. */
  record: () => Promise<string>;
}

/** All positions of a game, from the one before the first move. */
export function momentsOf(variant: string, { startFen, moves }: SharedGame): Moment[] {
  const game = newGame(variant, startFen);
  const moment = (uci: string): Moment => {
    const { pieces, check } = game.state();
    const ends = moveEnds(uci);
    return { pieces, check, lastMove: ends ? [ends.from, ends.to] : null };
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
