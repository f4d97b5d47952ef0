import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockText, GameClock, parseClock } from './clock.svelte';

describe('a clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs for the side that is to move, and adds the increment after its move', () => {
    const clock = new GameClock({ initial: 60, increment: 2 });
    clock.start('w');
    vi.advanceTimersByTime(10_000);
    expect(clock.left('w')).toBe(50_000);
    expect(clock.left('b')).toBe(60_000);
    clock.press('w');
    vi.advanceTimersByTime(5_000);
    expect(clock.left('w')).toBe(52_000);
    expect(clock.left('b')).toBe(55_000);
  });

  it('names the side that has no time left, once', () => {
    const clock = new GameClock({ initial: 1, increment: 0 });
    const flag = vi.fn();
    clock.onFlag = flag;
    clock.start('b');
    vi.advanceTimersByTime(5_000);
    expect(flag.mock.calls).toEqual([['b']]);
    expect(clock.left('b')).toBe(0);
    expect(clock.running).toBeNull();
  });

  it('continues with the stored time', () => {
    const clock = new GameClock({ initial: 300, increment: 3 });
    clock.start('w');
    vi.advanceTimersByTime(1_500);
    const saved = parseClock(JSON.parse(JSON.stringify(clock.saved())));
    expect(saved).toEqual({ initial: 300, increment: 3, w: 298_500, b: 300_000 });
    clock.stop();
    if (saved) expect(new GameClock(saved, saved).left('w')).toBe(298_500);
  });

  it('continues from given times without a stop', () => {
    const clock = new GameClock({ initial: 300, increment: 3 });
    clock.start('w');
    vi.advanceTimersByTime(1_500);
    clock.set({ w: 200_000, b: 100_000 });
    vi.advanceTimersByTime(500);
    expect([clock.running, clock.left('w'), clock.left('b')]).toEqual(['w', 199_500, 100_000]);
  });

  it('warns when little time is left', () => {
    const clock = new GameClock({ initial: 300, increment: 0 }, { w: 19_000, b: 20_000 });
    expect([clock.isLow('w'), clock.isLow('b')]).toEqual([true, false]);
  });
});

it('refuses what is no clock', () => {
  for (const value of [
    null,
    5,
    {},
    { initial: 0, increment: 0, w: 1, b: 1 },
    { initial: 60, increment: 0, w: -1, b: 1 },
  ]) {
    expect(parseClock(value)).toBeNull();
  }
});

it('is written as clocks are', () => {
  expect([0, 9_870, 10_000, 252_999, 3_723_000].map(clockText)).toEqual(['0.0', '9.8', '0:10', '4:12', '1:02:03']);
});
