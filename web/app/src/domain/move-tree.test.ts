import { describe, expect, it } from 'vitest';
import {
  clockAt,
  isMain,
  lineFrom,
  MoveTree,
  numberedLine,
  numberOf,
  pathTo,
  rowsOf,
  sideLineOf,
  tokensOf,
} from './move-tree';
import type { MoveNode, Row, Token } from './move-tree';

/** Plays words as moves, White and Black in turn. */
function play(tree: MoveTree, from: MoveNode, words: string, starts: 'w' | 'b' = 'w'): MoveNode {
  let now = from;
  for (const san of words.split(' ')) {
    const turn = (now.ply % 2 === 0) === (starts === 'w') ? 'w' : 'b';
    now = tree.play(now, { uci: san, san, turn });
  }
  return now;
}

function written(tokens: readonly Token[]): string {
  const word = (token: Token): string => {
    if (token.kind === 'comment') return `{${token.text}}`;
    if (token.kind !== 'move') return token.kind === 'open' ? '(' : ')';
    return [token.number, token.node.san].filter(Boolean).join(' ');
  };
  return tokens.map(word).join(' ');
}

function shown(row: Row): string {
  if (row.kind === 'moves') return `${row.number} ${row.white?.san ?? '-'} ${row.black?.san ?? '-'}`;
  return row.kind === 'comment' ? `{${row.text}}` : row.lines.map(written).join(' | ');
}

describe('MoveTree', () => {
  it('follows a line that has the move, and begins a side line with another', () => {
    const tree = new MoveTree();
    const end = play(tree, tree.root, 'a b c d');
    const first = tree.root.children[0];
    if (!first) throw new Error('no move');
    expect(play(tree, tree.root, 'a')).toBe(first);
    const side = play(tree, first, 'x y');
    expect(tree.mainLine().map(({ san }) => san)).toEqual(['a', 'b', 'c', 'd']);
    expect(pathTo(side).map(({ san }) => san)).toEqual(['a', 'x', 'y']);
    expect([isMain(end), isMain(side), isMain(tree.root)]).toEqual([true, false, true]);
    expect([sideLineOf(end), sideLineOf(side)?.san]).toEqual([null, 'x']);
    expect(lineFrom(first).length).toBe(3);
    expect(tree.all().map(({ san }) => san)).toEqual(['a', 'b', 'c', 'd', 'x', 'y']);
  });

  it('takes a move out with what follows', () => {
    const tree = new MoveTree();
    const b = play(tree, tree.root, 'a b');
    play(tree, b, 'c d');
    play(tree, b, 'x');
    tree.remove(b.children[0] as MoveNode);
    expect(tree.mainLine().map(({ san }) => san)).toEqual(['a', 'b', 'x']);
    tree.remove(tree.root.children[0] as MoveNode);
    expect(tree.all()).toEqual([]);
  });
});

describe('moves that are put back', () => {
  it('are those that were taken out, at their place', () => {
    const tree = new MoveTree();
    const a = play(tree, tree.root, 'a');
    for (const line of ['b c', 'x y', 'z']) play(tree, a, line);
    const x = a.children[1] as MoveNode;
    tree.remove(x);
    expect(tree.putBack(a, 1, x)).toBe(x);
    expect(a.children.map(({ san }) => san)).toEqual(['b', 'x', 'z']);
  });

  it('are added to another tree, and to the same moves', () => {
    const [tree, other] = [new MoveTree(), new MoveTree()];
    const a = play(tree, tree.root, 'a');
    play(tree, a, 'x y').annotation = { comment: 'kept' };
    play(tree, a, 'x z');
    const x = a.children[0] as MoveNode;
    tree.remove(x);
    const there = play(other, other.root, 'a');
    play(other, there, 'b');
    play(other, there, 'x q');
    other.putBack(there, 0, x);
    expect(there.children.map(({ san }) => san)).toEqual(['b', 'x']);
    expect(there.children[1]?.children.map(({ san }) => san).toSorted()).toEqual(['q', 'y', 'z']);
    const third = new MoveTree();
    const begin = play(third, third.root, 'a');
    play(third, begin, 'b');
    third.putBack(begin, 0, x);
    expect(begin.children.map(({ san }) => san)).toEqual(['x', 'b']);
    expect(third.all().find(({ san }) => san === 'y')?.annotation).toEqual({ comment: 'kept' });
  });
});

describe('numbers', () => {
  it('count from the first, whichever side starts', () => {
    const tree = new MoveTree();
    const end = play(tree, tree.root, 'a b c', 'b');
    expect(pathTo(end).map((node) => numberOf(node, 7, 'b'))).toEqual([7, 8, 8]);
    const other = new MoveTree();
    expect(pathTo(play(other, other.root, 'a b c')).map((node) => numberOf(node, 1, 'w'))).toEqual([1, 1, 2]);
  });

  it('stand before lines of the engine', () => {
    expect(numberedLine(['Nc4', 'Qd2', 'Rb5'], 'b', 12)).toBe('12… Nc4 13. Qd2 Rb5');
    expect(numberedLine(['Nc4', 'Qd2', 'Rb5'], 'w', 12)).toBe('12. Nc4 Qd2 13. Rb5');
    expect(numberedLine([], 'w', 1)).toBe('');
  });
});

describe('rowsOf', () => {
  it('puts side lines below the move that they stand for', () => {
    const tree = new MoveTree();
    play(tree, tree.root, 'a b c d');
    const [a, b] = tree.mainLine();
    play(tree, tree.root, 'x y');
    play(tree, b as MoveNode, 'z');
    const rows = rowsOf(tree, 1, 'w').map(shown);
    expect(rows).toEqual(
      ['1 a -', '1. x 1… y', '1 - b', '2 c -', '2. z', '2 - d'].map((row) => row.replace('1… y', 'y')),
    );
    expect(a?.san).toBe('a');
  });

  it('puts comments between the moves', () => {
    const tree = new MoveTree();
    tree.root.annotation = { comment: 'start' };
    play(tree, tree.root, 'a b c d');
    const [a, b, c] = tree.mainLine() as [MoveNode, MoveNode, MoveNode];
    a.annotation = { comment: 'on a' };
    b.annotation = { commentBefore: 'before b', comment: 'on b' };
    c.annotation = { nags: [1] };
    play(tree, a, 'z').annotation = { comment: 'on z' };
    expect(rowsOf(tree, 1, 'w').map(shown)).toEqual([
      '{start}',
      '1 a -',
      '{on a}',
      '{before b}',
      '1 - b',
      '{on b}',
      '1… z {on z}',
      '2 c d',
    ]);
  });

  it('begins with a gap when Black begins', () => {
    const tree = new MoveTree();
    play(tree, tree.root, 'a b c', 'b');
    const rows = rowsOf(tree, 5, 'b');
    expect(rows.map((row) => row.kind === 'moves' && [row.number, row.white?.san, row.black?.san])).toEqual([
      [5, undefined, 'a'],
      [6, 'b', 'c'],
    ]);
  });

  it('has a key of its own for every row', () => {
    const tree = new MoveTree();
    play(tree, tree.root, 'a b c d');
    for (const node of tree.mainLine()) play(tree, node.parent as MoveNode, `other${node.ply}`);
    const keys = rowsOf(tree, 1, 'w').map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('tokensOf', () => {
  it('writes nested variations in brackets, and continues with a number', () => {
    const tree = new MoveTree();
    play(tree, tree.root, 'a b c d');
    const first = tree.root.children[0] as MoveNode;
    const x = play(tree, first, 'x');
    play(tree, x, 'y z');
    play(tree, x, 'q r');
    expect(written(tokensOf(x, 1, 'w'))).toBe('1… x 2. y ( 2. q r ) 2… z');
  });
});

describe('the clock at a moment', () => {
  it('is that of the last move of the side, and none where that has none', () => {
    const tree = new MoveTree();
    const first = tree.play(tree.root, { uci: 'a', san: 'a', turn: 'w', annotation: { clock: 60_000 } });
    const second = tree.play(first, { uci: 'b', san: 'b', turn: 'b', annotation: { clock: 50_000 } });
    const third = tree.play(second, { uci: 'c', san: 'c', turn: 'w' });
    expect([clockAt(tree.root, 'w'), clockAt(first, 'w'), clockAt(first, 'b')]).toEqual([null, 60_000, null]);
    expect([clockAt(second, 'w'), clockAt(second, 'b')]).toEqual([60_000, 50_000]);
    expect([clockAt(third, 'w'), clockAt(third, 'b')]).toEqual([null, 50_000]);
  });
});
