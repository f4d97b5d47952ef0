/** Data of a rating's graph. */

import type { RatingPoint } from '../../generated/protocol';

/** Returns times in seconds since 1970, and the ratings; the last one lasts until now (milliseconds). */
export function series(points: readonly RatingPoint[], now: number): [times: number[], ratings: number[]] {
  const times = points.map(({ at }) => at / 1000);
  const ratings = points.map(({ rating }) => rating);
  const last = points.at(-1);
  if (last && now > last.at) {
    times.push(now / 1000);
    ratings.push(last.rating);
  }
  return [times, ratings];
}

/** Returns the limits of the graph in hundreds, with some room and a minimum height. */
export function bounds(ratings: readonly number[]): [least: number, most: number] {
  const least = Math.floor((Math.min(...ratings) - 20) / 100) * 100;
  const most = Math.ceil((Math.max(...ratings) + 20) / 100) * 100;
  return most - least < 200 ? [least - 100, most + 100] : [least, most];
}
