import { describe, expect, it } from 'vitest';
import type { Puzzle } from '../../domain/puzzles';
import { fieldTime } from '../../text/times';
import { choiceOf, ContestDraft, MAX_ROUNDS } from './contest-form.svelte';

const NOW = Date.UTC(2026, 10, 28, 12, 30);

const puzzles: Puzzle[] = Array.from({ length: 20 }, (_, index) => ({
  id: `p${index}`,
  variant: 'shafran',
  fen: '',
  moves: [],
  rating: 600 + 60 * index,
  themes: index % 2 === 0 ? ['fork'] : ['mate'],
}));

describe('the form of a contest', () => {
  it('has times of the visitor that are read back as they were', () => {
    expect(new Date(fieldTime(NOW)).getTime()).toBe(NOW);
    const draft = new ContestDraft('shafran', NOW);
    expect(draft.request.opensAt).toBe(NOW);
    expect(draft.timesFit(NOW)).toBe(true);
    draft.until = fieldTime(NOW - 60_000);
    expect(draft.timesFit(NOW)).toBe(false);
    draft.until = fieldTime(NOW + 400 * 86_400_000);
    expect(draft.timesFit(NOW)).toBe(false);
    draft.until = '';
    expect(draft.timesFit(NOW)).toBe(false);
  });

  it('adds rounds that become harder, up to as many as the server takes', () => {
    const draft = new ContestDraft('shafran', NOW);
    draft.add();
    expect(draft.rounds.at(-1)).toMatchObject({ least: 1500, most: 2100 });
    for (let count = 0; count < 20; count++) draft.add();
    expect(draft.rounds).toHaveLength(MAX_ROUNDS);
    for (const { least, most } of draft.rounds) expect(least).toBeLessThan(most);
    draft.remove(0);
    expect(draft.request.rounds).toHaveLength(MAX_ROUNDS - 1);
  });

  it('names the round for which there are too few puzzles, since none comes twice', () => {
    const draft = new ContestDraft('shafran', NOW);
    const round = { puzzles: 6, minutes: 5, theme: 'fork', least: 600, most: 3000 };
    draft.rounds = [round, { ...round, puzzles: 4 }];
    expect(choiceOf(puzzles, round)).toHaveLength(10);
    expect(draft.tooFew(puzzles)).toBe(-1);
    draft.rounds = [round, { ...round, puzzles: 5 }];
    expect(draft.tooFew(puzzles)).toBe(1);
    draft.rounds = [{ ...round, theme: null, least: 1500 }];
    expect(draft.tooFew(puzzles)).toBe(0);
  });
});
