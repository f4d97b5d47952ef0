/** Results of players that are on their way to the server. */

import { ResultQueue } from '../../../domain/result-queue.svelte';
import type { TournamentSession } from '../tournament-session.svelte';

/** Board of a tournament of players. */
export interface BoardOfPlayers {
  readonly round: number;
  readonly white: number;
  readonly black: number;
}

/** Returns the queue of a session. */
export function resultsOf(session: TournamentSession): ResultQueue<BoardOfPlayers> {
  return ResultQueue.of<BoardOfPlayers>(session);
}
