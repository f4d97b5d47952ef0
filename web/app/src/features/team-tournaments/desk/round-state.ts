/** State of the pairings of a team tournament. */

import { stateOf } from '../../../domain/round-state';
import type { PairingState } from '../../../domain/round-state';
import type { TeamTournament } from '../../../generated/protocol';
import type { BoardOfMatch } from './results-of';

/** Returns the state of the pairings; `resultOf` returns the result that the page shows for a board. */
export function pairingState(
  { info, settings, teams, rounds }: TeamTournament,
  resultOf: (place: BoardOfMatch, known: string | null) => string | null,
): PairingState {
  return stateOf({
    over: info.over,
    planned: info.rounds,
    isSwiss: settings.system.kind === 'swiss',
    present: teams.filter(({ removed, present }) => !removed && present).length,
    rounds: rounds.map(({ matches }, at) =>
      matches.flatMap(({ first, boards }) =>
        boards.map(({ result }, board) => resultOf({ round: at + 1, first, board: board + 1 }, result) !== null),
      ),
    ),
  });
}
