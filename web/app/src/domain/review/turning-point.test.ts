import { expect, it } from 'vitest';
import type { Eval, Mark, ReviewedMove } from '../../generated/types';
import { MoveTree } from '../move-tree';
import { turningPoint } from './turning-point';

/** Returns a review of moves with these losses and marks. */
function reviewed(moves: readonly (readonly [loss: number, mark: Mark | null])[], first = 0) {
  const tree = new MoveTree();
  const value = (text: string): Eval => ({ text, share: 0.5 }) as Eval;
  const nodes: ReturnType<MoveTree['play']>[] = [];
  for (let ply = 1; ply <= first + moves.length; ply++) {
    const move = { uci: `a${ply}b1`, san: `m${ply}`, turn: ply % 2 ? ('w' as const) : ('b' as const) };
    nodes.push(tree.play(nodes.at(-1) ?? tree.root, move));
  }
  const review = {
    start: value('start'),
    moves: moves.map(([loss, mark], at) => ({ loss, mark, eval: value(`after ${first + at + 1}`) }) as ReviewedMove),
    white: null,
    black: null,
  };
  return { nodes, first, review } as unknown as Parameters<typeof turningPoint>[0];
}

it('is the mistake that lost most, of whichever side, and the first of equal ones', () => {
  const turn = turningPoint(
    reviewed([
      [0.12, 'mistake'],
      [0.4, 'blunder'],
      [0.4, 'blunder'],
      [0.9, null],
    ]),
  );
  expect([turn?.node.san, turn?.before.text]).toEqual(['m2', 'after 1']);
});

it('is none without a mistake, since an inaccuracy turns nothing', () => {
  expect(turningPoint(reviewed([[0.08, 'inaccuracy']]))).toBeNull();
  expect(turningPoint(reviewed([]))).toBeNull();
});

it('counts the plies before a review of the last moves', () => {
  const turn = turningPoint(reviewed([[0.3, 'blunder']], 4));
  expect([turn?.node.san, turn?.node.ply, turn?.before.text]).toEqual(['m5', 5, 'start']);
});
