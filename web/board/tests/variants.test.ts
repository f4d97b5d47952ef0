import { describe, expect, it } from 'vitest';
import { readFen, readPieces, variantById, VARIANTS, writePlacement } from '../src/variants';

const CELLS = { shafran: 70, glinski: 91, mccooey: 91, hexofen: 91, devasa: 81, brusky: 84 };

describe('the boards of the package', () => {
  it('are those of the six variants', () => {
    expect(Object.fromEntries(VARIANTS.map(({ id, board }) => [id, board.cells.length]))).toEqual(CELLS);
    expect(() => variantById('chess')).toThrow('no variant "chess"');
  });

  it.each(VARIANTS)('$name: neighbours lie 1 apart, and its start is read and written', (variant) => {
    const { cells } = variant.board;
    const nearest = cells.map((a) =>
      Math.min(...cells.filter((b) => b !== a).map((b) => Math.hypot(a.x - b.x, a.y - b.y))),
    );
    for (const distance of nearest) expect(distance).toBeCloseTo(1, 3);
    const { pieces, turn } = readFen(variant, variant.start);
    expect(turn).toBe('w');
    expect(writePlacement(variant, pieces)).toBe(variant.start.split(' ')[0]);
    const kings = [...pieces.values()].filter((piece) => piece.toLowerCase() === 'k');
    expect(kings.toSorted()).toEqual(['K', 'k']);
  });
});

describe('readFen', () => {
  const glinski = variantById('glinski');

  it('takes the placement alone, and the side to move', () => {
    const { pieces, turn } = readFen(glinski, 'k/3/5/7/9/11/11/11/11/11/5K5 b');
    expect([...pieces]).toEqual([
      ['f11', 'k'],
      ['f1', 'K'],
    ]);
    expect(turn).toBe('b');
  });

  it.each([
    ['', '11 rows'],
    ['k/3/5', 'the FEN has 3'],
    ['k/3/5/7/9/11/11/11/11/11/5K4', 'row 11 of the FEN has 10 cells, the board 11'],
    ['k/3/5/7/9/11/11/11/11/11/5K6', 'row 11 of the FEN has 12 cells'],
    ['kk/3/5/7/9/11/11/11/11/11/11', 'row 1 of the FEN has 2 cells'],
    ['x/3/5/7/9/11/11/11/11/11/11', '"x", which is no piece'],
    ['k/3/5/7/9/11/11/11/11/11/11 white', 'not "white"'],
  ])('refuses %s', (fen, reason) => {
    expect(() => readFen(glinski, fen)).toThrow(reason);
  });
});

describe('readPieces', () => {
  const shafran = variantById('shafran');

  it('takes a list', () => {
    expect([...readPieces(shafran, 'Ke1, ke10 Pd2')].map(([cell, piece]) => piece + cell)).toEqual([
      'Ke1',
      'ke10',
      'Pd2',
    ]);
    expect(readPieces(shafran, ' ').size).toBe(0);
  });

  it.each(['Ke11', 'Xe1', 'e1', 'K'])('refuses %s', (list) => {
    expect(() => readPieces(shafran, list)).toThrow(`"${list}" is no piece on a cell of Shafran`);
  });
});
