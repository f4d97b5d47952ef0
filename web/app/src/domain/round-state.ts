/** State of the pairings of a tournament over the board: what its organiser can do next. */

export type PairingState = {
  /** True if the pairing of the last round, or that of all if they are paired at once, can be taken back. */
  canUnpair: boolean;
} & (
  | { kind: 'over' }
  /** All rounds are played. */
  | { kind: 'finish' }
  | { kind: 'few'; next: number }
  | { kind: 'missing'; next: number; round: number; count: number }
  /** The next round, or all rounds if they are paired at once, can be paired. */
  | { kind: 'ready'; next: number }
);

/** What the state follows from. */
export interface Pairings {
  readonly over: boolean;
  /** Number of rounds that are planned. */
  readonly planned: number;
  /** True if rounds are paired one by one. */
  readonly isSwiss: boolean;
  /** Number of those who take part in the next round. */
  readonly present: number;
  /** Boards of the paired rounds: whether their results are known. */
  readonly rounds: readonly (readonly boolean[])[];
}

/** Returns the state of the pairings. */
export function stateOf({ over, planned, isSwiss, present, rounds }: Pairings): PairingState {
  const [first, last] = [isSwiss ? rounds.length : 1, rounds.length];
  const canUnpair = !over && last > 0 && rounds.slice(first - 1).every((boards) => !boards.includes(true));
  if (over) return { kind: 'over', canUnpair };
  const next = last + 1;
  for (const [at, boards] of rounds.entries()) {
    const count = boards.filter((isKnown) => !isKnown).length;
    if (count > 0) return { kind: 'missing', next, round: at + 1, count, canUnpair };
  }
  if (last > 0 && last >= planned) return { kind: 'finish', canUnpair };
  return present < 2 ? { kind: 'few', next, canUnpair } : { kind: 'ready', next, canUnpair };
}
