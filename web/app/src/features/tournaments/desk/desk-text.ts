/** Texts of the organiser's desk. */

import type { Bye, TournamentPlayer } from '../../../generated/protocol';
import { m } from '../../../paraglide/messages.js';
import { pointsText } from '../../../text/people';

const RESULTS: Readonly<Record<string, () => string>> = {
  '1-0': m.desk_result_white,
  '1/2-1/2': m.desk_result_draw,
  '0-1': m.desk_result_black,
  '3/4-1/4': m.desk_result_white_stalemate,
  '1/4-3/4': m.desk_result_black_stalemate,
  '+/-': m.desk_result_white_forfeit,
  '-/+': m.desk_result_black_forfeit,
  '-/-': m.desk_result_both_forfeit,
  '0-0': m.desk_result_decision,
  '1/2-0': m.desk_result_decision,
  '0-1/2': m.desk_result_decision,
};

/** Returns what a result means. */
export function resultName(result: string): string {
  return RESULTS[result]?.() ?? result;
}

const BYES: Readonly<Record<Bye, () => string>> = {
  allocated: m.desk_bye_allocated,
  full: m.desk_bye_full,
  half: m.desk_bye_half,
  zero: m.desk_bye_zero,
};

/** Byes that an organiser gives. */
export const GIVEN_BYES: readonly Bye[] = ['full', 'half', 'zero'];

export function byeName(bye: Bye): string {
  return BYES[bye]();
}

/** Formats a penalty or a bonus: `−½`, `+1`. */
export function correctionText(points: number): string {
  return points > 0 ? `+${pointsText(points)}` : pointsText(points);
}

/** Returns what else there is about a player: a withdrawal, byes that were requested, penalties and bonuses. */
export function playerNotes({ present, annulled, requests, corrections }: TournamentPlayer): string {
  return [
    ...(present ? [] : [annulled ? m.desk_note_annulled() : m.desk_note_withdrawn()]),
    ...requests.map(({ round, bye }) => m.desk_note_bye({ round, bye: byeName(bye) })),
    ...corrections.map(({ round, points }) => m.desk_note_points({ round, points: correctionText(points) })),
  ].join(' · ');
}
