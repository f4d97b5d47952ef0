import { describe, expect, it } from 'vitest';
import { buttonName, ratingName, ratingOptions } from './rating-options';

const blitz = {
  variant: 'shafran',
  speed: 'blitz',
  rating: 1684,
  deviation: 60,
  provisional: false,
  games: 9,
  rank: 3,
} as const;
const computer = { variant: 'glinski', rating: 1500, deviation: 200, provisional: true, games: 1 };
const profile = {
  ratings: [blitz, { ...blitz, speed: 'rapid' as const, games: 2 }],
  computerRatings: [computer],
  puzzleRatings: [],
};

describe('the ratings of a player', () => {
  it('are those against people, then those against computers', () => {
    const options = ratingOptions(profile);
    expect(options.map(({ key, games, rank }) => [key, games, rank])).toEqual([
      ['shafran/blitz', 9, 3],
      ['shafran/rapid', 2, 3],
      ['glinski/computer', 1, null],
    ]);
  });

  it('have names, short ones for the most played variant', () => {
    const options = ratingOptions(profile);
    const [first] = options;
    if (!first) throw new Error('no rating');
    expect(options.map((option) => ratingName(option, 'person'))).toEqual([
      'Shafran, blitz',
      'Shafran, rapid',
      'Gliński, against computers',
    ]);
    expect(options.map((option) => buttonName(option, first, 'person'))).toEqual([
      'Blitz',
      'Rapid',
      'Gliński, computers',
    ]);
  });

  it('of a computer are named by the variant', () => {
    const [option] = ratingOptions({ ratings: [], computerRatings: [computer], puzzleRatings: [] });
    if (!option) throw new Error('no rating');
    expect([ratingName(option, 'computer'), buttonName(option, option, 'computer')]).toEqual(['Gliński', 'Gliński']);
  });
});
