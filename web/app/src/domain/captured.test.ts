import { describe, expect, it } from 'vitest';
import { captures } from './captured';
import type { PlacedPiece } from '../generated/types';

function pieces(letters: string): PlacedPiece[] {
  return [...letters].map((piece, index) => ({ cell: `a${index + 1}`, piece }));
}

describe('captures', () => {
  it('names what is missing on the other side, the most valuable first, and who leads', () => {
    expect(captures(pieces('KQRBNPPkqrbnpp'), pieces('KRBPPkqn'))).toEqual({
      w: { roles: ['r', 'b', 'p', 'p'], lead: 0 },
      b: { roles: ['q', 'n'], lead: 2 },
    });
    expect(captures(pieces('Kk'), pieces('Kk'))).toEqual({ w: { roles: [], lead: 0 }, b: { roles: [], lead: 0 } });
  });

  it('does not count a promoted pawn as captured, but its value', () => {
    expect(captures(pieces('KQPPk'), pieces('KQQPk'))).toEqual({
      w: { roles: [], lead: 19 },
      b: { roles: [], lead: 0 },
    });
    // One pawn became a rook, another was captured.
    expect(captures(pieces('KQPPPk'), pieces('KQRPk')).b.roles).toEqual(['p']);
  });

  it('counts the promoted piece that was captured as the pawn it was', () => {
    expect(captures(pieces('KQPPk'), pieces('KQPk')).b.roles).toEqual(['p']);
  });
});
