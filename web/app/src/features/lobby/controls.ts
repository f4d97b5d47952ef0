/** Time controls of the lobby, and limits of custom clocks. */

import type { GameOffer, Seek, Speed, TimeControl } from '../../generated/protocol';

/** Real time by minutes and seconds, as the tiles of a quick game have them. */
export const CLOCKS: readonly [minutes: number, increment: number][] = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
];

/** Days a move, as the server offers them. */
export const DAYS = [1, 2, 3, 5, 7, 10, 14] as const;

/** Seconds at the start that can be chosen. */
export const INITIALS: readonly number[] = [
  0,
  15,
  30,
  45,
  60,
  90,
  ...range(2, 20).map((minutes) => minutes * 60),
  ...[25, 30, 35, 40, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180].map((minutes) => minutes * 60),
];

/** Seconds after each move that can be chosen. */
export const INCREMENTS: readonly number[] = [...range(0, 20), 25, 30, 35, 40, 45, 60, 90, 120, 150, 180];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function clockOf([minutes, increment]: readonly [number, number]): TimeControl {
  return { kind: 'clock', initial: minutes * 60, increment };
}

/** Assumed number of moves of a game. */
const USUAL_MOVES = 40;

/** Returns the class of a time control, by a side's time for a game of average length. */
export function speedOf(control: TimeControl): Speed {
  if (control.kind !== 'clock') return 'correspondence';
  const seconds = control.initial + USUAL_MOVES * control.increment;
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  return seconds < 1500 ? 'rapid' : 'classical';
}

export function sameControl(a: TimeControl, b: TimeControl): boolean {
  if (a.kind === 'clock') return b.kind === 'clock' && a.initial === b.initial && a.increment === b.increment;
  if (a.kind === 'correspondence') return b.kind === 'correspondence' && a.days === b.days;
  return b.kind === 'unlimited';
}

/** Returns whether a seek matches an offer of another player. */
export function answers(seek: Seek, { variant, control, rated, side }: GameOffer): boolean {
  if (seek.offer.variant !== variant || seek.offer.rated !== rated || !sameControl(seek.offer.control, control)) {
    return false;
  }
  return side === 'random' || seek.offer.side === 'random' || seek.offer.side !== side;
}
