import { describe, expect, it } from 'vitest';
import { MoveTree, pathTo } from '../../domain/move-tree';
import { flattened, grown, parseSavedAnalysis } from './saved-analysis';

const GOOD = {
  version: 2,
  variant: 'shafran',
  startFen: 'f',
  tags: [['White', 'A']],
  moves: [
    [0, 'a'],
    [1, 'b'],
    [1, 'x'],
    [0, 'y'],
  ],
  annotations: [
    [0, { comment: 'The start.' }],
    [3, { nags: [1], comment: 'x is good.', shapes: [{ brush: 'red', from: 'a1', to: 'b1' }] }],
  ],
  at: 3,
  given: 2,
  ending: { kind: 'resign', side: 'b' },
  flipped: true,
  review: null,
};

const known = (variant: string): boolean => variant === 'shafran';
const cells = (): ReadonlySet<string> => new Set(['a1', 'b1']);

/** Rules that allow any move. */
function written(line: readonly string[]): { uci: string; san: string; turn: 'w' | 'b' }[] {
  return line.map((uci, index) => ({ uci, san: uci.toUpperCase(), turn: index % 2 === 0 ? 'w' : 'b' }));
}

describe('parseSavedAnalysis', () => {
  it('reads what was written', () => expect(parseSavedAnalysis(GOOD, known, cells)).toEqual(GOOD));

  it.each([
    ['nothing', null],
    ['another version', { ...GOOD, version: 3 }],
    ['an unknown variant', { ...GOOD, variant: 'hopscotch' }],
    ['no position', { ...GOOD, startFen: 5 }],
    ['moves that are none', { ...GOOD, moves: ['a'] }],
    ['a move before its beginning', { ...GOOD, moves: [[1, 'a']] }],
    ['a move before the start', { ...GOOD, moves: [[-1, 'a']] }],
    ['half a move', { ...GOOD, moves: [[0.5, 'a']] }],
  ])('refuses %s', (_what, value) => expect(parseSavedAnalysis(value, known, cells)).toBeNull());

  it('mends what can be mended', () => {
    const odd = { ...GOOD, at: 99, given: -1, flipped: 'yes', tags: [['a'], 5] };
    expect(parseSavedAnalysis(odd, known, cells)).toEqual({ ...GOOD, at: 0, given: 0, flipped: false, tags: [] });
  });
});

describe('annotations', () => {
  it('are missing in what an earlier version has kept', () => {
    const { annotations: _, ...old } = { ...GOOD, version: 1 };
    expect(parseSavedAnalysis(old, known, cells)).toEqual({ ...GOOD, annotations: [] });
  });

  it('that are none are left out', () => {
    const odd = [[9, { comment: 'far' }], [1, { comment: 5 }], 'x', [2, { shapes: [{ brush: 'red', from: 'z1' }] }]];
    const good = [1, { nags: [2] }];
    expect(parseSavedAnalysis({ ...GOOD, annotations: [...odd, good] }, known, cells)?.annotations).toEqual([good]);
  });
});

describe('a tree', () => {
  it('comes back from its list, with the moment', () => {
    const saved = parseSavedAnalysis(GOOD, known, cells);
    if (!saved) throw new Error('it is good');
    const { tree, at } = grown(saved, written);
    expect(tree.mainLine().map(({ san }) => san)).toEqual(['A', 'B']);
    expect(pathTo(at).map(({ san }) => san)).toEqual(['A', 'X']);
    expect(tree.root.children.map(({ san }) => san)).toEqual(['A', 'Y']);
    expect(flattened(tree, at)).toEqual({ moves: GOOD.moves, annotations: GOOD.annotations, at: 3 });
  });

  it('may be empty', () => {
    const { tree, at } = grown({ moves: [], annotations: [], at: 0 }, written);
    expect(at).toBe(tree.root);
    expect(flattened(new MoveTree(), tree.root)).toEqual({ moves: [], annotations: [], at: 0 });
  });

  it('tells when a line is not legal', () => {
    const refuse = (): never => {
      throw new Error('not legal');
    };
    expect(() => grown({ moves: [[0, 'a']], annotations: [], at: 0 }, refuse)).toThrow('not legal');
  });
});
