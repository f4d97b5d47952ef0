// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setFetch } from '../../domain/api';
import { BOARDS_MS, HostBoards } from './host-boards.svelte';

const passed = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

let waits: Record<string, boolean>;
let hosting: boolean;
let fails: boolean;
let requests: number;
let went: string[];
let boards: HostBoards;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [waits, hosting, fails, requests, went] = [{ a: true, b: true, c: false }, true, false, 0, []];
  setFetch(() => {
    requests += 1;
    const games = Object.entries(waits).map(([game, waiting]) => ({ game, waits: waiting }));
    return Promise.resolve(new Response(JSON.stringify({ games, hosting }), { status: fails ? 500 : 200 }));
  });
  boards = new HostBoards('simul12345', 'a', (path) => went.push(path));
  close = boards.open();
});

afterEach(() => {
  close();
  vi.useRealTimers();
  setFetch((address, init) => fetch(address, init));
});

const known = (): readonly string[] | null => boards.waiting;

test('the host sees the other boards that wait, and goes to the next one', async () => {
  await passed(0);
  expect(known()).toEqual(['b']);
  waits = { a: false, b: false, c: true };
  await boards.next();
  expect(went).toEqual(['/live/c']);
});

test('a board that no longer waits is not opened', async () => {
  await passed(0);
  waits = { a: true, b: false, c: false };
  await boards.next();
  expect(went).toEqual([]);
  expect(known()).toEqual([]);
});

test('the boards are asked for from time to time, and stay known without a reply', async () => {
  await passed(0);
  fails = true;
  await passed(BOARDS_MS);
  expect(requests).toBe(2);
  expect(known()).toEqual(['b']);
  close();
  await passed(3 * BOARDS_MS);
  expect(requests).toBe(2);
});

test('others than the host have no next board', async () => {
  hosting = false;
  await passed(0);
  await boards.next();
  expect(known()).toBeNull();
  expect(went).toEqual([]);
});
