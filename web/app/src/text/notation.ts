/** Letters of pieces in moves. Moves use English letters inside the program; a reader may choose others. */

import type { RoleLetter } from '../generated/types';

/** Figurines, and the languages in which the rules read moves. */
export const NOTATIONS = ['figurine', 'en', 'hu', 'pl', 'de', 'ru', 'sv'] as const;
export type Notation = (typeof NOTATIONS)[number];

const LETTERS: Record<Notation, Record<string, string>> = {
  figurine: { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' },
  en: { K: 'K', Q: 'Q', R: 'R', B: 'B', N: 'N' },
  hu: { K: 'K', Q: 'V', R: 'B', B: 'F', N: 'H' },
  pl: { K: 'K', Q: 'H', R: 'W', B: 'G', N: 'S' },
  de: { K: 'K', Q: 'D', R: 'T', B: 'L', N: 'S' },
  ru: { K: 'Кр', Q: 'Ф', R: 'Л', B: 'С', N: 'К' },
  sv: { K: 'K', Q: 'D', R: 'T', B: 'L', N: 'S' },
};

/** Returns the notation of a language; English if it has none. */
export function notationOf(locale: string): Notation {
  return NOTATIONS.find((known) => known === locale) ?? 'en';
}

/** Translates a move with English letters, such as `Nc4`, `e10Q` or `12. Nc4`, into a notation. Castling stays as it is. */
export function translated(move: string, notation: Notation): string {
  if (notation === 'en') return move;
  const letters = LETTERS[notation];
  // A letter before a cell or a capture, or after the rank of a promotion, but not the letters of `Q-0-0`.
  return move.replace(/[KQRBN](?=[a-l]|x|\d)|(?<=\d=?)[QRBN]/g, (letter) => letters[letter] ?? letter);
}

/** The first letters of the pawn's name; moves have none. */
const PAWNS: Record<Notation, string> = { figurine: '♙', en: 'P', hu: 'Gy', pl: 'P', de: 'B', ru: 'П', sv: 'B' };

/** Returns the letters of a notation by kind of piece, for pieces drawn as letters. */
export function pieceLetters(notation: Notation): Readonly<Record<RoleLetter, string>> {
  const { K = '', Q = '', R = '', B = '', N = '' } = LETTERS[notation];
  return { k: K, q: Q, r: R, b: B, n: N, p: PAWNS[notation] };
}
