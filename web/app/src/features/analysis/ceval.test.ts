// @vitest-environment jsdom

/** Tests of the position's evaluation with the real engine: depth, searching deeper, and the threat. */

import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { freshBrowser } from '../../domain/library/test-parts';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { newGame } from '../../domain/rules';
import type { AnalysisRequest } from '../../generated/types';
import type { Engine } from '../../wasm/saffron_engine.js';
import { AnalysisEngine } from '../../domain/review/analysis-engine';
import { Ceval, parseCevalSettings } from './ceval.svelte';
import type { Subject } from './ceval.svelte';
import { threatOf } from './threat';

let Module: { Engine: typeof Engine };
let asked: AnalysisRequest[];
let ceval: Ceval;

beforeAll(async () => {
  await startRules();
  Module = await startEngineModule();
});

/** Depth at which a search without one ends, as the server's ends after a time. */
const MIN_DEPTH = 3;

function fresh(settlingMs = 0): Ceval {
  const engine = new Module.Engine(1);
  const local = {
    analyse: (request: AnalysisRequest, onLine: Parameters<AnalysisEngine['analyse']>[1]) => {
      asked.push(request);
      const limits = { ...request.limits, depth: request.limits.depth === undefined ? MIN_DEPTH + asked.length : 2 };
      return Promise.resolve(engine.analyse({ ...request, limits }, onLine, () => false));
    },
    cancel: () => {},
    newGame: () => {},
    setVariants: () => {},
    close: () => {},
  };
  const remote = {
    isAvailable: () => Promise.resolve(false),
    analyse: () => Promise.reject(new Error()),
    newGame: () => {},
  };
  return new Ceval(new AnalysisEngine(local, remote), { settlingMs });
}

function subject(moves: string[] = []): Subject {
  const game = newGame('shafran');
  const fen = game.startFen();
  for (const move of moves) game.play(move);
  const state = game.state();
  game.free();
  return { request: { variant: 'shafran', fen, moves }, legal: state.moves.length, passed: () => threatOf(state) };
}

const done = (): Promise<void> => vi.waitFor(() => expect(ceval.searching).toBe(false));

beforeEach(() => {
  freshBrowser();
  asked = [];
  ceval = fresh();
});

it('searches to the chosen depth, also on the next visit, and deeper on request', async () => {
  ceval.depth = 20;
  ceval.at(subject());
  expect(ceval.canGoDeeper).toBe(false);
  await done();
  expect(asked[0]?.limits).toEqual({ lines: 1, depth: 20 });
  const shallow = ceval.lines[0];
  expect(ceval.canGoDeeper).toBe(true);
  ceval.goDeeper();
  expect(ceval.lines[0], 'what is known stays').toEqual(shallow);
  expect(ceval.canGoDeeper).toBe(false);
  await done();
  expect(asked[1]?.limits).toEqual({ lines: 1 });
  expect(ceval.lines[0]?.depth).toBeGreaterThan(shallow?.depth ?? 0);
  // The next position is searched as it was chosen.
  ceval.at(subject(['e2e5']));
  await done();
  expect(asked[2]?.limits).toEqual({ lines: 1, depth: 20 });
  expect(fresh().depth).toBe(20);
});

it('searches at once, but only the last position of quick steps', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    ceval = fresh(120);
    ceval.at(subject());
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.length).toBe(1);
    for (const moves of [['e2e5'], ['e2e5', 'e9e6']]) ceval.at(subject(moves));
    await vi.advanceTimersByTimeAsync(110);
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(asked.length).toBe(2);
    expect(asked[1]?.moves).toEqual(['e2e5', 'e9e6']);
  } finally {
    vi.useRealTimers();
  }
});

it('reads what is stored, and nothing else', () => {
  expect(parseCevalSettings({ on: false, count: 3, depth: 16 })).toEqual({ on: false, count: 3, depth: 16 });
  for (const wrong of [null, { count: 9, depth: 17 }, { count: 1.5 }, { count: '3' }, { count: 0, depth: '16' }]) {
    expect(parseCevalSettings(wrong)).toEqual({ on: true, count: 1, depth: null });
  }
});

it('shows the threat of the side that waits, and leaves the evaluation alone', async () => {
  ceval.at(subject());
  await done();
  const { eval: known } = ceval;
  ceval.toggleThreat();
  expect(ceval.threat).toBe(true);
  await done();
  expect(asked[1]?.fen).toMatch(/ b /);
  expect(ceval.lines.length).toBe(1);
  expect(ceval.eval).toEqual(known);
  // Another position is looked at as it is.
  ceval.at(subject(['e2e5']));
  expect(ceval.threat).toBe(false);
  await done();
  expect(asked[2]?.moves).toEqual(['e2e5']);
});

it('has no threat if a pass is not possible or while it is off', async () => {
  ceval.at({ ...subject(), passed: () => null });
  ceval.toggleThreat();
  expect(ceval.threat).toBe(false);
  ceval.at(subject());
  ceval.on = false;
  ceval.toggleThreat();
  expect(ceval.threat).toBe(false);
});
