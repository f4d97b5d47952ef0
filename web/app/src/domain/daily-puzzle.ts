/** Which puzzles may be that of a day. The build, which cannot import modules of the page that load files, divides them by it. */

/** Ratings of puzzles of the day. */
const RATINGS = { min: 900, max: 1700 };

/** Minimum number of moves of both sides. */
const MOVES = 3;

/** Returns whether a puzzle with this rating and number of moves may be that of a day. */
export function mayBeDaily(rating: number, moves: number): boolean {
  return rating >= RATINGS.min && rating <= RATINGS.max && moves >= MOVES;
}
