/** What the library lists of a game. */

import type { Game } from '../rules';
import type { EntryPlayer, Summary } from './entry';

/** The summary of a game at its last move; `players` where they are known. */
export function summaryOf(game: Game, players: { white?: EntryPlayer; black?: EntryPlayer } = {}): Summary {
  const { variant, fen, ply, outcome } = game.state();
  const summary: Summary = { variant, plies: ply, fen, ...players };
  if (outcome) summary.result = outcome.result;
  return summary;
}
