/** Ratings of a player that can be shown in full, and their names. */

import type { Profile, Speed } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { variantShortName } from '../../text/names';
import { speedName } from '../../text/people';

/** Rating from games against people at one speed, against computers at all speeds, or from puzzles. */
export interface RatingOption {
  /** Identifies it among the ratings of a player. */
  key: string;
  variant: string;
  pool: Speed | 'computer' | 'puzzles';
  rating: number;
  provisional: boolean;
  games: number;
  /** Place in the leaderboard; `null` without one. */
  rank: number | null;
}

/** Returns the ratings of a player: those from games against people first, the most played of each first. */
export function ratingOptions({
  ratings,
  computerRatings,
  puzzleRatings,
}: Pick<Profile, 'ratings' | 'computerRatings' | 'puzzleRatings'>): RatingOption[] {
  const option = (rating: Omit<RatingOption, 'key'>): RatingOption => {
    const { variant, pool, provisional, games, rank } = rating;
    return { key: `${variant}/${pool}`, variant, pool, rating: rating.rating, provisional, games, rank };
  };
  return [
    ...ratings.map((rating) => option({ ...rating, pool: rating.speed })),
    ...computerRatings.map((rating) => option({ ...rating, pool: 'computer', rank: null })),
    ...puzzleRatings.map((rating) => option({ ...rating, pool: 'puzzles', rank: null })),
  ];
}

/** Returns the whole name of a rating: `Shafran, blitz`. A computer has one for each variant, named by it alone. */
export function ratingName({ variant, pool }: RatingOption, kind: Profile['kind']): string {
  const name = variantShortName(variant);
  if (kind === 'computer') return name;
  const games = poolName(pool, m.profile_computer_ratings());
  return m.profile_history_of({ variant: name, speed: small(games) });
}

/** Returns the name of a rating on its button, without the variant if it is the most played one. */
export function buttonName(option: RatingOption, first: RatingOption, kind: Profile['kind']): string {
  const pool = poolName(option.pool, m.profile_pool_computer());
  if (kind === 'computer') return variantShortName(option.variant);
  if (option.variant === first.variant) return pool;
  return m.profile_history_of({ variant: variantShortName(option.variant), speed: small(pool) });
}

function poolName(pool: RatingOption['pool'], computer: string): string {
  if (pool === 'computer') return computer;
  return pool === 'puzzles' ? m.nav_puzzles() : speedName(pool);
}

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
