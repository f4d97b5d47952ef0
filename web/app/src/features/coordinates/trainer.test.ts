// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bestOf, CoordinateTrainer, ROUND_MS } from './trainer.svelte';
import type { Mode } from './trainer.svelte';

const CELLS = Array.from({ length: 30 }, (_, index) => ({
  name: `${'abcdef'[index % 6] ?? ''}${Math.floor(index / 6) + 1}`,
  x: index % 6,
  y: Math.floor(index / 6),
}));

let open: CoordinateTrainer | null = null;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  open?.close();
  vi.useRealTimers();
});

function trainer(mode: Mode) {
  let time = 0;
  let seed = 0;
  const random = (): number => (seed = (seed * 7 + 3) % 31) / 31;
  const made = new CoordinateTrainer('glinski', mode, CELLS, { random, now: () => time });
  open = made;
  return {
    made,
    pass(ms: number): void {
      time += ms;
      vi.advanceTimersByTime(200);
    },
  };
}

it('a round counts the cells that were found, and keeps the best', () => {
  const { made, pass } = trainer('find');
  made.answer('a1');
  expect([made.score, made.mistakes]).toEqual([0, 0]);
  made.start();
  for (let count = 0; count < 3; count++) {
    const wanted = made.target;
    made.answer(wanted);
    expect(made.target).not.toBe(wanted);
  }
  pass(ROUND_MS - 1000);
  expect([made.running, made.left]).toEqual([true, 1000]);
  pass(2000);
  expect([made.running, made.over, made.score, made.best]).toEqual([false, true, 3, 3]);
  made.answer(made.target);
  expect(made.score).toBe(3);
  expect([bestOf('glinski', 'find'), bestOf('glinski', 'name'), bestOf('shafran', 'find')]).toEqual([3, 0, 0]);
});

it('a wrong answer leaves the task as it is', () => {
  const { made } = trainer('name');
  made.start();
  const wanted = made.target;
  const wrong = made.names.find((name) => name !== wanted) ?? '';
  made.answer(wrong);
  expect([made.target, made.mistakes, made.last]).toEqual([wanted, 1, { cell: wrong, right: false }]);
});

it('the wanted name is one of four different ones, near each other', () => {
  const { made } = trainer('name');
  made.start();
  for (let count = 0; count < 40; count++) {
    expect(made.names).toHaveLength(4);
    expect(new Set(made.names).size).toBe(4);
    expect(made.names).toContain(made.target);
    made.answer(made.target);
  }
});

it('a smaller score does not replace the best one', () => {
  for (const score of [2, 1]) {
    const { made, pass } = trainer('find');
    made.start();
    for (let count = 0; count < score; count++) made.answer(made.target);
    pass(ROUND_MS + 1);
  }
  expect(bestOf('glinski', 'find')).toBe(2);
});
