import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { THEMES } from '../text/puzzles';
import { startRules } from './modules-for-tests';
import { introductionOf, parsePuzzles, withNews } from './puzzles';
import { newGame } from './rules';
import { VARIANT_IDS } from './variant-ids';

const FOLDER = new URL('../../../../crates/puzzles/puzzles/', import.meta.url);

beforeAll(startRules);

it('every game has puzzles', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(VARIANT_IDS.map((id) => `${id}.tsv`).toSorted());
});

describe.each(VARIANT_IDS)('the puzzles of %s', (variant) => {
  const puzzles = parsePuzzles(readFileSync(new URL(`${variant}.tsv`, FOLDER), 'utf8'));

  it('are complete', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(500);
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
    for (const puzzle of puzzles) {
      expect(puzzle.variant).toBe(variant);
      expect(puzzle.id).toMatch(/^[2-9b-df-hjkmnp-tv-z]{10}$/);
      expect(puzzle.rating).toBeGreaterThanOrEqual(300);
      expect(puzzle.themes.filter((theme) => !THEMES.includes(theme))).toEqual([]);
    }
  });

  it('can be played', () => {
    for (const { fen, moves } of puzzles.filter((_, index) => index % 20 === 0)) {
      const game = newGame(variant, fen);
      for (const move of moves) game.play(move);
      expect(game.history()).toHaveLength(moves.length);
      game.free();
    }
  });
});

it('files without a column, and other texts, are no puzzles', () => {
  expect(() => parsePuzzles('id\tfen\n')).toThrow('variant');
  expect(() => parsePuzzles('')).toThrow();
});

it('an even number of moves begins with the opponent', () => {
  expect(introductionOf({ moves: ['a', 'b'] })).toBe(1);
  expect(introductionOf({ moves: ['a', 'b', 'c'] })).toBe(0);
});

it('a server rates puzzles, adds some and withdraws others', () => {
  const [first, second, third] = parsePuzzles(readFileSync(new URL('shafran.tsv', FOLDER), 'utf8'));
  if (!first || !second || !third) throw new Error('three puzzles');
  const mined = { id: 'new', fen: first.fen, moves: ['a1b2'], rating: 1500, themes: ['mate'] };
  const news = { mined: [mined], ratings: { [first.id]: 777, unknown: 5 }, withdrawn: [second.id] };
  expect(withNews('shafran', [first, second, third], news)).toEqual([
    { ...first, rating: 777 },
    third,
    { ...mined, variant: 'shafran' },
  ]);
  expect(withNews('shafran', [first], null)).toEqual([first]);
});
