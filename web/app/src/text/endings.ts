/** Names of endings, and results of their positions. */

import { endingSides } from '../domain/endings';
import type { Side } from '../generated/types';
import type { TablePosition, TableResult, TableRule } from '../generated/protocol';
import { m } from '../paraglide/messages.js';
import { notationOf, pieceLetters } from './notation';

/** Returns the name of an ending, such as `K+Q v K+R`, in the letters of a language. */
export function endingName(ending: string, locale: string): string {
  const letters = pieceLetters(notationOf(locale));
  const [white, black] = endingSides(ending).map((roles) => roles.map((role) => letters[role]).join('+'));
  return m.ending_name({ white: white ?? '', black: black ?? '' });
}

/** Returns the message that the table of an ending cannot be used. */
export function damagedText(ending: string, locale: string): string {
  return m.tables_damaged({ ending: /^K[QRBNP]*K[QRBNP]*$/.test(ending) ? endingName(ending, locale) : ending });
}

/** Returns the number of the winner's moves until an end after this many plies. */
export function movesOf(plies: number): number {
  return Math.ceil(plies / 2);
}

/** Returns the result of a position for the side to move, with the plies to the end. */
export function resultText(result: TableResult, plies: number, toMove: Side): string {
  if (result === 'draw') return m.ending_result_draw();
  const white = (toMove === 'w') === (result === 'win' || result === 'stalemate-win');
  const count = movesOf(plies);
  if (result === 'win' || result === 'loss') {
    return white ? m.ending_result_white({ count }) : m.ending_result_black({ count });
  }
  if (count === 0) return white ? m.ending_result_stalemate_white() : m.ending_result_stalemate_black();
  return white ? m.ending_result_stalemates_white({ count }) : m.ending_result_stalemates_black({ count });
}

/** Mark of a table win that the 50-move rule prevents or may prevent. */
export const RULE_MARKS: Record<TableRule, string> = { 'too-late': '½', unclear: '½?' };

/**
 * Returns the tables' verdict on a position in a few words for a narrow line. The mark of the 50-move rule comes first, since the
 * end may be cut off.
 */
export function knownBriefText({ result, plies, fiftyMoves }: Omit<TablePosition, 'moves'>, toMove: Side): string {
  const text = resultText(result, plies ?? 0, toMove);
  return fiftyMoves === undefined ? text : `${RULE_MARKS[fiftyMoves]} · ${text}`;
}

/** Returns the tables' verdict on a position with this side to move, and the effect of the 50-move rule. */
export function knownText({ result, plies, fiftyMoves }: Omit<TablePosition, 'moves'>, toMove: Side): string {
  const text = resultText(result, plies ?? 0, toMove);
  if (fiftyMoves === undefined) return text;
  return fiftyMoves === 'too-late'
    ? m.tables_known_too_late({ result: text })
    : m.tables_known_unclear({ result: text });
}
