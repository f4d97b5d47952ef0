import { expect, it } from 'vitest';
import { MoveTree } from '../../domain/move-tree';
import type { MoveNode } from '../../domain/move-tree';
import type { Mark, Review } from '../../generated/types';
import { mistakesOf, neighbour } from './mistakes';

const MARKS: (Mark | null)[] = [null, 'blunder', 'inaccuracy', null, 'mistake', 'mistake'];

function reviewed(first = 0): { nodes: MoveNode[]; first: number; review: Review } {
  const tree = new MoveTree();
  const nodes: MoveNode[] = [];
  for (const index of MARKS.keys()) {
    const move = { uci: `a${index}`, san: `a${index}`, turn: index % 2 === 0 ? ('w' as const) : ('b' as const) };
    nodes.push(tree.play(nodes.at(-1) ?? tree.root, move));
  }
  const start = { text: '0.00', share: 0.5 };
  const moves = MARKS.slice(first).map((mark) => ({
    eval: start,
    loss: 0,
    centipawnLoss: 0,
    mark,
    better: [],
    betterSan: [],
    accuracy: 100,
  }));
  return { nodes, first, review: { start, moves, white: null, black: null } };
}

const plies = (nodes: MoveNode[]): number[] => nodes.map((node) => node.ply);

it('finds the marked moves of a side or of both', () => {
  expect(plies(mistakesOf(reviewed(), null))).toEqual([2, 5, 6]);
  expect(plies(mistakesOf(reviewed(), 'b'))).toEqual([2, 6]);
  expect(plies(mistakesOf(reviewed(), 'w', ['inaccuracy']))).toEqual([3]);
  expect(plies(mistakesOf(reviewed(3), null)), 'of a review of the last moves').toEqual([5, 6]);
});

it('goes to the next and the one before, and round the ends', () => {
  const mistakes = mistakesOf(reviewed(), null);
  const from = (ply: number, direction: 1 | -1): number | undefined => neighbour(mistakes, ply, direction)?.ply;
  expect([from(0, 1), from(2, 1), from(5, 1), from(6, 1)]).toEqual([2, 5, 6, 2]);
  expect([from(6, -1), from(4, -1), from(2, -1), from(0, -1)]).toEqual([5, 2, 6, 6]);
  expect(neighbour([], 3, 1)).toBeNull();
});
