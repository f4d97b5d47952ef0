// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRules } from '../modules-for-tests';
import { newGame } from '../rules';
import { keys, write } from '../storage';
import { migrate } from './migration';
import { startLibrary } from './start';
import { freshBrowser, quotaError, refusing, tab } from './test-parts';

beforeAll(startRules);
beforeEach(freshBrowser);

/** The start of Gliński's game. */
function startFen(): string {
  const game = newGame('glinski');
  const fen = game.startFen();
  game.free();
  return fen;
}

/** Returns legal moves from the start, and the position after them. */
function played(count: number): { moves: string[]; fen: string } {
  const game = newGame('glinski');
  for (let ply = 0; ply < count; ply++) game.playOn(game.state().moves[0]?.uci ?? '');
  const moves = game.history().map(({ uci }) => uci);
  const { fen } = game.state();
  game.free();
  return { moves, fen };
}

const base = (): { version: 1; variant: string; startFen: string } => ({
  version: 1,
  variant: 'glinski',
  startFen: startFen(),
});

const old = (): string[] => keys().filter((key) => /^saffron\.(game|analysis|review)$/.test(key));

describe('what earlier versions have kept', () => {
  it('becomes entries, once', async () => {
    const { moves, fen } = played(3);
    const game = { ...base(), moves, ending: { kind: 'resign', side: 'w' }, computer: 'b', level: 4, flipped: false };
    // The second move has a variation.
    const tree = [
      [0, moves[0]],
      [1, moves[1]],
      [1, 'a1a1'],
      [2, moves[2]],
    ];
    const analysis = { ...base(), tags: [], moves: tree, at: 1, given: 0, ending: null, flipped: true };
    const review = { ...base(), moves, first: 0, assessments: [null] };
    write('saffron.game', game);
    write('saffron.analysis', analysis);
    write('saffron.review', review);
    write('saffron.choice', { variant: 'glinski' });
    const library = tab();
    await startLibrary(library);
    const [kept] = await library.list({ kind: 'game' });
    expect(kept).toMatchObject({ variant: 'glinski', plies: 3, fen, black: { level: 4 }, result: '0-1', name: '' });
    expect(kept).not.toHaveProperty('white');
    expect((await library.get(kept?.id ?? ''))?.data).toEqual(game);
    const [looked] = await library.list({ kind: 'analysis' });
    expect(looked).toMatchObject({ plies: 3, fen });
    expect((await library.get(looked?.id ?? ''))?.data).toEqual({ ...analysis, review });
    expect(old()).toEqual([]);
    expect(await migrate(library)).toBe(0);
    expect(await library.list()).toHaveLength(2);
  });

  it('is made of two tabs that start at once one entry', async () => {
    write('saffron.game', { ...base(), ...played(1), computer: null, level: 1 });
    const counts = await Promise.all([migrate(tab()), migrate(tab())]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await tab().list()).toHaveLength(1);
  });

  it('includes a review whose analysis is another one', async () => {
    const { moves, fen } = played(2);
    const review = { ...base(), moves, first: 0, assessments: [null] };
    const analysis = { ...base(), variant: 'shafran', startFen: 'x', moves: [[0, 'a1a2']], at: 0 };
    write('saffron.analysis', analysis);
    write('saffron.review', review);
    const library = tab();
    expect(await migrate(library)).toBe(2);
    const entries = await Promise.all((await library.list()).map(({ id }) => library.get(id)));
    expect(entries.find((entry) => entry?.variant === 'glinski')).toMatchObject({
      plies: 2,
      fen,
      data: {
        version: 1,
        moves: [
          [0, moves[0]],
          [1, moves[1]],
        ],
        given: 2,
        review,
      },
    });
    // Although the rules cannot replay it.
    expect(entries.find((entry) => entry?.variant === 'shafran')).toMatchObject({ fen: 'x', plies: 1, data: analysis });
  });

  it('is no entry where nothing was done', async () => {
    write('saffron.game', { ...base(), moves: [], computer: null, level: 1 });
    write('saffron.analysis', { ...base(), moves: [], at: 0 });
    const library = tab();
    expect(await migrate(library)).toBe(0);
    expect(await library.list()).toEqual([]);
    expect(old()).toEqual([]);
  });

  it('stays until it is written', async () => {
    const { moves } = played(1);
    write('saffron.game', { ...base(), moves, computer: null, level: 1 });
    expect(await migrate(tab(undefined, { open: () => refusing(quotaError) }))).toBe(0);
    expect(old()).toEqual(['saffron.game']);
    const none = tab(undefined, { open: () => Promise.reject(new Error('none')) });
    expect(await migrate(none)).toBe(1);
    expect(await none.list()).toHaveLength(1);
    expect(old()).toEqual(['saffron.game']);
    expect(await migrate(tab())).toBe(1);
    expect(old()).toEqual([]);
  });

  it('stays where it cannot be read', async () => {
    localStorage.setItem('saffron.game', '{"version":7}');
    localStorage.setItem('saffron.analysis', 'not JSON');
    expect(await migrate(tab())).toBe(0);
    expect(old().sort()).toEqual(['saffron.analysis', 'saffron.game']);
  });
});
