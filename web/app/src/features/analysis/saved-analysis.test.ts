import { describe, expect, it } from 'vitest';
import { MoveTree, pathTo } from '../../domain/move-tree';
import { flattened, grown, parseSavedAnalysis } from './saved-analysis';

const GOOD = {
  version: 1,
  variant: 'shafran',
  startFen: 'f',
  tags: [['White', 'A']],
  moves: [
    [0, 'a'],
    [1, 'b'],
    [1, 'x'],
    [0, 'y'],
  ],
  at: 3,
  given: 2,
  ending: { kind: 'resign', side: 'b' },
  flipped: true,
  review: null,
};

const known = (variant: string): boolean => variant === 'shafran';

/** Rules under which everything is legal. */
function written(line: readonly string[]): { uci: string; san: string; turn: 'w' | 'b' }[] {
  return line.map((uci, index) => ({ uci, san: uci.toUpperCase(), turn: index % 2 === 0 ? 'w' : 'b' }));
}

describe('parseSavedAnalysis', () => {
  it('reads what was written', () => expect(parseSavedAnalysis(GOOD, known)).toEqual(GOOD));

  it.each([
    ['nothing', null],
    ['another version', { ...GOOD, version: 2 }],
    ['an unknown variant', { ...GOOD, variant: 'hopscotch' }],
    ['no position', { ...GOOD, startFen: 5 }],
    ['moves that are none', { ...GOOD, moves: ['a'] }],
    ['a move before its beginning', { ...GOOD, moves: [[1, 'a']] }],
    ['a move before the start', { ...GOOD, moves: [[-1, 'a']] }],
    ['half a move', { ...GOOD, moves: [[0.5, 'a']] }],
  ])('refuses %s', (_what, value) => expect(parseSavedAnalysis(value, known)).toBeNull());

  it('mends what can be mended', () => {
    const odd = { ...GOOD, at: 99, given: -1, flipped: 'yes', tags: [['a'], 5] };
    expect(parseSavedAnalysis(odd, known)).toEqual({ ...GOOD, at: 0, given: 0, flipped: false, tags: [] });
  });
});

describe('a tree', () => {
  it('comes back from its list, with the moment', () => {
    const saved = parseSavedAnalysis(GOOD, known);
    if (!saved) throw new Error('it is good');
    const { tree, at } = grown(saved, written);
    expect(tree.mainLine().map(({ san }) => san)).toEqual(['A', 'B']);
    expect(pathTo(at).map(({ san }) => san)).toEqual(['A', 'X']);
    expect(tree.root.children.map(({ san }) => san)).toEqual(['A', 'Y']);
    expect(flattened(tree, at)).toEqual({ moves: GOOD.moves, at: 3 });
  });

  it('may be empty', () => {
    const { tree, at } = grown({ moves: [], at: 0 }, written);
    expect(at).toBe(tree.root);
    expect(flattened(new MoveTree(), tree.root)).toEqual({ moves: [], at: 0 });
  });

  it('tells when a line is not legal', () => {
    const refuse = (): never => {
      throw new Error('not legal');
    };
    expect(() => grown({ moves: [[0, 'a']], at: 0 }, refuse)).toThrow('not legal');
  });
});
