/** Games of a PGN file and the boards that they are of. */

import type { Tournament, TournamentBoard } from '../../../generated/protocol';
import type { ListedGame } from '../../../generated/types';
import { playerName } from '../tournament-text';

/** Reason for which a game has no board. */
export type Unmatched = 'no-pair' | 'two-pairs' | 'twice';

/** Board of a round. */
export interface Match {
  /** Number of the round, from 1. */
  readonly round: number;
  /** Place of the board, from 0. */
  readonly at: number;
  readonly board: TournamentBoard;
}

/** Returns the words of a name in an order of their own, so that `Horváth, Kata` is `Kata Horvath`. */
function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/** Returns the value of a tag; empty if the game has none. */
export function tagOf({ tags }: Pick<ListedGame, 'tags'>, name: string): string {
  return tags.find(([tag]) => tag === name)?.[1].trim() ?? '';
}

/** Finds the boards of games by the names of their players, and by the round if the tag has one: `3` or `3.12`. */
export function matchGames(tournament: Tournament, games: readonly Pick<ListedGame, 'tags'>[]): (Match | Unmatched)[] {
  const pairs = new Map<string, Match[]>();
  for (const [index, { boards }] of tournament.rounds.entries()) {
    for (const [at, board] of boards.entries()) {
      const key = [board.white, board.black].map((player) => nameKey(playerName(tournament, player))).join('/');
      pairs.set(key, [...(pairs.get(key) ?? []), { round: index + 1, at, board }]);
    }
  }
  const taken = new Set<TournamentBoard>();
  return games.map((game) => {
    const met = pairs.get(['White', 'Black'].map((tag) => nameKey(tagOf(game, tag))).join('/')) ?? [];
    const round = /^\d+/.exec(tagOf(game, 'Round'))?.[0];
    const found = round === undefined ? met : met.filter((match) => match.round === Number(round));
    const [match] = found;
    if (!match) return 'no-pair';
    if (found.length > 1) return 'two-pairs';
    if (taken.has(match.board)) return 'twice';
    taken.add(match.board);
    return match;
  });
}

/** Returns the texts of the games of a file by the lines at which they begin, from 1. */
export function textsOf(text: string, games: readonly Pick<ListedGame, 'line'>[]): string[] {
  const lines = text.split('\n');
  return games.map(({ line }, index) => lines.slice(line - 1, (games[index + 1]?.line ?? Infinity) - 1).join('\n'));
}
