/** A line of the engine as words: each move with the number before it. */

import type { Side } from '../../generated/types';

export interface LineWord {
  /** Move number such as `12.` or `12…`; empty if the move needs none. */
  number: string;
  san: string;
}

/** Returns the words of a line that begins with this side and number. */
export function lineWords(san: readonly string[], turn: Side, number: number): LineWord[] {
  return san.map((move, index) => {
    const white = (turn === 'w') === (index % 2 === 0);
    const now = number + Math.floor((index + (turn === 'b' ? 1 : 0)) / 2);
    return { number: white ? `${now}.` : index === 0 ? `${now}…` : '', san: move };
  });
}
