/** Results of boards that are on their way to the server. */

import { ResultQueue } from '../../../domain/result-queue.svelte';
import type { TeamSession } from '../team-session.svelte';

/** Board of a team tournament. Rounds and boards are numbered from 1. */
export interface BoardOfMatch {
  readonly round: number;
  /** The first team of the match. */
  readonly first: number;
  readonly board: number;
}

/** Returns the queue of a session. */
export function resultsOf(session: TeamSession): ResultQueue<BoardOfMatch> {
  return ResultQueue.of<BoardOfMatch>(session);
}
