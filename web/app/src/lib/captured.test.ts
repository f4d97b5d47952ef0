import { describe, expect, it } from 'vitest';
import { lost } from './captured';
import type { PlacedPiece } from './types';

function men(letters: string): PlacedPiece[] {
  return [...letters].map((piece, index) => ({ cell: `a${index + 1}`, piece }));
}

describe('lost', () => {
  it('names what is missing, the strongest first', () => {
    expect(lost(men('KQRBNPPkqrbnpp'), men('KRBPPkqn'))).toEqual({ w: ['q', 'n'], b: ['r', 'b', 'p', 'p'] });
    expect(lost(men('Kk'), men('Kk'))).toEqual({ w: [], b: [] });
  });

  it('does not count a promoted pawn as taken', () => {
    expect(lost(men('KQPPk'), men('KQQPk'))).toEqual({ w: [], b: [] });
    // One pawn became a rook, another was taken.
    expect(lost(men('KQPPPk'), men('KQRPk')).w).toEqual(['p']);
  });

  it('counts the promoted piece that was taken as the pawn it was', () => {
    expect(lost(men('KQPPk'), men('KQPk')).w).toEqual(['p']);
  });
});
