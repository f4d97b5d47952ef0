/** Sentences about requests that concern tournaments over the board. */

import { ApiError } from '../domain/api';
import type { ErrorCode, TournamentRefusal } from '../generated/protocol';
import { m } from '../paraglide/messages.js';
import { requestErrorText, sentenceOf } from './live-errors';
import type { Sentences } from './live-errors';

/** Names of fields by the names that refusals give them. */
const FIELDS: Record<string, () => string> = {
  name: m.tournament_field_name,
  variant: m.tournament_field_variant,
  place: m.tournament_field_place,
  dates: m.tournament_field_dates,
  timeControl: m.tournament_field_time,
  arbiter: m.tournament_field_arbiter,
  'system.rounds': m.tournament_field_rounds,
  bye: m.tournament_field_bye,
  boards: m.team_field_boards,
  reserves: m.team_field_reserves,
  matchPoints: m.team_field_match_points,
  'bye.matchPoints': m.team_field_bye_match,
  'bye.gamePoints': m.team_field_bye_game,
  captain: m.team_field_captain,
  tieBreaks: m.tournament_field_tie_breaks,
  rating: m.tournament_field_rating,
  title: m.tournament_field_title,
  federation: m.tournament_field_federation,
  club: m.tournament_field_club,
  id: m.tournament_field_id,
  birth: m.tournament_field_birth,
  sex: m.tournament_field_sex,
  round: m.tournament_field_round,
  points: m.tournament_field_points,
  reason: m.tournament_field_reason,
};

const REFUSALS: Sentences<TournamentRefusal | { code: 'changed' }> = {
  invalid_entry: ({ field }) => m.tournament_refused_invalid_entry({ field: FIELDS[field]?.() ?? field }),
  tournament_over: m.tournament_refused_tournament_over,
  tournament_begun: m.tournament_refused_tournament_begun,
  too_many_players: m.tournament_refused_too_many_players,
  same_name: m.tournament_refused_same_name,
  no_such_player: m.tournament_refused_no_such_player,
  no_such_game: m.tournament_refused_no_such_game,
  results_missing: m.tournament_refused_results_missing,
  results_known: m.tournament_refused_results_known,
  too_few_players: m.tournament_refused_too_few_players,
  too_many_teams: m.tournament_refused_too_many_teams,
  no_such_team: m.tournament_refused_no_such_team,
  too_few_teams: m.tournament_refused_too_few_teams,
  other_teams: m.tournament_refused_other_teams,
  wrong_line_up: m.tournament_refused_wrong_line_up,
  all_paired: m.tournament_refused_all_paired,
  no_pairing: m.tournament_refused_no_pairing,
  other_players: m.tournament_refused_other_players,
  no_such_result: m.tournament_refused_no_such_result,
  wrong_move: ({ number, black, text }) =>
    m.tournament_refused_wrong_move({ number: `${number}${black ? '…' : '.'}`, text }),
  wrong_game: m.tournament_refused_wrong_game,
  too_many_games: m.tournament_refused_too_many_games,
  foreign_report: m.tournament_refused_foreign_report,
  changed: m.tournament_refused_changed,
};

/** Returns the sentence for the refusal of a command; `undefined` for other codes. */
export function refusalText(error: ErrorCode): string | undefined {
  return sentenceOf(REFUSALS, error as TournamentRefusal);
}

/** Returns the sentence for anything that a request about a tournament rejects with. */
export function problemText(error: unknown): string {
  return (error instanceof ApiError ? refusalText(error.error) : undefined) ?? requestErrorText(error);
}
