/** Order of the players at the desk, and the numbers of a round robin. */

import type { Tournament } from '../../../generated/protocol';

/** Returns the players who were not removed by their numbers, then those without one as they were entered. */
export function ordered({ players }: Pick<Tournament, 'players'>): number[] {
  const number = (player: number): number => players[player]?.number ?? Infinity;
  return players
    .flatMap(({ removed }, player) => (removed ? [] : [player]))
    .sort((one, other) => (number(one) === number(other) ? one - other : number(one) - number(other)));
}

/** Lets the player at a place of an order change with the one `by` places below. */
export function moved(order: readonly number[], at: number, by: 1 | -1): number[] {
  const [one, other] = [order[at], order[at + by]];
  if (one === undefined || other === undefined) return [...order];
  return order.map((player, place) => (place === at ? other : place === at + by ? one : player));
}

/** Returns an order as lots are drawn; `random` gives numbers from 0 up to 1. */
export function drawn(order: readonly number[], random: () => number = Math.random): number[] {
  const left = [...order];
  return order.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
