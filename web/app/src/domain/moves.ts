/** Moves in UCI form, and sides. */

import type { Side } from '../generated/types';

/** Returns the origin and the target of a move in UCI notation, such as `e9e10q`; `null` if it is not one. */
export function moveEnds(uci: string): [from: string, to: string] | null {
  const match = /^([a-z]\d+)([a-z]\d+)[qrbn]?$/.exec(uci);
  return match?.[1] && match[2] ? [match[1], match[2]] : null;
}

export function otherSide(side: Side): Side {
  return side === 'w' ? 'b' : 'w';
}
