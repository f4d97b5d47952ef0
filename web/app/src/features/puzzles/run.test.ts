// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import type { Puzzle } from '../../domain/puzzles';
import { bestOf, nearRating, PuzzleRun, STORM_MS } from './run.svelte';
import type { RunKind } from './run.svelte';

beforeAll(startRules);
beforeEach(() => localStorage.clear());

/** Mates in one by the queen (Qc2), with different ratings. */
const puzzles: Puzzle[] = Array.from({ length: 12 }, (_, index) => ({
  id: `p${index}`,
  variant: 'shafran',
  fen: '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1',
  moves: ['e6c2'],
  rating: 500 + 50 * index,
  themes: ['mate'],
}));
const RIGHT = 'e6c2';
const WRONG = 'd2d3';

let open: PuzzleRun | null = null;
afterEach(() => {
  open?.close();
  open = null;
  vi.useRealTimers();
});

function run(kind: RunKind) {
  let time = 0;
  const made = new PuzzleRun('shafran', {
    kind,
    puzzles,
    surroundings: { random: () => 0, pause: async () => undefined, now: () => time },
  });
  open = made;
  return {
    made,
    settled: () => vi.advanceTimersByTimeAsync(0),
    async pass(ms: number): Promise<void> {
      time += ms;
      await vi.advanceTimersByTimeAsync(1000);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());

describe('a streak', () => {
  it('becomes harder, and ends with the first wrong move', async () => {
    const { made, settled } = run('streak');
    const ratings = [];
    for (let count = 0; count < 4; count++) {
      await settled();
      ratings.push(made.solving.puzzle.rating);
      made.play(RIGHT);
      await settled();
    }
    expect(ratings.at(-1)).toBeGreaterThan(ratings[0] ?? 0);
    expect([made.score, made.over]).toEqual([4, false]);
    made.play(WRONG);
    expect([made.score, made.over, made.tried.length, made.best]).toEqual([4, true, 5, 4]);
    expect(bestOf('shafran', 'streak')).toBe(4);
    made.play(RIGHT);
    expect(made.tried).toHaveLength(5);
  });

  it('allows one puzzle to be skipped', async () => {
    const { made, settled } = run('streak');
    const first = made.solving.puzzle.id;
    made.skip();
    const second = made.solving.puzzle.id;
    made.skip();
    await settled();
    expect([first === second, made.solving.puzzle.id === second, made.maySkip]).toEqual([false, true, false]);
  });
});

describe('a storm', () => {
  it('starts its clock with the first move, and a wrong move costs ten seconds', async () => {
    const { made, settled, pass } = run('storm');
    await pass(60_000);
    expect(made.left).toBe(STORM_MS);
    await settled();
    made.play(RIGHT);
    await settled();
    made.play(WRONG);
    await settled();
    expect([made.left, made.score, made.over]).toEqual([STORM_MS - 10_000, 1, false]);
    made.play(RIGHT);
    await pass(STORM_MS - 10_001);
    expect([made.left, made.over]).toEqual([1, false]);
    await pass(1);
    expect([made.left, made.over, made.score, made.tried.length]).toEqual([0, true, 2, 3]);
    expect(bestOf('shafran', 'storm')).toBe(2);
    expect(bestOf('shafran', 'streak')).toBe(0);
  });

  it('ends when there is no further puzzle', async () => {
    const { made, settled } = run('storm');
    for (let count = 0; count < puzzles.length; count++) {
      await settled();
      made.play(RIGHT);
      await settled();
    }
    expect([made.over, made.score]).toEqual([true, puzzles.length]);
  });
});

it('the nearest puzzle is chosen where none is near', () => {
  expect(nearRating(puzzles, 3000, new Set(), () => 0)?.id).toBe('p11');
  expect(nearRating(puzzles, 3000, new Set(['p11']), () => 0)?.id).toBe('p10');
  expect(nearRating([], 3000, new Set(), () => 0)).toBeUndefined();
});

it('a best result that cannot be read is none', () => {
  localStorage.setItem('saffron.puzzle-runs', '{"shafran/storm":"x"}');
  expect(bestOf('shafran', 'storm')).toBe(0);
});
