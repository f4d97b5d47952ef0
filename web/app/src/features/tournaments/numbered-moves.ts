/** Moves as they are printed and typed. */

/** Returns the moves from a ply on, from 0, in English letters with their numbers: `1. e5 e6 2. Nf4`, `2… Nf8 3. f6`. */
export function numberedMoves(moves: readonly string[], from = 0): string {
  return moves
    .slice(from)
    .map((move, index) => {
      const ply = from + index;
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
      return index === 0 ? moveAt(moves, ply + 1) : move;
    })
    .join(' ');
}

/** Returns the move that leads to a ply, from 1, with its number: `12. Nf4`, `12… Nf8`. */
export function moveAt(moves: readonly string[], ply: number): string {
  return `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '…'} ${moves[ply - 1] ?? ''}`;
}
