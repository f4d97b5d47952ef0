import { describe, expect, it } from 'vitest';
import { lost } from './captured';
import type { PlacedPiece } from '../generated/types';

function pieces(letters: string): PlacedPiece[] {
  return [...letters].map((piece, index) => ({ cell: `a${index + 1}`, piece }));
}

describe('lost', () => {
  it('names what is missing, the strongest first', () => {
    expect(lost(pieces('KQRBNPPkqrbnpp'), pieces('KRBPPkqn'))).toEqual({ w: ['q', 'n'], b: ['r', 'b', 'p', 'p'] });
    expect(lost(pieces('Kk'), pieces('Kk'))).toEqual({ w: [], b: [] });
  });

  it('does not count a promoted pawn as taken', () => {
    expect(lost(pieces('KQPPk'), pieces('KQQPk'))).toEqual({ w: [], b: [] });
    // One pawn became a rook, another was taken.
    expect(lost(pieces('KQPPPk'), pieces('KQRPk')).w).toEqual(['p']);
  });

  it('counts the promoted piece that was taken as the pawn it was', () => {
    expect(lost(pieces('KQPPk'), pieces('KQPk')).w).toEqual(['p']);
  });
});
