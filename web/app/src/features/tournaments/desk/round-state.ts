/** State of the pairings of a tournament: what its organiser can do next. */

import type { Tournament, TournamentBoard } from '../../../generated/protocol';

export type PairingState = {
  /** True if the pairing of the last round, of a round robin that of all, can be taken back. */
  canUnpair: boolean;
} & (
  | { kind: 'over' }
  /** All rounds are played. */
  | { kind: 'finish' }
  | { kind: 'few'; next: number }
  | { kind: 'missing'; next: number; round: number; count: number }
  /** The next round, of a round robin all rounds, can be paired. */
  | { kind: 'ready'; next: number }
);

/** Returns the state of the pairings. Results are those that the page shows. */
export function pairingState(
  { info, settings, players, rounds }: Tournament,
  resultOf: (round: number, board: TournamentBoard) => string | null,
): PairingState {
  const isKnown = (round: number, board: TournamentBoard): boolean => resultOf(round, board) !== null;
  const isSwiss = settings.system.kind === 'swiss';
  const [first, last] = [isSwiss ? rounds.length : 1, rounds.length];
  const canUnpair =
    !info.over &&
    last > 0 &&
    rounds.slice(first - 1).every(({ boards }, at) => !boards.some((board) => isKnown(first + at, board)));
  if (info.over) return { kind: 'over', canUnpair };
  const next = rounds.length + 1;
  for (const [at, { boards }] of rounds.entries()) {
    const count = boards.filter((board) => !isKnown(at + 1, board)).length;
    if (count > 0) return { kind: 'missing', next, round: at + 1, count, canUnpair };
  }
  if (rounds.length > 0 && rounds.length >= info.rounds) return { kind: 'finish', canUnpair };
  const present = players.filter(({ removed, present: isPresent }) => !removed && isPresent).length;
  return present < 2 ? { kind: 'few', next, canUnpair } : { kind: 'ready', next, canUnpair };
}
