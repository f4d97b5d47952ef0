/** Addresses of the games of a tournament: `/tournament/ID?game=3-12` is board 12 of round 3. */

import type { Tournament } from '../../generated/protocol';

/** Place of a game, both numbers from 1. */
export interface GamePlace {
  readonly round: number;
  readonly board: number;
}

/** Returns the path of a game's page. */
export function gamePath(id: string, { round, board }: GamePlace): string {
  return `/tournament/${id}?game=${round}-${board}`;
}

/** Returns the game that the query of an address names; `null` if it names none. */
export function gameOfSearch(search: string): GamePlace | null {
  const [, round, board] = /^([1-9]\d?)-([1-9]\d{0,3})$/.exec(new URLSearchParams(search).get('game') ?? '') ?? [];
  return round === undefined || board === undefined ? null : { round: Number(round), board: Number(board) };
}

/** Returns whether the moves of a game are known. */
export function hasGame({ games }: Tournament, { round, board }: GamePlace): boolean {
  return games[round - 1]?.includes(board) === true;
}

/** Returns the places of all known games, by rounds and boards. */
export function knownGames({ games }: Tournament): GamePlace[] {
  return games.flatMap((boards, index) => boards.map((board) => ({ round: index + 1, board })));
}
