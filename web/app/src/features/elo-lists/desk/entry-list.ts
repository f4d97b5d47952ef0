/** Entries of an Elo list from lists of players as people have them. */

import { isBlocked, readPlayers } from '../../../domain/player-list';
import type { ListedPlayer, ListProblem } from '../../../domain/player-list';
import type { EloEntry } from '../../../generated/protocol';

/** Ratings that are entered. */
export const MIN_RATING = 1400;
export const MAX_RATING = 3500;

export const NO_ENTRY: EloEntry = { name: '', title: '', club: '', birth: null, rating: null, games: 0 };

/** Player of a list, as an entry, with what is wrong about it. */
export interface ListedEntry {
  readonly entry: EloEntry;
  readonly problems: readonly ListProblem[];
  /** True if the rating cannot be entered. */
  readonly outside: boolean;
  /** True if the player cannot be entered. */
  readonly blocked: boolean;
}

/** Reads a list, whose lines end in LF. `entered` has the names of those who have an entry already. */
export function readEntries(text: string, entered: ReadonlySet<string>): ListedEntry[] {
  return readPlayers(text, entered).map(entryOf);
}

/** Problems with fields that a list of ratings has not. */
const UNUSED: ReadonlySet<ListProblem> = new Set(['federation', 'id']);

function entryOf(player: ListedPlayer): ListedEntry {
  const { entrant, games, problems } = player;
  const isRating = entrant.rating !== null && entrant.rating >= MIN_RATING && entrant.rating <= MAX_RATING;
  const year = Number(entrant.birth.slice(0, 4));
  return {
    entry: {
      name: entrant.name,
      title: entrant.title,
      club: entrant.club,
      birth: year >= 1900 ? year : null,
      rating: isRating ? entrant.rating : null,
      games: games ?? 0,
    },
    problems: problems.filter((problem) => !UNUSED.has(problem)),
    outside: entrant.rating !== null && !isRating,
    blocked: isBlocked(player),
  };
}
