import { beforeAll, describe, expect, it } from 'vitest';
import { endingNames } from '../../domain/endings';
import { startRules } from '../../domain/modules-for-tests';
import { VARIANT_IDS } from '../../domain/variant-ids';
import { settings } from '../../ui/settings.svelte';
import { movesOf } from '../../text/endings';
import { grouped, hasStalemates, kindsOf, loadEndings, together } from './data';
import type { EndingData, Results } from './data';
import { longestText, outcomeText, sentences, verdict } from './endings-text';
import { choices, movesIn, playLine, withBlackToMove } from './positions';

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});

describe.each(VARIANT_IDS)('the endings of %s', (variant) => {
  it('are all there, with counts that add up', async () => {
    const { endings, variant: named } = await loadEndings(variant);
    expect(named).toBe(variant);
    expect(endings.map(({ ending }) => ending).toSorted()).toEqual(endingNames(variant).toSorted());
    for (const { ending, toMove, quiet, bishops = [] } of endings) {
      if (ending.length < 5) expect(quiet, ending).toBeDefined();
      for (const [legal, ...results] of quiet ?? [])
        expect(
          results.reduce((a, b) => a + b),
          ending,
        ).toBe(legal);
      for (const [legal, ...results] of toMove)
        expect(
          results.reduce((a, b) => a + b),
          ending,
        ).toBe(legal);
      const parts = bishops.map((one) => together(one.toMove));
      if (parts.length > 0) expect(parts.reduce((sum, [legal]) => sum + legal, 0)).toBe(together(toMove)[0]);
    }
  });

  it('have longest wins whose lines end as they say', async () => {
    const { endings } = await loadEndings(variant);
    for (const data of endings) {
      for (const choice of choices(data)) {
        if (!('longest' in choice)) continue;
        const { plies, end, winner } = choice.longest;
        const { history, stateAt } = playLine(variant, choice.fen, movesIn(choice));
        expect(history.length, data.ending).toBe(plies);
        const last = stateAt(plies);
        expect(last?.turn === 'w', data.ending).toBe(winner === 'b');
        expect(last?.check !== null, data.ending).toBe(end === 'mate');
        expect(last?.moves).toEqual([]);
      }
    }
  });

  it('have mutual zugzwangs that are positions with either side to move', async () => {
    const { endings } = await loadEndings(variant);
    const found = endings.flatMap(({ zugzwangs }) => zugzwangs.examples);
    expect(found.length).toBeGreaterThan(0);
    for (const { fen } of found) {
      expect(playLine(variant, fen, []).stateAt(0)?.turn).toBe('w');
      expect(playLine(variant, withBlackToMove(fen), []).stateAt(0)?.turn).toBe('b');
    }
  });
});

describe('the files', () => {
  it('are not there for other variants', async () => {
    await expect(loadEndings('hopscotch')).rejects.toThrow('hopscotch');
  });

  it('are listed in groups', async () => {
    const { endings } = await loadEndings('shafran');
    const groups = Object.values(grouped(endings));
    expect(groups.map((group) => group.length)).toEqual([5, 20, 10, 20, 40, 2]);
  });

  it('have stalemates of their own in one game only', async () => {
    const all = await Promise.all(VARIANT_IDS.map(loadEndings));
    expect(all.filter(hasStalemates).map(({ variant }) => variant)).toEqual(['glinski']);
    expect(kindsOf(false).map(({ kind }) => kind)).toEqual(['won', 'drawn', 'lost']);
    expect(kindsOf(true)).toHaveLength(5);
  });
});

it('rook against rook and queen against queen are draws in every game', async () => {
  const all = await Promise.all(VARIANT_IDS.map(loadEndings));
  for (const { endings } of all) {
    const found = ['KRKR', 'KQKQ', 'KQKR', 'KRKB'].map((name) => endings.find(({ ending }) => ending === name));
    const [rooks, queens, open, won] = found.map((data) => data && verdict(data));
    expect(rooks).toBe('A dead draw if nothing hangs.');
    expect(queens).toBe('A draw as a rule if nothing hangs.');
    expect(open).toMatch(/^It depends/);
    expect(won).toBe('A win for White as a rule.');
  }
});

describe('the sentences', () => {
  const ending = (white: Results, black: Results, more: Partial<EndingData> = {}): EndingData => ({
    ending: 'KQKR',
    toMove: [white, black],
    quiet: [white, black],
    longest: [],
    zugzwangs: { count: 0, examples: [] },
    ...more,
  });

  it('say who wins as a rule', () => {
    expect(verdict(ending([10, 0, 0, 10, 0, 0], [10, 0, 0, 10, 0, 0]))).toBe('Always a draw.');
    expect(verdict(ending([10, 10, 0, 0, 0, 0], [10, 8, 0, 2, 0, 0]))).toBe('A win for White as a rule.');
    expect(verdict(ending([100, 1, 0, 99, 0, 0], [100, 0, 0, 100, 0, 0]))).toBe('A dead draw if nothing hangs.');
    expect(verdict(ending([100, 9, 0, 90, 0, 1], [100, 1, 0, 90, 0, 9]))).toBe('A draw as a rule if nothing hangs.');
    expect(verdict(ending([100, 1, 9, 90, 0, 0], [100, 0, 9, 91, 0, 0]))).toBe('Hardly ever a win for either side.');
    expect(verdict(ending([10, 5, 0, 5, 0, 0], [10, 5, 0, 0, 0, 5]))).toMatch(/^It depends/);
    expect(verdict(ending([10, 0, 0, 1, 0, 9], [10, 0, 0, 1, 0, 9]))).toBe('A win for Black as a rule.');
    expect(verdict(ending([10, 0, 9, 1, 0, 0], [10, 0, 9, 1, 0, 0]))).toMatch(/can stalemate/);
  });

  it('go by what happens where nothing hangs', () => {
    const hanging: [Results, Results] = [
      [1000, 343, 0, 655, 0, 2],
      [1000, 2, 0, 655, 0, 343],
    ];
    const quiet: [Results, Results] = [
      [600, 9, 0, 590, 0, 1],
      [600, 1, 0, 590, 0, 9],
    ];
    expect(sentences(ending(...hanging, { quiet })).slice(0, 2)).toEqual([
      'A dead draw if nothing hangs.',
      'White wins in 1.5% (34.3%) of the positions with White to move, and in 0.17% (0.20%) with Black to move.',
    ]);
    const uncounted = sentences(ending(...hanging, { quiet: undefined }));
    expect(uncounted[0]).toMatch(/^How it ends if nothing hangs is not counted yet/);
    expect(uncounted[1]).toMatch(/^White wins in \(34.3%\) of/);
    // A lone king leaves nothing to take.
    const alone = ending([10, 10, 0, 0, 0, 0], [10, 5, 0, 5, 0, 0], { ending: 'KQRK', quiet: undefined });
    expect(verdict(alone)).toBe('A win for White as a rule.');
  });

  it('hold the figures', () => {
    const held = { all: [1, 2], perpetual: [0, 1] } as const;
    const found = sentences(ending([10, 10, 0, 0, 0, 0], [10, 8, 0, 1, 0, 1], { held }));
    expect(found.slice(1)).toEqual([
      'White to move always wins; with Black to move White wins in 80.0% of the positions.',
      'Black wins in 0% with White to move, and in 10.0% with Black to move.',
      'In 3 positions Black holds the draw without an end, in 1 of them by perpetual check.',
    ]);
  });

  it('tell of mates that take more than 50 moves', () => {
    const said = (beyond: readonly [number, number]) =>
      sentences(ending([10, 10, 0, 0, 0, 0], [10, 8, 0, 2, 0, 0], { longMates: { all: [900, 400], beyond } })).at(-1);
    expect(said([0, 0])).toBe(
      'In 1,300 positions the mate takes more than 50 moves; the 50-move rule comes first in none of them.',
    );
    expect(said([0, 7])).toBe(
      'In 1,300 positions the mate takes more than 50 moves; in 7 of them the 50-move rule comes first.',
    );
  });

  it('say nothing of held draws where White hardly ever wins', () => {
    const held = { all: [50, 50], perpetual: [0, 0] } as const;
    expect(sentences(ending([100, 1, 0, 99, 0, 0], [100, 0, 0, 100, 0, 0], { held })).join(' ')).not.toMatch(/holds/);
  });

  it('count moves, not plies', () => {
    expect([0, 1, 2, 57].map(movesOf)).toEqual([0, 1, 1, 29]);
    const win = { winner: 'w', end: 'mate', plies: 57, fen: '', line: '' } as const;
    expect(longestText(win)).toBe('White mates in 29 moves');
    expect(longestText({ ...win, winner: 'b', end: 'stalemate', plies: 1 })).toBe('Black stalemates in 1 move');
  });

  it('name the result for White, whichever side is to move', () => {
    expect(outcomeText('draw', 'w')).toBe('draw');
    expect(outcomeText({ win: 3 }, 'w')).toBe('White wins in 2 moves');
    expect(outcomeText({ loss: 4 }, 'b')).toBe('White wins in 2 moves');
    expect(outcomeText({ loss: 4 }, 'w')).toBe('Black wins in 2 moves');
    expect(outcomeText({ 'stalemate-loss': 0 }, 'b')).toBe('Black is stalemated');
    expect(outcomeText({ 'stalemate-win': 5 }, 'b')).toBe('Black stalemates in 3 moves');
  });
});
