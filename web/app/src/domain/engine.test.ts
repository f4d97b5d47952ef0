import { describe, expect, it } from 'vitest';
import type { AnalysisRequest, EngineLine, AnalysisResult } from '../generated/types';
import type { SearchRequest } from './engine-protocol';
import { scriptedEngine } from './scripted-worker';
import type { ScriptedWorker } from './scripted-worker';

const REQUEST: SearchRequest = { variant: 'shafran', fen: 'f', moves: [], limits: { level: 1 } };

function stopFlag(worker: ScriptedWorker): number {
  const init = worker.received[0];
  if (init?.type !== 'init' || !init.stop) throw new Error('no shared flag');
  return Atomics.load(new Int32Array(init.stop), 0);
}

function searchId(worker: ScriptedWorker): number {
  const search = worker.received.findLast((message) => message.type === 'search');
  if (search?.type !== 'search') throw new Error('no search was asked');
  return search.id;
}

/** Returns a seeded generator of numbers from 0 to below 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

describe('EngineClient', () => {
  it.each([true, false])('never has two workers, whatever is asked in whatever order (shared memory: %s)', (shared) => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = random(seed);
      const { engine, workers, last } = scriptedEngine(shared);
      const analysis: AnalysisRequest = { variant: 'shafran', fen: 'f', moves: [], limits: { lines: 1 } };
      const answers: Promise<unknown>[] = [];
      const steps: (() => void)[] = [
        () => engine.start(),
        () => answers.push(engine.search(REQUEST).catch(() => null)),
        () => answers.push(engine.analyse(analysis, () => undefined).catch(() => null)),
        () => engine.cancel(),
        () => engine.newGame(),
        () => engine.close(),
        () => engine.setVariants(next() < 0.5 ? ['one'] : []),
        () => engine.setThreads(1 + Math.floor(next() * 3)),
        () => workers.length > 0 && last().say({ type: 'ready', threads: 1 }),
        () => workers.length > 0 && last().say({ type: 'failed', message: 'unreachable' }),
        () => workers[0]?.onerror?.({ message: '' } as ErrorEvent),
      ];
      for (let step = 0; step < 60; step++) {
        steps[Math.floor(next() * steps.length)]?.();
        expect(workers.filter((worker) => !worker.ended).length, `seed ${seed}, step ${step}`).toBeLessThanOrEqual(1);
      }
      engine.close();
      expect(workers.every((worker) => worker.ended)).toBe(true);
    }
  });

  it('passes an analysis on with its lines, and ends it when another is asked', async () => {
    const { engine, last } = scriptedEngine(true);
    const request: AnalysisRequest = { variant: 'shafran', fen: 'f', moves: [], limits: { lines: 2 } };
    const numbers: number[] = [];
    const ask = (): Promise<AnalysisResult | null> => engine.analyse(request, (line) => numbers.push(line.number));
    const [first, second] = [ask(), ask()];
    expect(await first).toBeNull();
    const asked = last().received.filter((message) => message.type === 'analyse');
    expect(asked.map((message) => message.request)).toEqual([request, request]);
    const [old, id] = asked.map((message) => message.id);
    if (old === undefined || id === undefined) throw new Error('no number');
    expect(stopFlag(last())).toBe(id);
    const found: AnalysisResult = { depth: 1, nodes: 1, nps: 1, timeMs: 1, lines: [] };
    last().say({ type: 'line', id: old, line: { number: 1 } as EngineLine });
    last().say({ type: 'found', id: old, found });
    last().say({ type: 'line', id, line: { number: 2 } as EngineLine });
    last().say({ type: 'found', id, found });
    expect(await second).toEqual(found);
    expect(numbers).toEqual([2]);
  });

  it('passes a search on and its answers back', async () => {
    const { engine, workers, last } = scriptedEngine(true);
    const depths: number[] = [];
    const answer = engine.search(REQUEST, (info) => depths.push(info.depth));
    const id = searchId(last());
    expect(stopFlag(last())).toBe(id);
    const info = { depth: 3, seldepth: 4, score: { cp: 1 }, nodes: 9, timeMs: 1, pv: [], multiPv: 1 };
    last().say({ type: 'info', id, info });
    last().say({ type: 'info', id: id + 7, info: { ...info, depth: 9 } });
    last().say({ type: 'done', id, result: { best: 'e2e5', ponder: null } });
    expect(await answer).toEqual({ best: 'e2e5', ponder: null });
    expect(depths).toEqual([3]);
    expect(workers).toHaveLength(1);
  });

  it('stops a search through the shared flag and keeps the worker', async () => {
    const { engine, last } = scriptedEngine(true);
    const answer = engine.search(REQUEST);
    const id = searchId(last());
    engine.cancel();
    expect(await answer).toBeNull();
    expect(stopFlag(last())).not.toBe(id);
    expect(last().ended).toBe(false);
    // Late output of the stopped search must not reach the next one.
    const next = engine.search(REQUEST);
    last().say({ type: 'done', id, result: { best: 'a2a3', ponder: null } });
    last().say({ type: 'done', id: searchId(last()), result: { best: 'e2e5', ponder: null } });
    expect((await next)?.best).toBe('e2e5');
  });

  it('ends the worker where memory cannot be shared', async () => {
    const { engine, workers } = scriptedEngine(false);
    const answer = engine.search(REQUEST);
    engine.cancel();
    expect(await answer).toBeNull();
    expect(workers[0]?.ended).toBe(true);
    void engine.search(REQUEST);
    expect(workers).toHaveLength(2);
  });

  it('tells every worker the variants of the visitor, and replaces one that knows others', async () => {
    const { engine, workers, last } = scriptedEngine(true);
    const told = (): unknown => last().received[0];
    engine.setVariants(['one']);
    expect(workers).toHaveLength(0);
    engine.start();
    expect(told()).toMatchObject({ type: 'init', variants: ['one'] });
    engine.setVariants(['one']);
    expect(workers).toHaveLength(1);
    const answer = engine.search(REQUEST);
    engine.setVariants(['one', 'two']);
    expect(await answer).toBeNull();
    expect(workers).toHaveLength(2);
    expect(workers[0]?.ended).toBe(true);
    expect(told()).toMatchObject({ type: 'init', variants: ['one', 'two'] });
    // After a panic, too.
    const broken = engine.search(REQUEST);
    last().say({ type: 'failed', id: searchId(last()), message: 'unreachable' });
    await expect(broken).rejects.toThrow('unreachable');
    void engine.search(REQUEST);
    expect(workers).toHaveLength(3);
    expect(told()).toMatchObject({ type: 'init', variants: ['one', 'two'] });
  });

  it('reports a panic and restarts', async () => {
    const { engine, workers, last } = scriptedEngine(true);
    const answer = engine.search(REQUEST);
    last().say({ type: 'failed', id: searchId(last()), message: 'unreachable' });
    await expect(answer).rejects.toThrow('unreachable');
    expect(workers[0]?.ended).toBe(true);
    const next = engine.search(REQUEST);
    expect(workers).toHaveLength(2);
    last().say({ type: 'done', id: searchId(last()), result: { best: 'e2e5', ponder: null } });
    expect((await next)?.best).toBe('e2e5');
  });

  it('reports a worker that cannot be loaded', async () => {
    const { engine, last } = scriptedEngine(true);
    const answer = engine.search(REQUEST);
    last().onerror?.({ message: '' } as ErrorEvent);
    await expect(answer).rejects.toThrow('engine_not_loaded');
  });
});
