/** Typed moves, wherever the focus is. */

import { NOTATIONS, translated } from '../text/notation';
import { moveText } from './move-text';
import type { LegalMove } from '../generated/types';

/** Characters of moves: cells, pieces in all languages, captures, castling, promotion. */
const CHARACTER = /^[a-l0-9KQRBNVFHSGWDTLКСЛФрxхOoОо=+#-]$/u;

/** Returns whether a key may be part of a move. */
export function isMoveKey(key: string): boolean {
  return CHARACTER.test(key);
}

function plain(text: string): string {
  return text.replace(/[xх+#=-]/gu, '').replace(/[OoОо]/gu, '0');
}

/** Returns a move in UCI form and in the visitor's notation. */
function ownForms(move: LegalMove): string[] {
  return [move.uci, plain(moveText(move.san))];
}

/** Returns a move in all notations. */
function allForms(move: LegalMove): string[] {
  return NOTATIONS.map((notation) => plain(translated(move.san, notation)));
}

export interface Typed {
  /** Move that the text matches; `null` if there is none or more than one. */
  move: LegalMove | null;
  /** True if more typing could give another move, so that Enter decides. */
  open: boolean;
}

/**
 * Returns the legal moves that a text matches. The visitor's own notation comes before those of other languages, in which the same
 * letter may be another piece. Case matters only if the text would otherwise match two moves.
 */
export function readTyped(text: string, moves: readonly LegalMove[]): Typed {
  const wanted = plain(text);
  if (wanted === '') return { move: null, open: false };
  for (const fold of [(each: string) => each, (each: string) => each.toLowerCase()]) {
    for (const forms of [ownForms, allForms]) {
      const searched = fold(wanted);
      const found = moves.filter((move) => forms(move).some((form) => fold(form) === searched));
      const longer = moves.some((move) =>
        forms(move).some((form) => fold(form).startsWith(searched) && fold(form) !== searched),
      );
      const [first] = found;
      if (first && found.length === 1) return { move: first, open: longer };
      if (found.length > 1 || longer) return { move: null, open: true };
    }
  }
  return { move: null, open: false };
}
