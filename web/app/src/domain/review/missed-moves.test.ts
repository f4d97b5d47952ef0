import { beforeAll, expect, it } from 'vitest';
import { startRules } from '../modules-for-tests';
import { missedMoves } from './missed-moves';

beforeAll(startRules);

/** The pawn on d5 may capture the one that passes on either of two cells; the queen on e6 mates on c2. */
const game = (startFen: string, ...moves: string[]) => ({ variant: 'shafran', startFen, moves });
const PASSING = '2R2/1p4/7/k1P4r/5P3/p8/8/7/K5/5 b - - 0 1';
const MATE = '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1';

it('a capture en passant that was not made is missed by its side only', () => {
  const missed = game(PASSING, 'e9e6', 'a2b2');
  expect(missedMoves(missed, 'w')).toEqual(['enPassant']);
  expect(missedMoves(missed, 'b')).toEqual([]);
});

it('a mate that was not given is missed, one that was given is not', () => {
  expect(missedMoves(game(MATE, 'd2d3'), 'w')).toEqual(['mate']);
  expect(missedMoves(game(MATE, 'e6c2'), 'w')).toEqual([]);
});

it('a game without either misses nothing', () => {
  const start = 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1';
  expect(missedMoves(game(start, 'e2e5', 'e9e6'), 'w')).toEqual([]);
});
