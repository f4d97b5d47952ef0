/** Boards of a round at the desk: one after the other, over all matches. */

import { quartersOf } from '../../../domain/result-points';
import type { TeamTournament } from '../../../generated/protocol';
import { sideNames } from '../team-text';
import type { BoardOfMatch } from './results-of';

/** Board of a round. */
export interface RoundBoard {
  readonly place: BoardOfMatch;
  /** Number of the match, from 1. */
  readonly match: number;
  readonly first: string;
  readonly second: string;
  readonly ratings: readonly [first: number | null, second: number | null];
  /** Result that is shown. */
  readonly result: string | null;
}

/** Returns the boards of a round, numbered from 1, with the results that `resultOf` shows. */
export function boardsOfRound(
  tournament: TeamTournament,
  round: number,
  resultOf: (place: BoardOfMatch, known: string | null) => string | null,
): RoundBoard[] {
  const ratingOf = (team: number, player: number | null): number | null =>
    player === null ? null : (tournament.teams[team]?.entry.players[player]?.rating ?? null);
  return (tournament.rounds[round - 1]?.matches ?? []).flatMap((match, at) =>
    match.boards.map((board, index) => {
      const place = { round, first: match.first, board: index + 1 };
      return {
        place,
        match: at + 1,
        ...sideNames(tournament, match, board),
        ratings: [ratingOf(match.first, board.first), ratingOf(match.second, board.second)] as const,
        result: resultOf(place, board.result),
      };
    }),
  );
}

/** Returns the quarters of both teams of a match, from the results that are shown on its boards. */
export function gamePointsOf(boards: readonly RoundBoard[]): [first: number, second: number] {
  const points = boards.map(({ result }) => quartersOf(result));
  return [sum(points.map((each) => each?.w ?? 0)), sum(points.map((each) => each?.b ?? 0))];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
