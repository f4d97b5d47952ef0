// @vitest-environment jsdom

/** Comments, glyphs, drawings, side lines and details of an analysis, with the real rules. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeChannels, freshBrowser, tab } from '../../domain/library/test-parts';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import type { MoveNode } from '../../domain/move-tree';
import { Analysis } from './analysis.svelte';
import { AnalysisEngine } from '../../domain/review/analysis-engine';

const RECORD = `[Variant "Shafran"]
[White "Anna"]

{Before all.} 1. e5 $1 {The longest step. [%cal Ge2e5] [%csl Re5]} (1. d4 $6 {Shorter.} 1... e6 (1... d6 {Inner.} 2. Nc4))
1... e6 $14 {[%eval 0.35] [%clk 0:04:12]} 2. Nc4 *
`;

let analysis: Analysis;
let air: FakeChannels;

function fresh(): Analysis {
  const nothing = { isAvailable: () => Promise.resolve(false), analyse: () => new Promise<never>(() => {}) };
  const idle = { ...nothing, newGame: () => {}, cancel: () => {}, setVariants: () => {}, close: () => {} };
  return new Analysis(new AnalysisEngine(idle, idle), { library: tab(air) });
}

function find(san: string): MoveNode {
  const node = analysis.tree.all().find((each) => each.san === san);
  if (!node) throw new Error(`no ${san}`);
  return node;
}

/** Returns the moves with their annotations, independent of their order in the list. */
function contents(of: Analysis): unknown {
  return [of.tree.root, ...of.tree.all()].map(({ ply, uci, annotation }) => ({ ply, uci, annotation }));
}

beforeAll(async () => {
  await startRules();
  await startEngineModule();
}, 60_000);
beforeEach(() => {
  freshBrowser();
  air = new FakeChannels();
  analysis = fresh();
});

describe('an annotated record', () => {
  it('is read with side lines, and written the same', async () => {
    await analysis.loadRecord(RECORD);
    expect(analysis.annotation.comment).toBe('Before all.');
    expect(find('e5').annotation).toEqual({
      nags: [1],
      comment: 'The longest step.',
      shapes: [
        { brush: 'green', from: 'e2', to: 'e5' },
        { brush: 'red', from: 'e5' },
      ],
    });
    expect(find('d6').annotation).toEqual({ comment: 'Inner.' });
    const e6 = analysis.tree.mainLine()[1];
    expect(e6?.annotation).toEqual({ nags: [14], eval: { cp: 35 }, clock: 252_000 });
    const before = contents(analysis);
    const text = await analysis.record([]);
    await analysis.loadRecord(text);
    expect(contents(analysis)).toEqual(before);
    expect(await analysis.record([])).toBe(text);
  });

  it('is kept, and opened again', async () => {
    await analysis.loadRecord(RECORD);
    analysis.edits.comment(find('Nc4'), 'Two words\nin lines {and} braces');
    const before = contents(analysis);
    await analysis.flush();
    const again = fresh();
    expect(await again.open(analysis.id ?? '')).toBe('opened');
    expect(contents(again)).toEqual(before);
    const other = fresh();
    await other.loadRecord(await again.record([]));
    expect(other.tree.mainLine()[2]?.annotation.comment).toBe('Two words in lines {and} braces');
  });
});

describe('a null move in a side line', () => {
  const MOVES = '1. e5 e6 (1... -- 2. d5 e7 (2... -- 3. Nc4)) 2. d5 *';

  beforeEach(() => analysis.loadRecord(`[Variant "Shafran"]\n\n${MOVES}`));

  it('is written as it was read, also after the analysis was kept', async () => {
    expect(await analysis.record([])).toContain(MOVES);
    await analysis.flush();
    const again = fresh();
    expect(await again.open(analysis.id ?? '')).toBe('opened');
    expect(contents(again)).toEqual(contents(analysis));
    expect(await again.record([])).toContain(MOVES);
  });

  it('leads to positions that can be played on', async () => {
    const passed = analysis.tree.all().find(({ uci }) => uci === '0000');
    if (!passed) throw new Error('no null move');
    analysis.show(passed);
    expect([analysis.state.turn, passed.san, passed.turn]).toEqual(['w', '--', 'b']);
    analysis.show(find('Nc4'));
    expect(analysis.state.turn).toBe('b');
    analysis.play(analysis.state.moves.find(({ san }) => san === 'Nd6')?.uci ?? '');
    analysis.playLine(['c2c3']);
    expect(await analysis.record([])).toContain('(2... -- 3. Nc4 Nd6 4. c3)');
    expect(analysis.toPlay('computer').moves).toEqual(['b1c4', 'c8d6', 'c2c3']);
  });

  it('never comes into the main line', () => {
    const passed = analysis.tree.mainLine()[0]?.children[1];
    if (!passed) throw new Error('no null move');
    expect(analysis.edits.canPromote(passed)).toBe(false);
    analysis.edits.promote(find('e7'), true);
    expect(analysis.tree.mainLine().map(({ san }) => san)).toEqual(['e5', 'e6', 'd5']);
  });
});

describe('what the visitor says', () => {
  beforeEach(() => {
    for (const uci of ['e2e5', 'e9e6']) analysis.play(uci);
  });

  it('is shown, written, and undone step by step', async () => {
    const { current, edits } = analysis;
    edits.toggleGlyph(current, 1);
    edits.toggleGlyph(current, 16);
    for (const text of ['W', 'We', 'Wel', 'Well']) edits.comment(current, text);
    edits.draw(current, [{ brush: 'blue', from: 'e2', to: 'e5' }]);
    expect(await analysis.record([])).toMatch(/1\. e5 e6 \$1 \$16 \{\[%cal Be2e5\] Well\}/);
    edits.undo();
    expect(analysis.annotation).toEqual({ nags: [1, 16], comment: 'Well' });
    edits.undo();
    expect(analysis.annotation).toEqual({ nags: [1, 16] });
    edits.undo();
    edits.undo();
    expect([analysis.annotation, edits.canUndo]).toEqual([{}, false]);
  });

  it('is no glyph at the start, but a comment', async () => {
    analysis.step('first');
    analysis.edits.toggleGlyph(analysis.current, 1);
    analysis.edits.comment(analysis.current, 'Here.');
    expect(analysis.annotation).toEqual({ comment: 'Here.' });
  });

  it('of a position without moves is kept', async () => {
    analysis.begin('glinski');
    expect(analysis.id).toBeNull();
    analysis.edits.comment(analysis.current, 'A thought.');
    await analysis.flush();
    const again = fresh();
    expect(await again.open(analysis.id ?? '')).toBe('opened');
    expect(again.annotation.comment).toBe('A thought.');
  });
});

describe('lines', () => {
  beforeEach(() => analysis.loadRecord(RECORD));

  it('that are taken out come back with all that was said', async () => {
    const before = contents(analysis);
    analysis.show(find('d4'));
    analysis.remove();
    expect([analysis.edits.removedAt(analysis.current), analysis.current.ply]).toEqual([4, 0]);
    analysis.step('last');
    expect(analysis.edits.removedAt(analysis.current)).toBe(0);
    expect(await analysis.record([])).not.toContain('Shorter');
    analysis.edits.undo();
    expect(contents(analysis)).toEqual(before);
    expect([analysis.edits.canUndo, analysis.current.san]).toEqual([false, 'd4']);
  });

  it('come back although another tab has shown something since', async () => {
    const before = contents(analysis);
    await analysis.flush();
    const other = fresh();
    await other.open(analysis.id ?? '');
    analysis.edits.remove(find('d4'));
    await analysis.flush();
    await expect.poll(() => other.tree.all().length).toBe(3);
    other.step('last');
    await other.flush();
    await expect.poll(() => analysis.current.san).toBe('Nc4');
    analysis.edits.undo();
    expect(contents(analysis)).toEqual(before);
    await analysis.flush();
    await expect.poll(() => contents(other)).toEqual(before);
  });

  it('are promoted one step or to the top, and the game is no longer the main line', async () => {
    const inner = find('d6');
    analysis.edits.promote(inner);
    expect(find('d4').children[0]).toBe(inner);
    expect(analysis.tree.mainLine()[0]?.san).toBe('e5');
    analysis.edits.undo();
    expect(find('d4').children[1]).toBe(inner);
    analysis.edits.promote(inner, true);
    expect(analysis.tree.mainLine().map(({ san }) => san)).toEqual(['d4', 'd6', 'Nc4']);
    expect(analysis.terms.given).toBe(0);
    expect(analysis.edits.canPromote(inner)).toBe(false);
    analysis.edits.undo();
    expect(analysis.tree.mainLine().map(({ san }) => san)).toEqual(['e5', 'e6', 'Nc4']);
    expect(analysis.terms.given).toBe(3);
  });

  it('of the game that was loaded stay', async () => {
    analysis.step('last');
    analysis.remove();
    expect([analysis.current.san, analysis.edits.canUndo]).toEqual(['Nc4', false]);
  });

  it('cannot be undone in another analysis', async () => {
    analysis.edits.remove(find('d4'));
    analysis.begin('glinski');
    expect(analysis.edits.canUndo).toBe(false);
  });
});

describe('the details', () => {
  it('are changed with the result, and written', async () => {
    await analysis.loadRecord(RECORD);
    analysis.setTags([...analysis.terms.tags, ['Black', 'Bo']], '1/2-1/2');
    const text = await analysis.record([]);
    expect(text).toContain('[Black "Bo"]');
    expect(text).toContain('[Result "1/2-1/2"]');
    await analysis.loadRecord(text);
    expect([analysis.result, analysis.canDeclare]).toEqual(['1/2-1/2', true]);
    analysis.setTags(analysis.terms.tags, '*');
    expect(await analysis.record([])).toContain('[Result "*"]');
  });
});
