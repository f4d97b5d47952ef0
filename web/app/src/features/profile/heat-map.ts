/** Days with a game as squares: one column a week, Monday at the top. */

const DAY = 86_400_000;

export interface Square {
  /** Beginning of the day in UTC. */
  at: number;
  games: number;
  /** Strength of the colour, 0 to 3. */
  level: number;
  /** Column and row, from 0. */
  week: number;
  weekday: number;
}

/** Least numbers of games of the levels above 0. */
const LEVELS = [1, 2, 4];

/** Returns the squares of days that follow each other from a Monday. */
export function squares(from: number, days: readonly number[]): Square[] {
  return days.map((games, index) => ({
    at: from + index * DAY,
    games,
    level: LEVELS.filter((least) => games >= least).length,
    week: Math.floor(index / 7),
    weekday: index % 7,
  }));
}
