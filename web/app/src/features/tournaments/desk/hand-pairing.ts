/** Pairings made or changed by hand: players who change places, and boards whose players change colours. */

import type { PairedRound, Tournament, TournamentCommand } from '../../../generated/protocol';

/** Pairs of a round, and the player with the pairing-allocated bye. */
export interface Pairing {
  readonly boards: readonly (readonly [white: number, black: number])[];
  readonly bye: number | null;
}

/** Returns the pairs of a round as they are. */
export function pairingOf({ boards, byes }: PairedRound): Pairing {
  return {
    boards: boards.map(({ white, black }) => [white, black]),
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
  const present = standings.map(({ player }) => player).filter(takesPart);
  const bye = present.length % 2 === 1 ? (present.pop() ?? null) : null;
  const boards: [number, number][] = [];
  for (let at = 0; at + 1 < present.length; at += 2) boards.push([present[at] ?? 0, present[at + 1] ?? 0]);
  return { boards, bye };
}

/** Lets two players change places. */
export function exchange({ boards, bye }: Pairing, one: number, other: number): Pairing {
  const place = (player: number): number => (player === one ? other : player === other ? one : player);
  return {
    boards: boards.map(([white, black]) => [place(white), place(black)]),
    bye: bye === null ? null : place(bye),
  };
}

/** Lets the players of a board, by its index, change colours. */
export function exchangeColours({ boards, bye }: Pairing, board: number): Pairing {
  return { boards: boards.map((pair, at) => (at === board ? [pair[1], pair[0]] : pair)), bye };
}

export function isSame(one: Pairing, other: Pairing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the command that sets the pairs of the last or of the next round. */
export function pairingCommand({ boards, bye }: Pairing): TournamentCommand {
  return { kind: 'setPairs', boards: boards.map(([white, black]) => [white, black]), bye };
}
