/** Names of the tie-breaks of teams. */

import type { TeamScore } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { aboutTieBreak, nameOfTieBreak, shortTieBreak, tieBreakCodes } from '../../text/tie-breaks';
import type { TieBreakText } from '../../text/tie-breaks';
import { otherScore, scoreName } from './team-text';

const SHORT: Readonly<Record<TeamScore, () => string>> = {
  match: m.team_match_points_short,
  game: m.team_game_points_short,
};

/** Returns the texts of a kind of Sonneborn-Berger: the opponents' score times a score against them. */
function sonnebornBerger(theirs: TeamScore, own: TeamScore): TieBreakText {
  const kind = (): string => `${SHORT[theirs]()} × ${SHORT[own]()}`;
  return [
    () => `${m.tie_break_sb()} (${kind()})`,
    () => `${m.tie_break_short_sb()} ${kind()}`,
    m.team_tie_break_about_sb,
  ];
}

/** Texts of the tie-breaks by their codes without a modifier. The codes of the rarer ones are short names as they are. */
const TIE_BREAKS: Readonly<Record<string, TieBreakText>> = {
  DE: [m.tie_break_de, m.tie_break_short_de, m.team_tie_break_about_de],
  EDE: [m.team_tie_break_ede, () => 'EDE', m.team_tie_break_about_ede],
  WIN: [m.tie_break_win, m.tie_break_short_win, m.team_tie_break_about_win],
  BH: [m.tie_break_bh, m.tie_break_short_bh, m.tie_break_about_bh],
  EMMSB: sonnebornBerger('match', 'match'),
  EMGSB: sonnebornBerger('match', 'game'),
  EGMSB: sonnebornBerger('game', 'match'),
  EGGSB: sonnebornBerger('game', 'game'),
  SSSC: [m.team_tie_break_sssc, () => 'SSSC', m.team_tie_break_about_sssc],
  BC: [m.team_tie_break_bc, () => 'BC', m.team_tie_break_about_bc],
  TBR: [m.team_tie_break_tbr, () => 'TBR', m.team_tie_break_about_tbr],
  BBE: [m.team_tie_break_bbe, () => 'BBE', m.team_tie_break_about_bbe],
};

/** Code of the score that is not primary. */
const OTHER = 'MPvGP';

/** Codes of the tie-breaks from which values can be left out. */
const WITH_MODIFIERS: ReadonlySet<string> = new Set(['BH', 'EMMSB', 'EMGSB', 'EGMSB', 'EGGSB']);

/** Codes of all tie-breaks, those with modifiers behind those without. */
export const TEAM_TIE_BREAKS: readonly string[] = [OTHER, ...tieBreakCodes(TIE_BREAKS, WITH_MODIFIERS)];

/** Returns the name of a tie-break by its code; the code itself if it is newer than this page. */
export function teamTieBreakName(code: string, primary: TeamScore): string {
  return code === OTHER ? scoreName(otherScore(primary)) : nameOfTieBreak(TIE_BREAKS, code);
}

/** Returns the name of a tie-break for the head of a column. */
export function teamTieBreakShort(code: string, primary: TeamScore): string {
  return code === OTHER ? SHORT[otherScore(primary)]() : shortTieBreak(TIE_BREAKS, code);
}

/** Returns what a tie-break counts, in a sentence; empty if it is newer than this page. */
export function teamTieBreakAbout(code: string): string {
  return code === OTHER ? m.team_tie_break_about_other() : aboutTieBreak(TIE_BREAKS, code);
}

/** Returns whether a tie-break is a score that has a column of its own. */
export function isScore(code: string): boolean {
  return code === OTHER;
}
