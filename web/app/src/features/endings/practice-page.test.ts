// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import { endgameTables } from '../../domain/tables';
import type { Side } from '../../generated/types';
import Practice from './Practice.svelte';

vi.hoisted(() => {
  // jsdom has no layout.
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
  window.ResizeObserver = class {
    observe = (): void => undefined;
    unobserve = (): void => undefined;
    disconnect = (): void => undefined;
  };
});

beforeAll(startRules);
afterEach(() => vi.restoreAllMocks());

test('the wins of a side are practised with this side at the bottom', async () => {
  const exercise = vi.spyOn(endgameTables, 'exercise').mockRejectedValue(new Error('no server'));
  const tops: number[] = [];
  for (const winner of ['w', 'b'] as Side[]) {
    const props = { variant: 'shafran', ending: 'KBKP', winners: [winner], onback: () => undefined } as const;
    const page = mount(Practice, { target: document.body, props });
    flushSync();
    const [, y = ''] = (document.querySelector('[data-cell="e1"]')?.getAttribute('points') ?? '').split(/[, ]/);
    tops.push(Number(y));
    await unmount(page);
  }
  expect(tops[1]).toBeCloseTo(-(tops[0] ?? 0));
  expect(exercise.mock.calls).toEqual([
    ['shafran', 'KBKP', 'w'],
    ['shafran', 'KBKP', 'b'],
  ]);
});
