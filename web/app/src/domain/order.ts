/** Orders that are changed by hand or at random, such as those of starting numbers. */

/** Exchanges what is at a place of an order with what is `by` places below. */
export function moved(order: readonly number[], at: number, by: 1 | -1): number[] {
  const [one, other] = [order[at], order[at + by]];
  if (one === undefined || other === undefined) return [...order];
  return order.map((each, place) => (place === at ? other : place === at + by ? one : each));
}

/** Returns an order at random; `random` gives numbers from 0 up to 1. */
export function drawn(order: readonly number[], random: () => number = Math.random): number[] {
  const left = [...order];
  return order.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

/** Returns the places of those who were not removed by their numbers, then those without one as they were entered. */
export function ordered(all: readonly { readonly number: number | null; readonly removed: boolean }[]): number[] {
  const number = (each: number): number => all[each]?.number ?? Infinity;
  return all
    .flatMap(({ removed }, each) => (removed ? [] : [each]))
    .sort((one, other) => (number(one) === number(other) ? one - other : number(one) - number(other)));
}
