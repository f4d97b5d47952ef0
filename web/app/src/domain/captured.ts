/** The pieces that each side has taken, worked out from what is missing on the board. */

import type { PlacedPiece, RoleLetter, Side } from '../generated/types';

const ORDER: RoleLetter[] = ['q', 'r', 'b', 'n', 'p'];

function count(pieces: readonly PlacedPiece[], piece: string): number {
  return pieces.filter((placed) => placed.piece === piece).length;
}

function missing(start: readonly PlacedPiece[], now: readonly PlacedPiece[], side: Side): RoleLetter[] {
  const own = (role: RoleLetter): string => (side === 'w' ? role.toUpperCase() : role);
  const gone = new Map<RoleLetter, number>();
  let promoted = 0;
  for (const role of ORDER) {
    const fewer = count(start, own(role)) - count(now, own(role));
    // More of a piece than at the start can only come from a pawn, which was not taken.
    if (fewer < 0) promoted -= fewer;
    gone.set(role, Math.max(0, fewer));
  }
  gone.set('p', Math.max(0, (gone.get('p') ?? 0) - promoted));
  return ORDER.flatMap((role) => Array.from({ length: gone.get(role) ?? 0 }, () => role));
}

/** The pieces that `side` has lost, the strongest first. */
export function lost(start: readonly PlacedPiece[], now: readonly PlacedPiece[]): Record<Side, RoleLetter[]> {
  return { w: missing(start, now, 'w'), b: missing(start, now, 'b') };
}
