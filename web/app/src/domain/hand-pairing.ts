/** Pairings made or changed by hand: players or teams that change places, and pairs that change colours. */

/** Pairs of a round, and who has the pairing-allocated bye. */
export interface Pairing {
  readonly pairs: readonly (readonly [first: number, second: number])[];
  readonly bye: number | null;
}

/** Pairs each with the next one; the last one of an odd number has the bye. */
export function inPairs(order: readonly number[]): Pairing {
  const present = [...order];
  const bye = present.length % 2 === 1 ? (present.pop() ?? null) : null;
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < present.length; at += 2) pairs.push([present[at] ?? 0, present[at + 1] ?? 0]);
  return { pairs, bye };
}

/** Lets two change places. */
export function exchange({ pairs, bye }: Pairing, one: number, other: number): Pairing {
  const place = (each: number): number => (each === one ? other : each === other ? one : each);
  return {
    pairs: pairs.map(([first, second]) => [place(first), place(second)]),
    bye: bye === null ? null : place(bye),
  };
}

/** Lets the two of a pair, by its index, change colours. */
export function exchangeColours({ pairs, bye }: Pairing, changed: number): Pairing {
  return { pairs: pairs.map((pair, at) => (at === changed ? [pair[1], pair[0]] : pair)), bye };
}

export function isSame(one: Pairing, other: Pairing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
