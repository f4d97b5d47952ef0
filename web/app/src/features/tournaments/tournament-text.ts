/** Texts of tournaments. */

import type { Bye, Tournament, TournamentInfo } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { pointsText } from '../../text/people';
import { aboutTieBreak, nameOfTieBreak, shortTieBreak, tieBreakCodes } from '../../text/tie-breaks';
import type { TieBreakText } from '../../text/tie-breaks';
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

/** Texts of the tie-breaks by their codes without a modifier. */
const TIE_BREAKS: Readonly<Record<string, TieBreakText>> = {
  DE: [m.tie_break_de, m.tie_break_short_de, m.tie_break_about_de],
  WIN: [m.tie_break_win, m.tie_break_short_win, m.tie_break_about_win],
  WON: [m.tie_break_won, m.tie_break_short_won, m.tie_break_about_won],
  BPG: [m.tie_break_bpg, m.tie_break_short_bpg, m.tie_break_about_bpg],
  BWG: [m.tie_break_bwg, m.tie_break_short_bwg, m.tie_break_about_bwg],
  PS: [m.tie_break_ps, m.tie_break_short_ps, m.tie_break_about_ps],
  REP: [m.tie_break_rep, m.tie_break_short_rep, m.tie_break_about_rep],
  STD: [m.tie_break_std, m.tie_break_short_std, m.tie_break_about_std],
  TPN: [m.tie_break_tpn, m.tie_break_short_tpn, m.tie_break_about_tpn],
  BH: [m.tie_break_bh, m.tie_break_short_bh, m.tie_break_about_bh],
  AOB: [m.tie_break_aob, m.tie_break_short_aob, m.tie_break_about_aob],
  FB: [m.tie_break_fb, m.tie_break_short_fb, m.tie_break_about_fb],
  SB: [m.tie_break_sb, m.tie_break_short_sb, m.tie_break_about_sb],
  KS: [m.tie_break_ks, m.tie_break_short_ks, m.tie_break_about_ks],
  ARO: [m.tie_break_aro, m.tie_break_short_aro, m.tie_break_about_aro],
  TPR: [m.tie_break_tpr, m.tie_break_short_tpr, m.tie_break_about_tpr],
  PTP: [m.tie_break_ptp, m.tie_break_short_ptp, m.tie_break_about_ptp],
  APRO: [m.tie_break_apro, m.tie_break_short_apro, m.tie_break_about_apro],
  APPO: [m.tie_break_appo, m.tie_break_short_appo, m.tie_break_about_appo],
  RTNG: [m.tie_break_rtng, m.tie_break_short_rtng, m.tie_break_about_rtng],
};

/** Codes of the tie-breaks from which values can be left out. */
const WITH_MODIFIERS: ReadonlySet<string> = new Set(['PS', 'BH', 'FB', 'SB', 'ARO']);

/** Codes of all tie-breaks, those with modifiers behind those without. */
export const TIE_BREAK_CODES: readonly string[] = tieBreakCodes(TIE_BREAKS, WITH_MODIFIERS);

/** Returns the name of a tie-break by its code, such as `BH-C1`; the code itself if it is newer than this page. */
export function tieBreakName(code: string): string {
  return nameOfTieBreak(TIE_BREAKS, code);
}

/** Returns the name of a tie-break for the head of a column. */
export function tieBreakShort(code: string): string {
  return shortTieBreak(TIE_BREAKS, code);
}

/** Returns what a tie-break counts, in a sentence; empty if it is newer than this page. */
export function tieBreakAbout(code: string): string {
  return aboutTieBreak(TIE_BREAKS, code);
}
