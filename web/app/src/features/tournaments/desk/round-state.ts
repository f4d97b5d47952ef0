/** State of the pairings of a tournament of players. */

import { stateOf } from '../../../domain/round-state';
import type { PairingState } from '../../../domain/round-state';
import type { Tournament, TournamentBoard } from '../../../generated/protocol';

/** Returns the state of the pairings. Results are those that the page shows. */
export function pairingState(
  { info, settings, players, rounds }: Tournament,
  resultOf: (round: number, board: TournamentBoard) => string | null,
): PairingState {
  return stateOf({
    over: info.over,
    planned: info.rounds,
    isSwiss: settings.system.kind === 'swiss',
    present: players.filter(({ removed, present }) => !removed && present).length,
    rounds: rounds.map(({ boards }, at) => boards.map((board) => resultOf(at + 1, board) !== null)),
  });
}
