// @vitest-environment jsdom

/** The analysis page's game, with the real rules and the real engine. */

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine as WasmEngine } from '../../wasm/saffron_engine.js';
import { freshBrowser, tab } from '../../domain/library/test-parts';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { Analysis } from './analysis.svelte';
import type { AnalysisRequest, EngineLine, AnalysisResult } from '../../generated/types';
import { AnalysisEngine } from '../../domain/review/analysis-engine';
import type { LocalEngine } from '../../domain/review/analysis-engine';
import { GameReview } from '../../domain/review/game-review.svelte';
import { Ceval } from './ceval.svelte';

let engineModule: { Engine: typeof WasmEngine };

/** Engine on the test's own thread that waits until it is released. */
class PausedEngine implements LocalEngine {
  #engine = new engineModule.Engine(1);
  #go: (() => void) | undefined;
  #cancel: (() => void) | undefined;
  asked: AnalysisRequest[] = [];
  closed = 0;
  free = false;
  broken = false;

  analyse(request: AnalysisRequest, onLine: (line: EngineLine) => void): Promise<AnalysisResult | null> {
    this.cancel();
    this.asked.push(request);
    const limits = { depth: 3, lines: request.limits.lines ?? 1 };
    return new Promise((resolve, reject) => {
      this.#cancel = () => resolve(null);
      this.#go = () => {
        if (this.broken) reject(new Error('unreachable'));
        else resolve(this.#engine.analyse({ ...request, limits }, onLine, () => false));
      };
      if (this.free) setTimeout(this.#go);
    });
  }
  answer(): void {
    this.#go?.();
  }
  cancel(): void {
    this.#cancel?.();
  }
  newGame(): void {
    this.#engine.newGame();
  }
  setVariants(): void {}
  close(): void {
    this.closed += 1;
  }
}

let engine: PausedEngine;
let analysis: Analysis;

function fresh(): Analysis {
  const nowhere = {
    isAvailable: () => Promise.resolve(false),
    analyse: () => Promise.reject(new Error()),
    newGame: () => {},
  };
  const analysisEngine = new AnalysisEngine(engine, nowhere);
  const parts = {
    ceval: new Ceval(analysisEngine, { settlingMs: 0 }),
    review: new GameReview(analysisEngine, { depth: 2 }),
  };
  return new Analysis(analysisEngine, { ...parts, library: tab() });
}

/** Another page that opens the same analysis. */
async function visitAgain(): Promise<Analysis> {
  await analysis.flush();
  const { id } = analysis;
  analysis.leave();
  const again = fresh();
  expect(await again.open(id ?? '')).toBe('opened');
  again.arrive();
  return again;
}

const sans = (): string[] => analysis.tree.mainLine().map(({ san }) => san);
const RECORD = '[Variant "Shafran"]\n[White "Anna"]\n\n1. Qxh9 e6 2. e3 *\n';

beforeAll(async () => {
  await startRules();
  engineModule = await startEngineModule();
}, 60_000);

beforeEach(() => {
  freshBrowser();
  engine = new PausedEngine();
  analysis = fresh();
  analysis.arrive();
});

describe('moves', () => {
  it('go on with the main line, and leave it by side lines', () => {
    for (const uci of ['e2e5', 'e9e6', 'b1c4']) analysis.play(uci);
    expect(sans()).toEqual(['e5', 'e6', 'Nc4']);
    analysis.step('previous');
    analysis.play('d2d3');
    expect(sans()).toEqual(['e5', 'e6', 'Nc4']);
    expect(analysis.current.san).toBe('d3');
    analysis.step('previous');
    analysis.step('next');
    expect(analysis.current.san).toBe('Nc4');
    analysis.step('first');
    analysis.play('e2e5');
    expect(analysis.tree.all().length).toBe(4);
    analysis.step('last');
    expect(analysis.current.san).toBe('Nc4');
  });

  it('that are not legal are left alone', () => {
    analysis.play('e2e9');
    expect(analysis.tree.all()).toEqual([]);
  });

  it('of a game that was taken stay, others can be taken out', () => {
    analysis.take({
      variant: 'shafran',
      startFen: analysis.terms.startFen,
      moves: ['e2e5', 'e9e6'],
      ending: null,
      tags: [],
      ply: 2,
      flipped: true,
    });
    expect([analysis.current.san, analysis.flipped, analysis.canRemove]).toEqual(['e6', true, false]);
    analysis.play('b1c4');
    expect(analysis.canRemove).toBe(true);
    analysis.remove();
    expect(sans()).toEqual(['e5', 'e6']);
    analysis.step('previous');
    analysis.play('e9e8');
    expect(analysis.canRemove).toBe(true);
    analysis.remove();
    expect(analysis.current.san).toBe('e5');
  });

  it('of variations stay when the game continues and is imported again', async () => {
    const game = { variant: 'shafran', startFen: analysis.terms.startFen, tags: [], ply: 0, flipped: false };
    const taken = (moves: string[]): void => analysis.take({ ...game, moves, ending: null, ply: moves.length });
    taken(['e2e5', 'e9e6']);
    analysis.play('b1c4');
    analysis.step('first');
    analysis.play('e2e4');
    taken(['e2e5', 'e9e6', 'd2d3']);
    expect([sans(), analysis.current.san, analysis.canRemove]).toEqual([['e5', 'e6', 'd3'], 'd3', false]);
    expect(analysis.tree.all().map(({ san }) => san)).toEqual(['e5', 'e6', 'd3', 'Nc4', 'e4']);
    taken(['e2e5', 'e9e6', 'd2d3']);
    expect(analysis.tree.all()).toHaveLength(5);
    const again = await visitAgain();
    expect([again.tree.all().length, again.terms.given]).toEqual([5, 3]);
    // A game with a move taken back is a different game.
    taken(['e2e5', 'e9e6', 'b1c4']);
    expect(analysis.tree.all().map(({ san }) => san)).toEqual(['e5', 'e6', 'Nc4']);
  });

  it('come back at the next visit, with the moment', async () => {
    await analysis.loadRecord(RECORD);
    analysis.step('next');
    analysis.play('d8d7');
    const again = await visitAgain();
    expect(again.tree.mainLine().map(({ san }) => san)).toEqual(['Qxh9', 'e6', 'e3']);
    expect([again.current.uci, again.current.parent?.san]).toEqual(['d8d7', 'Qxh9']);
    expect(await again.record([['White', 'X']])).toContain('[White "Anna"]');
  });

  it('that the rules do not allow any more are left as they are', async () => {
    const data = {
      version: 1,
      variant: 'glinski',
      startFen: 'x',
      tags: [],
      moves: [],
      at: 0,
      given: 0,
      flipped: false,
    };
    const library = tab();
    await library.create({
      kind: 'analysis',
      id: 'Broken123456',
      contents: { data, summary: { variant: 'glinski', plies: 0, fen: 'x' } },
    });
    const again = fresh();
    expect(await again.open('Broken123456')).toBe('unreadable');
    expect([again.terms.variant, again.id]).toEqual(['shafran', null]);
    expect((await library.get('Broken123456'))?.data).toEqual(data);
  });

  it('of an earlier analysis stay in the library when another one begins', async () => {
    analysis.play('e2e5');
    analysis.begin('glinski');
    expect(analysis.id).toBeNull();
    await analysis.loadRecord(RECORD);
    await analysis.flush();
    const kept = await tab().list({ kind: 'analysis' });
    expect(kept.map(({ plies, white }) => [plies, white]).toSorted()).toEqual([
      [1, undefined],
      [3, 'Anna'],
    ]);
  });

  it('are read from a record with its tags, and written with them', async () => {
    await analysis.loadRecord(RECORD);
    expect(analysis.terms.tags).toContainEqual(['White', 'Anna']);
    expect(analysis.current.ply).toBe(0);
    const text = await analysis.record([['Event', 'Analysis']]);
    expect(text).toContain('[Event "Analysis"]');
    expect(text.match(/\[Variant /g)?.length).toBe(1);
    expect(text).toMatch(/1\. Qxh9 e6 2\. e3/);
  });

  it('have notes of what a record says and the board does not show, until something else is loaded', async () => {
    await analysis.loadRecord('[Variant "Shafran"]\n\n1. e5 e6 2. Nc4# *\n');
    expect(analysis.notes.map(({ kind, ply }) => [kind.code, ply?.text])).toEqual([['not_mate', 'Nc4#']]);
    await analysis.loadRecord(RECORD);
    expect(analysis.notes).toEqual([]);
  });

  it('are written with the end of the game, as long as they are those of the game', async () => {
    const result = async (): Promise<string[]> =>
      [...(await analysis.record([])).matchAll(/1-0|0-1|1\/2-1\/2|\*/g)].map(([text]) => text);
    for (const end of ['1-0', '0-1', '1/2-1/2', '*']) {
      await analysis.loadRecord(`[Variant "Shafran"]\n\n1. e5 e6 ${end}\n`);
      expect(await result()).toEqual([end, end]);
      analysis = await visitAgain();
      expect(await result()).toEqual([end, end]);
      analysis.step('last');
      analysis.play('b1c4');
      expect(await result()).toEqual(['*', '*']);
      analysis.remove();
      expect(await result()).toEqual([end, end]);
    }
    const { startFen } = analysis.terms;
    const taken = { variant: 'shafran', startFen, moves: ['e2e5'], tags: [], ply: 1, flipped: false };
    analysis.take({ ...taken, ending: { kind: 'resign', side: 'w' } });
    expect([await result(), analysis.state.outcome, analysis.state.moves.length > 0]).toEqual([
      ['0-1', '0-1'],
      null,
      true,
    ]);
  });

  it('of side lines are read from a record and written into it', async () => {
    const line = '1. e5 (1. e4 e6 (1... e8 2. Nc4)) 1... e6 (1... e7 2. Nc4 (2. Nd4 h8) 2... e6) 2. Nc4';
    await analysis.loadRecord(`[Variant "Shafran"]\n\n${line} *\n`);
    expect(sans()).toEqual(['e5', 'e6', 'Nc4']);
    expect(analysis.tree.all().map(({ san }) => san)).toEqual([
      'e5',
      'e6',
      'Nc4',
      'e7',
      'Nc4',
      'e6',
      'Nd4',
      'h8',
      'e4',
      'e6',
      'e8',
      'Nc4',
    ]);
    const written = async (): Promise<string> => (await analysis.record([])).replaceAll(/\s+/g, ' ');
    expect(await written()).toContain(`${line} *`);
    // Moves of the game stay; those of variations may be removed.
    analysis.step('first');
    analysis.play('e2e4');
    expect(analysis.canRemove).toBe(true);
    analysis.remove();
    analysis.step('last');
    analysis.step('previous');
    analysis.play('d2d3');
    expect(await written()).toContain('1. e5 e6 (1... e7 2. Nc4 (2. Nd4 h8) 2... e6) 2. Nc4 (2. d3) *');
  });

  it('are refused with the rules’ own sentence', async () => {
    analysis.play('e2e5');
    expect(() => analysis.loadPosition('shafran', 'x')).toThrow();
    await expect(analysis.loadRecord('hello')).rejects.toThrow();
    expect(sans()).toEqual(['e5']);
  });
});

describe('beginning again', () => {
  it('goes back to the game that was given, and the analysis before can be opened', async () => {
    await analysis.loadRecord('[Variant "Shafran"]\n[White "Anna"]\n\n1. e5 e6 2. Nc4 1-0\n');
    expect(analysis.canReset).toBe(false);
    analysis.step('last');
    analysis.play('e6e5');
    analysis.step('first');
    analysis.play('e2e3');
    const { id } = analysis;
    expect(analysis.canReset).toBe(true);
    analysis.reset();
    expect([sans(), analysis.current.ply, analysis.canReset]).toEqual([['e5', 'e6', 'Nc4'], 0, false]);
    expect(analysis.tree.all().length).toBe(3);
    expect(analysis.terms.tags).toContainEqual(['White', 'Anna']);
    expect(analysis.scoreOf('w')).toBe('1');
    expect(analysis.id).not.toBe(id);
    expect(await analysis.open(id ?? '')).toBe('opened');
    expect(analysis.tree.all().length).toBeGreaterThan(3);
  });

  it('is at the start where no game was given', () => {
    analysis.play('e2e5');
    analysis.reset();
    expect([sans(), analysis.id]).toEqual([[], null]);
  });

  it('keeps the review of the game', async () => {
    engine.free = true;
    await analysis.loadRecord('[Variant "Shafran"]\n\n1. Qxh9 e6 *\n');
    await analysis.reviewGame();
    const { review } = analysis.review.result ?? {};
    analysis.play('e2e3');
    analysis.reset();
    expect(analysis.review.result?.review).toEqual(review);
  });
});

describe('playing on', () => {
  it('takes the moves up to the moment that is shown', async () => {
    await analysis.loadRecord('[Variant "Shafran"]\n\n1. e5 e6 2. Nc4 *\n');
    analysis.show(analysis.tree.mainLine()[1] ?? analysis.current);
    analysis.flip();
    const { startFen } = analysis.terms;
    const moves = ['e2e5', 'e9e6'];
    const expected = { variant: 'shafran', startFen, moves, opponent: 'computer', bottom: 'b' };
    expect(analysis.toPlay('computer')).toEqual(expected);
  });
});

describe('the evaluation of a position', () => {
  const asked = (count: number): Promise<boolean> => vi.waitUntil(() => engine.asked.length === count);

  it('shows complete depths, and restarts for another position', async () => {
    analysis.ceval.count = 2;
    await asked(1);
    engine.answer();
    await vi.waitUntil(() => !analysis.ceval.searching);
    const [first] = analysis.ceval.lines;
    expect([first?.depth, analysis.ceval.origin, analysis.ceval.searching]).toEqual([3, 'browser', false]);
    expect(analysis.ceval.eval).toEqual(first?.eval);
    analysis.play(first?.moves[0] ?? '');
    expect(analysis.ceval.lines).toEqual([]);
    await asked(2);
    expect(engine.asked[1]).toEqual({
      variant: 'shafran',
      fen: analysis.terms.startFen,
      moves: [first?.moves[0]],
      limits: { lines: 2 },
    });
  });

  it('is left alone by a step where there is no further one', async () => {
    await asked(1);
    analysis.step('previous');
    analysis.step('first');
    analysis.step('next');
    engine.answer();
    await vi.waitUntil(() => analysis.ceval.lines.length === 1);
    analysis.step('last');
    expect([engine.asked.length, analysis.ceval.lines.length]).toEqual([1, 1]);
  });

  it('does not take the evaluation of a position for that of another while it waits', async () => {
    await asked(1);
    engine.answer();
    await vi.waitUntil(() => analysis.ceval.lines.length === 1);
    const { eval: known } = analysis.ceval;
    analysis.ceval.pause('review', true);
    expect(analysis.ceval.eval).toBe(known);
    analysis.play('e2e5');
    expect(analysis.ceval.eval).toBeNull();
  });

  it('waits while it is off, hidden or away, and is remembered', async () => {
    await asked(1);
    analysis.ceval.on = false;
    analysis.play('e2e5');
    analysis.ceval.pause('hidden', true);
    analysis.ceval.on = true;
    expect(analysis.ceval.searching).toBe(false);
    analysis.ceval.pause('hidden', false);
    await asked(2);
    analysis.leave();
    expect([analysis.ceval.searching, engine.closed]).toEqual([false, 1]);
    analysis.ceval.on = false;
    expect(fresh().ceval.on).toBe(false);
  });

  it('says what went wrong, and tries again', async () => {
    engine.broken = true;
    await asked(1);
    engine.answer();
    await vi.waitUntil(() => analysis.ceval.error === 'unreachable');
    engine.broken = false;
    analysis.ceval.retry();
    await asked(2);
    engine.answer();
    await vi.waitUntil(() => analysis.ceval.lines.length === 1);
    expect(analysis.ceval.error).toBeNull();
  });

  it('asks nothing where the game is over', async () => {
    analysis.loadPosition('shafran', 'k4/6/7/8/9/9/8/7/6/4K w - - 0 1');
    expect([analysis.state.outcome?.reason, analysis.ceval.searching]).toEqual(['dead', false]);
  });
});

describe('the review', () => {
  it('judges every move, from the end to the start', async () => {
    await analysis.loadRecord(RECORD);
    engine.free = true;
    const running = analysis.reviewGame();
    expect(analysis.review.progress).toEqual({ done: 0, total: 4 });
    await running;
    const asked = engine.asked.filter(({ limits }) => limits.depth === 2);
    expect(asked.map(({ moves }) => moves.length)).toEqual([3, 2, 1, 0]);
    const [queen] = analysis.tree.mainLine();
    const reviewed = queen && analysis.review.moves.get(queen);
    expect([reviewed?.mark, analysis.review.result?.review.moves.length]).toEqual(['blunder', 3]);
    analysis.addLine(analysis.tree.root, reviewed?.better ?? []);
    expect(analysis.current.uci).toBe(reviewed?.better[0]);
    expect(sans()).toEqual(['Qxh9', 'e6', 'e3']);
    expect([analysis.review.progress, analysis.review.error]).toEqual([null, null]);
    analysis.begin('glinski');
    expect(analysis.review.result).toBeNull();
  });

  it('can be cancelled, and the evaluation then resumes', async () => {
    await analysis.loadRecord(RECORD);
    const running = analysis.reviewGame();
    await vi.waitUntil(() => engine.asked.some(({ limits }) => limits.depth === 2));
    expect(analysis.ceval.searching).toBe(false);
    analysis.cancelReview();
    await running;
    expect([analysis.review.progress, analysis.review.result, analysis.ceval.searching]).toEqual([null, null, true]);
  });

  /** Reviews the game except for its first `left` positions. */
  async function reviewAllBut(left: number): Promise<void> {
    const total = analysis.tree.mainLine().length + 1;
    const running = analysis.reviewGame();
    for (let done = 1; done <= total - left; done++) {
      const count = (): number => engine.asked.filter(({ limits }) => limits.depth === 2).length;
      await vi.waitUntil(() => count() === done);
      engine.answer();
      await vi.waitUntil(() => analysis.review.progress === null || analysis.review.progress.done === done);
    }
    analysis.cancelReview();
    await running;
  }

  const reviewed = (): [number, string[]] => {
    const { first = -1, review } = analysis.review.result ?? {};
    return [first, review?.moves.map((move) => move.eval.text) ?? []];
  };

  it('that is cancelled keeps the last moves', async () => {
    await analysis.loadRecord(RECORD);
    await reviewAllBut(2);
    const [first, moves] = reviewed();
    expect([first, moves.length]).toEqual([2, 1]);
    expect([...analysis.review.moves.keys()].map(({ san }) => san)).toEqual(['e3']);
    // A shorter request keeps the existing lines.
    engine.asked = [];
    await reviewAllBut(3);
    expect(reviewed()).toEqual([2, moves]);
    engine.asked = [];
    await reviewAllBut(0);
    expect([reviewed()[0], reviewed()[1].length]).toEqual([0, 3]);
  });

  it('that fails keeps the last moves, too', async () => {
    await analysis.loadRecord(RECORD);
    const running = analysis.reviewGame();
    for (let done = 1; done <= 3; done++) {
      await vi.waitUntil(() => engine.asked.filter(({ limits }) => limits.depth === 2).length === done);
      engine.broken = done === 3;
      engine.answer();
    }
    await running;
    expect([analysis.review.error, reviewed()[0], reviewed()[1].length]).toEqual(['unreachable', 2, 1]);
  });

  it('is there again at the next visit, whole or in part', async () => {
    await analysis.loadRecord(RECORD);
    for (const left of [2, 0]) {
      engine.asked = [];
      await reviewAllBut(left);
      const before = reviewed();
      analysis = await visitAgain();
      expect(reviewed()).toEqual(before);
      expect([...analysis.review.moves.keys()]).toEqual(analysis.tree.mainLine().slice(before[0]));
    }
    analysis.begin('shafran');
    expect(analysis.review.result).toBeNull();
  });

  it('of something else is not taken for that of the game', async () => {
    await analysis.loadRecord(RECORD);
    const moves = analysis.tree.mainLine().map(({ uci }) => uci);
    const { variant, startFen } = analysis.terms;
    await analysis.flush();
    const about = { eval: { cp: 0, text: '0.00', share: 0.5 }, moves: [] };
    const saved = { version: 1, variant, startFen, moves, first: 2, assessments: [about, about] };
    for (const [odd, kept] of [
      [{}, true],
      [{ moves: ['e2e5', ...moves.slice(1)] }, false],
      [{ startFen: 'x' }, false],
      [{ first: 1 }, false],
      [{ first: 9 }, false],
      [{ assessments: [about, { ...about, moves: ['a1a9'] }] }, false],
      [{ assessments: [about, { ...about, eval: {} }] }, false],
    ] as const) {
      const library = tab();
      const entry = await library.get(analysis.id ?? '');
      const data = { ...(entry?.data as object), review: { ...saved, ...odd } };
      const summary = { variant, plies: 3, fen: startFen };
      const made = await library.create({ kind: 'analysis', contents: { data, summary } });
      const again = fresh();
      expect(await again.open(made.answer === 'saved' ? made.entry.id : '')).toBe('opened');
      expect([again.review.result !== null, again.tree.all().length]).toEqual([kept, 3]);
    }
  });

  it('goes no further than the moves that are there', async () => {
    for (const uci of ['e2e5', 'e9e6', 'b1c4', 'h10g7']) analysis.play(uci);
    await reviewAllBut(0);
    const [, moves] = reviewed();
    analysis.step('previous');
    analysis.remove();
    expect(sans()).toEqual(['e5', 'e6']);
    expect([reviewed(), analysis.review.result?.nodes]).toEqual([[0, moves.slice(0, 2)], analysis.tree.mainLine()]);
    analysis.step('first');
    analysis.step('next');
    analysis.remove();
    expect(analysis.review.result).toBeNull();
  });

  it('ends when a move is taken out that it goes through', async () => {
    for (const uci of ['e2e5', 'e9e6']) analysis.play(uci);
    engine.asked = [];
    const running = analysis.reviewGame();
    await vi.waitUntil(() => engine.asked.some(({ limits }) => limits.depth === 2));
    analysis.remove();
    await running;
    expect([analysis.review.progress, analysis.review.result, sans()]).toEqual([null, null, ['e5']]);
  });

  it('says what went wrong', async () => {
    await analysis.loadRecord(RECORD);
    [engine.free, engine.broken] = [true, true];
    await analysis.reviewGame();
    expect([analysis.review.error, analysis.review.progress]).toEqual(['unreachable', null]);
  });

  it('needs no search of a game that is over', async () => {
    analysis.loadPosition('shafran', 'k4/1p1b2/2n1p2/1pBp1q2/9/7P1/8/3P3/1P1r2/1bB1K b - - 0 1');
    engine.free = true;
    const mate = analysis.state.moves.find(({ san }) => san.endsWith('#'));
    analysis.play(mate?.uci ?? '');
    await analysis.reviewGame();
    expect(engine.asked.filter(({ limits }) => limits.depth === 2).length).toBe(1);
    expect(analysis.review.result?.review.moves[0]).toMatchObject({ mark: null, eval: { text: '0-1', share: 0 } });
  });
});
