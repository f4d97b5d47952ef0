/** Pairs of a round of teams, as they are or to begin with, and the command that sets them. */

import { inPairs } from '../../../domain/hand-pairing';
import type { Pairing } from '../../../domain/hand-pairing';
import type { TeamTournament, TeamTournamentCommand, TeamTournamentRound } from '../../../generated/protocol';

/** Returns the pairs of a round as they are. */
export function pairingOf({ matches, bye }: TeamTournamentRound): Pairing {
  return { pairs: matches.map(({ first, second }) => [first, second]), bye };
}

/** Pairs the teams that take part in the next round in the order of the standings. */
export function inOrder({ teams, standings }: TeamTournament): Pairing {
  return inPairs(standings.map(({ team }) => team).filter((team) => teams[team]?.present === true));
}

/** Returns the command that sets the pairs of the last or of the next round. */
export function pairingCommand({ pairs, bye }: Pairing): TeamTournamentCommand {
  return { kind: 'setPairs', pairs: pairs.map(([first, second]) => ({ first, second })), bye };
}
