/** What the tables of a tournament show: games by player and round, and points before a round. */

import { quartersOf } from '../../domain/result-points';
import type { Bye, Tournament, TournamentBoard } from '../../generated/protocol';

/** Round of a player. */
export type Cell =
  | {
      kind: 'game';
      colour: 'w' | 'b';
      opponent: number;
      /** Number of the board, from 1. */
      board: number;
      result: string | null;
      /** Points of the player in quarters; `null` if the result is not known. */
      points: number | null;
      /** True if one of the two did not appear. */
      forfeited: boolean;
    }
  | { kind: 'bye'; bye: Bye; points: number }
  | { kind: 'none' };

const NONE: Cell = { kind: 'none' };

/** Returns the quarters of a round without an opponent. */
export function byePoints({ settings }: Tournament, bye: Bye): number {
  return { allocated: settings.bye, full: 4, half: 2, zero: 0 }[bye];
}

/** Returns the rounds of every player: a list for each, by its id. */
export function cellsOf(tournament: Tournament): Cell[][] {
  const cells: Cell[][] = tournament.players.map(() => tournament.rounds.map(() => NONE));
  const set = (player: number, round: number, cell: Cell): void => {
    const row = cells[player];
    if (row) row[round] = cell;
  };
  for (const [round, { boards, byes }] of tournament.rounds.entries()) {
    for (const [index, { white, black, result }] of boards.entries()) {
      const points = quartersOf(result);
      const both = { kind: 'game', board: index + 1, result, forfeited: /^[+-]/.test(result ?? '') } as const;
      set(white, round, { ...both, colour: 'w', opponent: black, points: points?.w ?? null });
      set(black, round, { ...both, colour: 'b', opponent: white, points: points?.b ?? null });
    }
    for (const { player, bye } of byes) set(player, round, { kind: 'bye', bye, points: byePoints(tournament, bye) });
  }
  return cells;
}

/** Returns the points of every player before a round, in quarters; rounds are numbered from 1. */
export function pointsBefore(tournament: Tournament, round: number): number[] {
  const { players } = tournament;
  const counts = ({ white, black }: TournamentBoard): boolean =>
    players[white]?.annulled !== true && players[black]?.annulled !== true;
  const points = players.map(({ corrections }) =>
    corrections.reduce((sum, each) => sum + (each.round < round ? each.points : 0), 0),
  );
  const add = (player: number, quarters: number): void => {
    points[player] = (points[player] ?? 0) + quarters;
  };
  for (const { boards, byes } of tournament.rounds.slice(0, round - 1)) {
    for (const board of boards.filter(counts)) {
      const quarters = quartersOf(board.result);
      add(board.white, quarters?.w ?? 0);
      add(board.black, quarters?.b ?? 0);
    }
    for (const { player, bye } of byes) add(player, byePoints(tournament, bye));
  }
  return points;
}

/** Returns the ranks of the players by their ids; `undefined` for those who were removed. */
export function ranksOf({ standings }: Tournament): Map<number, number> {
  return new Map(standings.map(({ player }, index) => [player, index + 1]));
}

/** Returns whether a cross table has a column for every opponent, in place of the rounds. */
export function isSquare({ info, rounds }: Tournament): boolean {
  return info.system.kind === 'roundRobin' && rounds.length > 0;
}

/** Returns whether a cross table is too wide for upright paper. */
export function isWide(tournament: Tournament): boolean {
  const { rounds, standings, settings } = tournament;
  return 22 + (isSquare(tournament) ? 3 * standings.length : 5 * rounds.length) + 5 * settings.tieBreaks.length > 80;
}

/** Returns the width that a cross table needs on a screen, in rem. */
export function widthOf(tournament: Tournament): number {
  const { rounds, standings, settings } = tournament;
  const games = isSquare(tournament) ? 2.25 * standings.length : 4.75 * rounds.length;
  return 19 + games + 4.75 * settings.tieBreaks.length;
}
