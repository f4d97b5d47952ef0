// @vitest-environment jsdom

/** Tests of learning from mistakes with the real rules and the real engine. */

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshBrowser, tab } from '../../domain/library/test-parts';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import type { AnalysisRequest } from '../../generated/types';
import type { Engine } from '../../wasm/saffron_engine.js';
import { AnalysisEngine } from '../../domain/review/analysis-engine';
import { Analysis } from './analysis.svelte';
import { Ceval } from './ceval.svelte';
import { GameReview } from '../../domain/review/game-review.svelte';
import { foundMistakes, isOfThisWeek, ownMistakes } from '../../domain/review/own-mistakes';
import { Retry, shareOf, verdictOf } from './retry.svelte';

let Module: { Engine: typeof Engine };
let analysis: Analysis;
let retry: Retry;
let library: ReturnType<typeof tab>;
let broken: boolean;

beforeAll(async () => {
  await startRules();
  Module = await startEngineModule();
});

/** White puts the queen en prise, and Black does not take it. */
const BLUNDERS = '[Variant "Shafran"]\n\n1. Qxh9 e6 2. e3 e5 3. Nc4 *\n';

beforeEach(async () => {
  freshBrowser();
  broken = false;
  const engine = new Module.Engine(1);
  const local = {
    analyse: (request: AnalysisRequest, onLine: Parameters<AnalysisEngine['analyse']>[1]) =>
      broken
        ? Promise.reject(new Error('unreachable'))
        : Promise.resolve(engine.analyse({ ...request, limits: { depth: 4, lines: 1 } }, onLine, () => false)),
    cancel: () => {},
    newGame: () => engine.newGame(),
    setVariants: () => {},
    close: () => {},
  };
  const remote = {
    isAvailable: () => Promise.resolve(false),
    analyse: () => Promise.reject(new Error()),
    newGame: () => {},
  };
  const analysisEngine = new AnalysisEngine(local, remote);
  const parts = {
    ceval: new Ceval(analysisEngine, { settlingMs: 0 }),
    review: new GameReview(analysisEngine, { depth: 4 }),
  };
  library = tab();
  analysis = new Analysis(analysisEngine, { ...parts, library });
  analysis.ceval.on = false;
  analysis.arrive();
  await analysis.loadRecord(BLUNDERS);
  await analysis.reviewGame();
  retry = new Retry(analysis, analysisEngine);
});

const sans = (): string[] => analysis.tree.all().map((node) => node.san);
const settled = (): Promise<void> => vi.waitFor(() => expect(retry.stage).not.toBe('judges'));

describe('the verdict', () => {
  it('is of the side that moves, by expected scores', () => {
    expect(verdictOf('w', 0.6, 0.2, 0.56)).toBe('solved');
    expect(verdictOf('w', 0.6, 0.2, 0.54)).toBe('better');
    expect(verdictOf('w', 0.6, 0.2, 0.24)).toBe('worse');
    expect(verdictOf('w', 0.6, 0.2, 0.9)).toBe('solved');
    expect(verdictOf('b', 0.4, 0.8, 0.44)).toBe('solved');
    expect(verdictOf('b', 0.4, 0.8, 0.6)).toBe('better');
    expect(verdictOf('b', 0.4, 0.8, 0.78)).toBe('worse');
  });

  it('counts the score of a game that is over', () => {
    expect([shareOf({ result: '1-0' }), shareOf({ result: '1/4-3/4' }), shareOf({ result: '*' })]).toEqual([
      1, 0.25, 0.5,
    ]);
  });
});

describe('a task', () => {
  it('shows the position before the mistake, and takes moves as attempts', async () => {
    retry.start('w');
    expect([retry.active, retry.stage, retry.number]).toEqual([true, 'asks', 1]);
    expect(retry.mistake?.san).toBe('Qxh9');
    expect(analysis.current.ply).toBe(0);
    const before = sans();
    expect(retry.take('d1h9')).toBe(true);
    expect(retry.verdict).toEqual({ verdict: 'same', san: 'Qxh9' });
    expect(sans()).toEqual(before);
    // Losing the other queen is no better and leaves nothing in the tree.
    const [best] = analysis.review.moves.get(retry.mistake ?? analysis.current)?.better ?? [];
    expect(retry.take(best ?? '')).toBe(true);
    await settled();
    expect([retry.stage, retry.solved, retry.verdict?.verdict]).toEqual(['solved', 1, 'solved']);
    expect(analysis.current.uci).toBe(best);
    // The board is that of the analysis again.
    expect(retry.take(analysis.state.moves[0]?.uci ?? '')).toBe(false);
  });

  it('is solved by any move that a review would not mark, and asks again after a bad one', async () => {
    retry.start('b');
    expect(retry.mistake?.san).toBe('e6');
    const capture = analysis.state.moves.filter(({ capture: taken }) => taken === 'h9');
    expect(capture.length).toBeGreaterThan(0);
    const before = sans();
    const bad = analysis.state.moves.find(({ role, capture: taken, uci }) => role === 'p' && !taken && uci !== 'e9e6');
    retry.take(bad?.uci ?? '');
    await settled();
    expect(retry.stage).toBe('asks');
    expect(['worse', 'better']).toContain(retry.verdict?.verdict);
    expect(analysis.current.ply, 'the position is there again').toBe(1);
    expect(sans(), 'and the wrong move is not').toEqual(before);
    retry.take(capture[0]?.uci ?? '');
    await settled();
    expect(retry.stage).toBe('solved');
  });

  it('can be shown, skipped and left, and ends with a summary', () => {
    retry.start('b');
    const { total } = retry;
    const before = analysis.current;
    retry.showSolution();
    expect(retry.stage).toBe('shown');
    expect(analysis.current.parent).toBe(before);
    for (let task = 0; task < total; task++) retry.next();
    expect([retry.stage, retry.solved]).toEqual(['over', 0]);
    retry.stop();
    expect(retry.active).toBe(false);
  });

  it('waits while another moment is looked at', () => {
    retry.start('w');
    analysis.step('last');
    expect(retry.away).toBe(true);
    expect(retry.take('e2e4')).toBe(false);
    retry.back();
    expect([retry.away, analysis.current.ply]).toEqual([false, 0]);
  });

  it('says what went wrong with the engine, and asks again', async () => {
    retry.start('w');
    broken = true;
    const before = sans();
    const [best] = analysis.review.moves.get(retry.mistake ?? analysis.current)?.better ?? [];
    const move = analysis.state.moves.find(({ uci }) => uci !== best && uci !== retry.mistake?.uci);
    retry.take(move?.uci ?? '');
    await settled();
    expect([retry.error, retry.stage, analysis.current.ply]).toEqual(['unreachable', 'asks', 0]);
    expect(sans()).toEqual(before);
  });
});

it('holds the engine’s lines, and ends with the review that it is about', () => {
  analysis.ceval.on = true;
  retry.start('w');
  expect(analysis.ceval.searching).toBe(false);
  analysis.begin('glinski');
  expect(retry.active).toBe(false);
  retry.stop();
  expect(analysis.ceval.searching).toBe(true);
});

it('does not begin where a side has made no mistake', async () => {
  await analysis.loadRecord('[Variant "Shafran"]\n\n1. e5 *\n');
  retry.start('b');
  expect(retry.active).toBe(false);
});

describe('the visitor’s own mistakes', () => {
  const now = Date.now();
  const own = (name: string | null = null, at = now): ReturnType<typeof ownMistakes> =>
    ownMistakes(library, { name, now: at });

  it('are those of their side in reviewed games, until better moves are found', async () => {
    await analysis.flush();
    const [game, ...others] = await own();
    expect(others).toEqual([]);
    expect(game).toMatchObject({ side: 'w', found: [] });
    expect(game?.fen.split(' ')[1]).toBe('w');
    const plies = game?.plies ?? [];
    expect(plies[0]).toBe(1);
    retry.start('w');
    retry.take(analysis.review.moves.get(retry.mistake ?? analysis.current)?.better[0] ?? '');
    await settled();
    retry.stop();
    await analysis.flush();
    const [after] = await own();
    expect(after).toMatchObject({ plies, found: [1] });
    expect(after?.fen).not.toBe(game?.fen);
    expect(foundMistakes(analysis.id ?? '')).toEqual([1]);
    // The next time the others come first.
    retry.start('w', [1]);
    expect(retry.mistake?.ply).toBe(plies[1]);
    retry.start('w', plies);
    expect(retry.mistake?.ply).toBe(1);
  });

  it('are shown for four weeks', async () => {
    await analysis.flush();
    const day = 86_400_000;
    const [game] = await own(null, now + 27 * day);
    expect(game && [isOfThisWeek(game, now + 6 * day), isOfThisWeek(game, now + 8 * day)]).toEqual([true, false]);
    expect(await own(null, now + 29 * day)).toEqual([]);
  });
});
