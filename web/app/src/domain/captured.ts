/** Captured pieces of each side, derived from the pieces missing on the board. */

import type { PlacedPiece, RoleLetter, Side } from '../generated/types';

/** The captures of one side. */
export interface Captured {
  /** Captured pieces, most valuable first. A captured promoted piece counts as a pawn. */
  roles: RoleLetter[];
  /** Material lead over the other side in pawns; 0 if there is none. */
  lead: number;
}

const ORDER: RoleLetter[] = ['q', 'r', 'b', 'n', 'p'];
/** Conventional piece values in pawns, for display only; the engine has its own. */
const VALUES: Record<RoleLetter, number> = { q: 9, r: 5, b: 3, n: 3, p: 1, k: 0 };

function count(pieces: readonly PlacedPiece[], piece: string): number {
  return pieces.filter((placed) => placed.piece === piece).length;
}

/** The letter of a side's piece. */
function letter(role: RoleLetter, side: Side): string {
  return side === 'w' ? role.toUpperCase() : role;
}

function missing(start: readonly PlacedPiece[], now: readonly PlacedPiece[], side: Side): RoleLetter[] {
  const gone = new Map<RoleLetter, number>();
  let promoted = 0;
  for (const role of ORDER) {
    const fewer = count(start, letter(role, side)) - count(now, letter(role, side));
    // A surplus over the start comes from promotion: that pawn was not captured.
    if (fewer < 0) promoted -= fewer;
    gone.set(role, Math.max(0, fewer));
  }
  gone.set('p', Math.max(0, (gone.get('p') ?? 0) - promoted));
  return ORDER.flatMap((role) => Array.from({ length: gone.get(role) ?? 0 }, () => role));
}

function material(pieces: readonly PlacedPiece[], side: Side): number {
  return ORDER.reduce((sum, role) => sum + VALUES[role] * count(pieces, letter(role, side)), 0);
}

/** Returns the pieces that each side has captured between two positions of a game. */
export function captures(start: readonly PlacedPiece[], now: readonly PlacedPiece[]): Record<Side, Captured> {
  const lead = material(now, 'w') - material(now, 'b');
  return {
    w: { roles: missing(start, now, 'b'), lead: Math.max(0, lead) },
    b: { roles: missing(start, now, 'w'), lead: Math.max(0, -lead) },
  };
}
