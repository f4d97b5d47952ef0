// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { scriptedEngine } from '../../domain/scripted-worker';
import { mostThreads, parseThreads, Threads } from './threads.svelte';

describe('threads of the engine', () => {
  it('are bounded by the machine, and one where memory cannot be shared', () => {
    expect([1, 2, 4, 8, 64].map((processors) => mostThreads(true, processors))).toEqual([1, 2, 4, 8, 8]);
    expect(mostThreads(false, 16)).toBe(1);
  });

  it('leave a processor to the page by default', () => {
    expect([1, 2, 4, 9, 64].map((count) => parseThreads(null, mostThreads(true, count), count))).toEqual([
      1, 1, 3, 8, 8,
    ]);
    expect(parseThreads(4, 4, 4)).toBe(4);
    expect(parseThreads(7, 4, 4)).toBe(4);
    for (const wrong of [0, -1, 1.5, '3', NaN]) expect(parseThreads(wrong, 4, 4)).toBe(3);
  });
});

describe('Threads', () => {
  beforeEach(() => localStorage.clear());

  it('tells the engine, says what it has, and remembers what was wished', () => {
    const { engine, workers } = scriptedEngine(true);
    const threads = new Threads(engine, true, 4);
    expect([threads.most, threads.wished, threads.running]).toEqual([4, 3, null]);
    expect(workers).toHaveLength(0);
    engine.start();
    expect(workers[0]?.received[0]).toMatchObject({ type: 'init', threads: 3 });
    // A helper may fail to start.
    workers[0]?.say({ type: 'ready', threads: 2 });
    expect(threads.running).toBe(2);

    threads.wished = 4;
    expect(workers[0]?.ended).toBe(true);
    expect(workers[1]?.received[0]).toMatchObject({ type: 'init', threads: 4 });
    workers[0]?.say({ type: 'ready', threads: 3 });
    expect(threads.running).toBe(null);
    workers[1]?.say({ type: 'ready', threads: 4 });
    expect(threads.running).toBe(4);
    expect(new Threads(engine, true, 8).wished).toBe(4);
    expect(new Threads(engine, false, 8).wished).toBe(1);
  });
});
