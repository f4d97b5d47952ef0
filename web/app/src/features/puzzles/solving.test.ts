import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import type { Puzzle } from '../../domain/puzzles';
import { settings } from '../../ui/settings.svelte';
import { sentenceOf } from './puzzle-text';
import { Solving } from './solving.svelte';

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});

/** White's king steps away, Black's pawn follows, and the queen mates (Qc2). */
const MATE: Puzzle = {
  id: 'bcdfghjkmn',
  variant: 'shafran',
  fen: '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1',
  moves: ['e6c2'],
  rating: 900,
  themes: ['mate', 'mateIn1', 'oneMove'],
};

/** Returns a puzzle with a mistake before it: the first moves of a game, of which only the order matters here. */
const LINE: Puzzle = {
  id: 'kmnpqrstvw',
  variant: 'shafran',
  fen: 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1',
  moves: ['e2e4', 'e9e8', 'd2d3', 'e8e7'],
  rating: 1200,
  themes: ['short'],
};

let open: Solving | null = null;
afterEach(() => {
  open?.close();
  open = null;
});

/** Returns a puzzle on the board whose opponent waits for a signal, and replies to a wrong move with the first legal one. */
function solve(puzzle: Puzzle, reply: (moves: readonly string[]) => string | null = ([first]) => first ?? null) {
  let waiting: (() => void) | null = null;
  const solving: Solving = new Solving(puzzle, {
    pause: () => new Promise((done) => (waiting = done)),
    refute: async (): Promise<string | null> => reply((solving.state?.moves ?? []).map(({ uci }) => uci)),
  });
  open = solving;
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
  return {
    solving,
    async continue(): Promise<void> {
      waiting?.();
      await settled();
    },
  };
}

describe('a puzzle', () => {
  it('begins with the move of the opponent, and continues with replies', async () => {
    const { solving, continue: next } = solve(LINE);
    expect(solving.solver).toBe('b');
    expect(solving.flipped).toBe(true);
    void solving.begin();
    expect([solving.phase, solving.mayMove]).toEqual(['opponent', false]);
    solving.play('e9e8');
    expect(solving.history).toHaveLength(0);
    await next();
    expect([solving.phase, solving.history.length, solving.total, solving.found]).toEqual(['move', 1, 2, 0]);
    solving.play('e9e8');
    expect([solving.phase, solving.found]).toEqual(['opponent', 1]);
    await next();
    expect(sentenceOf(solving, null, 1000)).toEqual({ tone: 'right', first: 'Right.', second: 'Now the last move.' });
    solving.play('e8e7');
    expect([solving.phase, solving.failed]).toEqual(['solved', false]);
  });

  it('plays the reply to a wrong move, which both can be taken back', async () => {
    const { solving, continue: next } = solve(LINE);
    void solving.begin();
    await next();
    solving.play('d8d7');
    expect([solving.phase, solving.failed, solving.found]).toEqual(['wrong', true, 0]);
    await next();
    expect(solving.history).toHaveLength(3);
    expect(sentenceOf(solving, null, 1000).first).toMatch(/does not win\.$/);
    expect(sentenceOf(solving, null, 1000).second).toMatch(/^The reply is /);
    solving.again();
    expect([solving.phase, solving.history.length, solving.mistake]).toEqual(['move', 1, null]);
    solving.play('e9e8');
    await next();
    solving.play('e8e7');
    expect([solving.phase, solving.failed]).toEqual(['solved', true]);
  });

  it('a wrong move without a refutation is wrong, too', async () => {
    const { solving, continue: next } = solve(LINE, () => null);
    void solving.begin();
    await next();
    solving.play('d8d7');
    await next();
    expect([solving.phase, solving.history.length]).toEqual(['wrong', 2]);
    solving.again();
    expect(solving.history).toHaveLength(1);
  });

  it('gives two hints to a move', async () => {
    const { solving } = solve(MATE);
    await solving.begin();
    expect(solving.phase).toBe('move');
    solving.hint();
    expect(sentenceOf(solving, null, 1000).first).toBe('Move the queen on e6.');
    solving.hint();
    expect(sentenceOf(solving, null, 1000).first).toMatch(/^The move is Qc2/);
    solving.play('e6c2');
    expect([solving.phase, solving.helped]).toEqual(['solved', true]);
  });

  it('shows its solution move by move', async () => {
    const { solving, continue: next } = solve(LINE);
    void solving.begin();
    await next();
    void solving.showSolution();
    expect([solving.phase, solving.history.length]).toEqual(['shown', 2]);
    await next();
    await next();
    expect([solving.history.length, solving.failed, solving.over]).toEqual([4, true, true]);
    solving.step('first');
    expect(solving.ply).toBe(0);
  });
});
