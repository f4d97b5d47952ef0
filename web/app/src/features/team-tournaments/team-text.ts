/** Texts of team tournaments. */

import type { TeamScore, TeamTournament, TeamTournamentBoard, TeamTournamentInfo } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { pointsText } from '../../text/people';

/** Returns the path of a tournament, or of a tab of its page: the number of a round, from 1, or the tab's name. */
export function teamTournamentPath(id: string, tab?: string | number): string {
  return tab === undefined ? `/team-tournament/${id}` : `/team-tournament/${id}?tab=${tab}`;
}

/** Returns the name of a tournament; that of all tournaments if its organiser's account was erased. */
export function teamTournamentName({ name }: Pick<TeamTournamentInfo, 'name'>): string {
  return name === '' ? m.title_team_tournament() : name;
}

/** Returns the system of a tournament with its rounds: `Swiss, 5 rounds`. */
export function systemText({ system, rounds }: Pick<TeamTournamentInfo, 'system' | 'rounds'>): string {
  if (system.kind === 'swiss') return m.tournament_swiss_rounds({ count: rounds });
  if (system.kind === 'match') return m.team_tournament_match_rounds({ count: rounds });
  return system.double ? m.tournament_round_robin_double() : m.tournament_round_robin();
}

/** Returns how far a tournament is. */
export function progressText({ over, paired, rounds }: Pick<TeamTournamentInfo, 'over' | 'paired' | 'rounds'>): string {
  if (over) return m.tournament_over();
  return paired === 0 ? m.tournament_not_begun() : m.tournament_round_of({ number: paired, count: rounds });
}

/** Returns the number of boards of which the result is known, and of all that are paired. */
export function boardsOf({ rounds }: Pick<TeamTournament, 'rounds'>): { known: number; all: number } {
  const boards = rounds.flatMap(({ matches }) => matches).flatMap((match) => match.boards);
  return { known: boards.filter(({ result }) => result !== null).length, all: boards.length };
}

export function teamName({ teams }: Pick<TeamTournament, 'teams'>, team: number): string {
  return teams[team]?.entry.name ?? '';
}

/** Returns the name of a player of a team; empty for none. */
export function memberName({ teams }: Pick<TeamTournament, 'teams'>, team: number, player: number | null): string {
  return player === null ? '' : (teams[team]?.entry.players[player]?.name ?? '');
}

/** Returns the name for a side of a board: the player, or the team if its players are not named. */
export function sideName(tournament: Pick<TeamTournament, 'teams'>, team: number, player: number | null): string {
  const name = memberName(tournament, team, player);
  if (name !== '') return name;
  const isNamed = (tournament.teams[team]?.entry.players.length ?? 0) > 0;
  return isNamed ? m.team_no_player() : teamName(tournament, team);
}

/** Returns the names of both sides of a board. */
export function sideNames(
  tournament: Pick<TeamTournament, 'teams'>,
  match: { readonly first: number; readonly second: number },
  board: Pick<TeamTournamentBoard, 'first' | 'second'>,
): { first: string; second: string } {
  return {
    first: sideName(tournament, match.first, board.first),
    second: sideName(tournament, match.second, board.second),
  };
}

/** Returns the score of a match in game points; a dash before its first result. */
export function matchScoreText(
  boards: readonly Pick<TeamTournamentBoard, 'result'>[],
  [first, second]: readonly [first: number, second: number],
): string {
  return boards.every(({ result }) => result === null) ? '–' : `${pointsText(first)}–${pointsText(second)}`;
}

/** Returns the colour of the first team on a board, from 0: White on the first one, then in turn. */
export function firstColour(board: number): 'w' | 'b' {
  return board % 2 === 0 ? 'w' : 'b';
}

/** Returns the name of a score. */
export function scoreName(score: TeamScore): string {
  return score === 'match' ? m.team_match_points() : m.team_game_points();
}

/** Returns the other one of the two scores. */
export function otherScore(score: TeamScore): TeamScore {
  return score === 'match' ? 'game' : 'match';
}
