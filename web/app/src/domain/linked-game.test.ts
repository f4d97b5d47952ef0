/** Games in addresses, with the real rules. */

import { beforeAll, describe, expect, it } from 'vitest';
import { gamePath } from './addresses';
import { linkedGame, plyOfHash } from './linked-game';
import { startRules } from './modules-for-tests';

beforeAll(startRules);

const MOVES = ['e2e5', 'e9e6', 'b1c4'];
/** A rook's ending, and one whose second rank is too long. */
const ROOK = '3k1/6/7/8/9/4R4/8/7/6/1K3 w - - 0 1';
const ENDGAME = '1k3/7/1P6/8/9/10/9/8/7/3K1 w - - 0 1';

describe('a game in an address', () => {
  it('comes back as it was written', () => {
    const start = linkedGame('shafran', '?fen=', '')?.startFen ?? '';
    for (const fen of [null, start]) {
      for (const ply of [0, 2, 3]) {
        const query = new URL(`https://site.example${gamePath('shafran', fen, MOVES, ply)}`);
        expect(linkedGame('shafran', query.search, query.hash)).toMatchObject({ moves: MOVES, ply, problem: null });
      }
    }
  });

  it('is none without a position and moves', () => {
    expect(linkedGame('shafran', '', '#3')).toBeNull();
    expect(linkedGame('shafran', '?other=1', '')).toBeNull();
  });

  it('ends before a move that is not legal', () => {
    const linked = linkedGame('shafran', '?moves=e2e5+zz9+b1c4', '');
    expect(linked).toMatchObject({ moves: ['e2e5'], ply: 1, problem: { kind: 'move', text: 'zz9', ply: 1 } });
  });

  it.each(['e2e5%2Be9e6%2Bb1c4', 'e2e5%20e9e6+b1c4', 'e2e5_e9e6_b1c4', '+e2e5,e9e6,+b1c4%2B'])(
    'reads its moves: %s',
    (moves) => {
      expect(linkedGame('shafran', `?moves=${moves}`, '')).toMatchObject({ moves: MOVES, problem: null });
    },
  );

  it.each([
    ROOK.replaceAll(' ', '_'),
    encodeURIComponent(ROOK.replaceAll(' ', '_')),
    ROOK.replaceAll(' ', '+'),
    '3k1/6/7/8/9/4R4/8/7/6/1K3',
    '3k1/6/7/8/9/4R4/8/7/6/1K3_w',
  ])('reads its position: %s', (fen) => {
    expect(linkedGame('shafran', `?fen=${fen}`, '')).toMatchObject({ startFen: ROOK, problem: null });
  });

  it('reads promotions among its moves', () => {
    const moves = ['b2b4', 'h9h7', 'b4b5', 'h10f7', 'b5a6q', 'i9i8'];
    expect(linkedGame('shafran', `?moves=${moves.join('%2B')}`, '')).toMatchObject({ moves, ply: 6, problem: null });
  });

  it('is the start of the variant where the FEN is wrong', () => {
    const linked = linkedGame('shafran', `?fen=${encodeURIComponent(ENDGAME)}x&moves=e2e5`, '');
    expect(linked).toMatchObject({ moves: [], problem: { kind: 'fen' } });
  });

  it('is shown at its end where its hash names a moment after it', () => {
    expect(linkedGame('shafran', '?moves=e2e5', '#99')?.ply).toBe(1);
  });
});

describe('the moment of a hash', () => {
  it.each([
    ['#12', 12],
    ['#0', 0],
    ['', null],
    ['#castling', null],
    ['#123456', null],
    ['#-1', null],
  ])('%s', (hash, ply) => expect(plyOfHash(hash)).toBe(ply));
});
