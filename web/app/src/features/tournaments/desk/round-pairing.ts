/** Pairs of a round of players, as they are or to begin with, and the command that sets them. */

import type { PairedRound, Tournament, TournamentCommand } from '../../../generated/protocol';
import { inPairs } from '../../../domain/hand-pairing';
import type { Pairing } from '../../../domain/hand-pairing';

/** Returns the pairs of a round as they are. */
export function pairingOf({ boards, byes }: PairedRound): Pairing {
  return {
    pairs: boards.map(({ white, black }) => [white, black]),
    bye: byes.find(({ bye }) => bye === 'allocated')?.player ?? null,
  };
}

/** Pairs those who take part in the next round in the order of the standings, for a round that the rules cannot pair. */
export function inOrder({ players, rounds, standings }: Tournament): Pairing {
  const next = rounds.length + 1;
  const takesPart = (player: number): boolean => {
    const { present, requests } = players[player] ?? { present: false, requests: [] };
    return present && !requests.some(({ round }) => round === next);
  };
  return inPairs(standings.map(({ player }) => player).filter(takesPart));
}

/** Returns the command that sets the pairs of the last or of the next round. */
export function pairingCommand({ pairs, bye }: Pairing): TournamentCommand {
  return { kind: 'setPairs', boards: pairs.map(([white, black]) => [white, black]), bye };
}
