/** Texts of tournaments. */

import { ApiError } from '../../domain/api';
import type { Bye, ErrorCode, Tournament, TournamentInfo, TournamentRefusal } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { requestErrorText, sentenceOf } from '../../text/live-errors';
import type { Sentences } from '../../text/live-errors';
import { pointsText } from '../../text/people';
import { byePoints } from './cross-table';

/** Returns the number of games of which the result is known, and of all that are paired. */
export function gamesOf({ rounds }: Tournament): { known: number; all: number } {
  const boards = rounds.flatMap((round) => round.boards);
  return { known: boards.filter(({ result }) => result !== null).length, all: boards.length };
}

/** Returns the path of a tournament, or of a tab of its page: the number of a round, from 1, or the tab's name. */
export function tournamentPath(id: string, tab?: string | number): string {
  return tab === undefined ? `/tournament/${id}` : `/tournament/${id}?tab=${tab}`;
}

/** Returns the name of a tournament; that of all tournaments if its organiser's account was erased. */
export function tournamentName({ name }: Pick<TournamentInfo, 'name'>): string {
  return name === '' ? m.title_tournament() : name;
}

/** Returns the system of a tournament with its rounds: `Swiss, 5 rounds`. */
export function systemText({ system, rounds }: Pick<TournamentInfo, 'system' | 'rounds'>): string {
  if (system.kind === 'swiss') return m.tournament_swiss_rounds({ count: rounds });
  return system.double ? m.tournament_round_robin_double() : m.tournament_round_robin();
}

/** Returns how far a tournament is. */
export function progressText({ over, paired, rounds }: Pick<TournamentInfo, 'over' | 'paired' | 'rounds'>): string {
  if (over) return m.tournament_over();
  return paired === 0 ? m.tournament_not_begun() : m.tournament_round_of({ number: paired, count: rounds });
}

/** Formats a result of a board: `1–0`, `½–½`, `+ –`; empty if it is not known. */
export function resultText(result: string | null): string {
  if (result === null) return '';
  if (result.includes('/') && /^[+-]/.test(result)) return result.replace('/', ' ').replaceAll('-', '–');
  return result.split('-').map(half).join('–');
}

/** Formats what a side has from a result: `1`, `½`, `+`; empty if it is not known. */
export function resultFor(result: string | null, side: 'w' | 'b'): string {
  const parts = /^[+-]/.test(result ?? '') ? (result ?? '').split('/') : (result ?? '').split('-').map(half);
  return (parts[side === 'w' ? 0 : 1] ?? '').replace('-', '–');
}

function half(text: string): string {
  const fractions: Record<string, string> = { '1/4': '¼', '1/2': '½', '3/4': '¾' };
  return fractions[text] ?? text;
}

/** Returns the name of a player of a tournament. */
export function playerName({ players }: Tournament, id: number): string {
  return players[id]?.entrant.name ?? '';
}

const BYES: Record<Bye, () => string> = {
  allocated: m.tournament_bye_allocated,
  full: m.tournament_bye_full,
  half: m.tournament_bye_half,
  zero: m.tournament_bye_zero,
};

/** Returns the reason for a round without an opponent. */
export function byeText(bye: Bye): string {
  return BYES[bye]();
}

/** Formats the points of a round without an opponent. */
export function byePointsText(tournament: Tournament, bye: Bye): string {
  return pointsText(byePoints(tournament, bye));
}

/** Names of the tie-breaks, in full and as the head of a column, by their codes without a modifier. */
const TIE_BREAKS: Record<string, [name: () => string, short: () => string]> = {
  DE: [m.tie_break_de, m.tie_break_short_de],
  WIN: [m.tie_break_win, m.tie_break_short_win],
  WON: [m.tie_break_won, m.tie_break_short_won],
  BPG: [m.tie_break_bpg, m.tie_break_short_bpg],
  BWG: [m.tie_break_bwg, m.tie_break_short_bwg],
  PS: [m.tie_break_ps, m.tie_break_short_ps],
  REP: [m.tie_break_rep, m.tie_break_short_rep],
  STD: [m.tie_break_std, m.tie_break_short_std],
  TPN: [m.tie_break_tpn, m.tie_break_short_tpn],
  BH: [m.tie_break_bh, m.tie_break_short_bh],
  AOB: [m.tie_break_aob, m.tie_break_short_aob],
  FB: [m.tie_break_fb, m.tie_break_short_fb],
  SB: [m.tie_break_sb, m.tie_break_short_sb],
  KS: [m.tie_break_ks, m.tie_break_short_ks],
  ARO: [m.tie_break_aro, m.tie_break_short_aro],
  TPR: [m.tie_break_tpr, m.tie_break_short_tpr],
  PTP: [m.tie_break_ptp, m.tie_break_short_ptp],
  APRO: [m.tie_break_apro, m.tie_break_short_apro],
  APPO: [m.tie_break_appo, m.tie_break_short_appo],
  RTNG: [m.tie_break_rtng, m.tie_break_short_rtng],
};

/** What the modifiers leave out, in full and behind the short name. */
const MODIFIERS: Record<string, [name: (input: { name: string }) => string, short: string]> = {
  C1: [m.tie_break_cut, '−1'],
  C2: [m.tie_break_cut_2, '−2'],
  M1: [m.tie_break_median, '±1'],
  M2: [m.tie_break_median_2, '±2'],
};

/** Codes of the tie-breaks from which values can be left out. */
const WITH_MODIFIERS: ReadonlySet<string> = new Set(['PS', 'BH', 'FB', 'SB', 'ARO']);

/** Codes of all tie-breaks, those with modifiers behind those without. */
export const TIE_BREAK_CODES: readonly string[] = Object.keys(TIE_BREAKS).flatMap((code) => {
  const modifiers = WITH_MODIFIERS.has(code) ? Object.keys(MODIFIERS) : [];
  return [code].concat(modifiers.map((modifier) => `${code}-${modifier}`));
});

/** Returns the name of a tie-break by its code, such as `BH-C1`; the code itself if it is newer than this page. */
export function tieBreakName(code: string): string {
  const [kind = '', modifier] = code.split('-');
  const name = TIE_BREAKS[kind]?.[0]();
  if (name === undefined) return code;
  return modifier === undefined ? name : (MODIFIERS[modifier]?.[0]({ name }) ?? code);
}

/** Returns the name of a tie-break for the head of a column. */
export function tieBreakShort(code: string): string {
  const [kind = '', modifier] = code.split('-');
  const name = TIE_BREAKS[kind]?.[1]();
  if (name === undefined) return code;
  return modifier === undefined ? name : `${name} ${MODIFIERS[modifier]?.[1] ?? modifier}`;
}

const ABOUT: Record<string, () => string> = {
  DE: m.tie_break_about_de,
  WIN: m.tie_break_about_win,
  WON: m.tie_break_about_won,
  BPG: m.tie_break_about_bpg,
  BWG: m.tie_break_about_bwg,
  PS: m.tie_break_about_ps,
  REP: m.tie_break_about_rep,
  STD: m.tie_break_about_std,
  TPN: m.tie_break_about_tpn,
  BH: m.tie_break_about_bh,
  AOB: m.tie_break_about_aob,
  FB: m.tie_break_about_fb,
  SB: m.tie_break_about_sb,
  KS: m.tie_break_about_ks,
  ARO: m.tie_break_about_aro,
  TPR: m.tie_break_about_tpr,
  PTP: m.tie_break_about_ptp,
  APRO: m.tie_break_about_apro,
  APPO: m.tie_break_about_appo,
  RTNG: m.tie_break_about_rtng,
};

/** Returns what a tie-break counts, in a sentence; empty if it is newer than this page. */
export function tieBreakAbout(code: string): string {
  return ABOUT[code.split('-')[0] ?? '']?.() ?? '';
}

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
