/** Matches of a team, as the tables of a tournament show them. */

import type { TeamTournament } from '../../generated/protocol';

/** Round of a team. */
export type TeamCell =
  | {
      kind: 'match';
      /** Number of the match, from 1. */
      match: number;
      opponent: number;
      /** True if the team has White on board 1. */
      isFirst: boolean;
      /** Quarters of both teams so far, those of the team first. */
      gamePoints: readonly [own: number, theirs: number];
      /** Quarters of the team; `null` while results are missing. */
      matchPoints: number | null;
    }
  | { kind: 'bye'; gamePoints: number; matchPoints: number }
  | { kind: 'none' };

/** Returns the rounds of a team. */
export function roundsOf({ rounds, settings }: TeamTournament, team: number): TeamCell[] {
  return rounds.map(({ matches, bye }): TeamCell => {
    if (bye === team) return { kind: 'bye', ...settings.bye };
    const at = matches.findIndex(({ first, second }) => first === team || second === team);
    const match = matches[at];
    if (!match) return { kind: 'none' };
    const isFirst = match.first === team;
    const [first, second] = match.gamePoints;
    return {
      kind: 'match',
      match: at + 1,
      opponent: isFirst ? match.second : match.first,
      isFirst,
      gamePoints: isFirst ? [first, second] : [second, first],
      matchPoints: match.matchPoints === null ? null : match.matchPoints[isFirst ? 0 : 1],
    };
  });
}

/** Returns the places of the teams in the standings, from 1. */
export function placesOf({ standings }: Pick<TeamTournament, 'standings'>): Map<number, number> {
  return new Map(standings.map(({ team }, at) => [team, at + 1]));
}

/** Board of a player in a round. */
export interface PlayedBoard {
  readonly round: number;
  readonly board: number;
  readonly colour: 'w' | 'b';
  /** Team of the opponent, and the opponent in it; `null` without a named one. */
  readonly opponent: { readonly team: number; readonly player: number | null };
  readonly result: string | null;
  /** True if the result has the points of the player first. */
  readonly isFirst: boolean;
}

/** Returns the boards of a player. */
export function boardsOfPlayer({ rounds }: TeamTournament, team: number, player: number): PlayedBoard[] {
  return rounds.flatMap(({ matches }, round) =>
    matches
      .filter(({ first, second }) => first === team || second === team)
      .flatMap((match) =>
        match.boards.flatMap((board, at): PlayedBoard[] => {
          const isFirst = match.first === team;
          if ((isFirst ? board.first : board.second) !== player) return [];
          return [
            {
              round: round + 1,
              board: at + 1,
              colour: (at % 2 === 0) === isFirst ? 'w' : 'b',
              opponent: isFirst
                ? { team: match.second, player: board.second }
                : { team: match.first, player: board.first },
              result: board.result,
              isFirst,
            },
          ];
        }),
      ),
  );
}

/** Returns whether a team was in a pair of a round, or had the bye. */
export function wasPaired({ rounds }: Pick<TeamTournament, 'rounds'>, team: number): boolean {
  return rounds.some(
    ({ matches, bye }) => bye === team || matches.some(({ first, second }) => first === team || second === team),
  );
}
