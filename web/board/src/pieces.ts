import classic from '../pieces.json' with { type: 'json' };
import letters from '../pieces-letters.json' with { type: 'json' };
import modern from '../pieces-modern.json' with { type: 'json' };
import { svg } from './dom.js';
import type { Colour, PieceCode, Role } from './types.js';

const NAMES = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
} as const satisfies Record<Role, string>;

/** Piece sets: figures, flatter figures, and discs with the pieces' letters. */
export const PIECE_SETS = ['classic', 'modern', 'letters'] as const;

/** Name of a piece set. */
export type PieceSet = (typeof PIECE_SETS)[number];

/** The letters of the set `letters`, by kind of piece; up to two characters each. */
export type PieceLetters = Readonly<Record<Role, string>>;

/** Style of the pieces. */
export interface PieceStyle {
  readonly pieceSet: PieceSet;
  readonly pieceLetters: PieceLetters;
}

/** The letters of English notation. */
export const ENGLISH_LETTERS: PieceLetters = { k: 'K', q: 'Q', r: 'R', b: 'B', n: 'N', p: 'P' };

/** Default style. */
export const CLASSIC: PieceStyle = { pieceSet: 'classic', pieceLetters: ENGLISH_LETTERS };

const SETS = { classic, modern, letters };

/** A piece as paths in a square box. */
export interface PieceDrawing {
  /** Side of the box. */
  size: number;
  /** Closed outlines, filled; their stroke of 7 units lies below the fill. */
  body: string;
  /** Lines inside, 3.6 units wide with round ends; may be empty. */
  details: string;
  /** Letter in the middle, and its size in units of the box; only in the set `letters`. */
  letter: { text: string; size: number } | null;
}

/** Returns the drawing of a kind of piece; an unknown set counts as `classic`. */
export function pieceDrawing(role: Role, style: PieceStyle = CLASSIC): PieceDrawing {
  const set = SETS[style.pieceSet] ?? classic;
  const drawing: { body: string; details: string; letter?: number } = set[NAMES[role]];
  const { body, details, letter } = drawing;
  const text = style.pieceLetters[role];
  // Two letters, as for the king in Russian, take the width of one.
  const size = (letter ?? 0) * (text.length > 1 ? 0.74 : 1);
  return { size: set.size, body, details, letter: letter === undefined ? null : { text, size } };
}

/** Returns the side of a piece given as a letter. */
export function colourOf(piece: PieceCode): Colour {
  return piece === piece.toUpperCase() ? 'w' : 'b';
}

/** Returns the kind of a piece given as a letter; an unknown letter counts as a pawn. */
export function roleOf(piece: PieceCode): Role {
  const letter = piece.toLowerCase();
  return letter in NAMES ? (letter as Role) : 'p';
}

/** Returns the letter for a kind of piece of one side. */
export function codeOf(colour: Colour, role: Role): PieceCode {
  return colour === 'w' ? role.toUpperCase() : role;
}

/** Draws a piece centred on (0, 0), as wide and high as `size` drawing units. */
export function drawPiece(piece: PieceCode, size: number, style: PieceStyle = CLASSIC): SVGGElement {
  const drawing = pieceDrawing(roleOf(piece), style);
  const middle = drawing.size / 2;
  const group = svg('g', {
    class: `sfb-piece sfb-${colourOf(piece) === 'w' ? 'white' : 'black'}`,
    transform: `scale(${size / drawing.size}) translate(${-middle} ${-middle})`,
  });
  group.append(svg('path', { class: 'sfb-body', d: drawing.body }));
  if (drawing.details) group.append(svg('path', { class: 'sfb-details', d: drawing.details }));
  if (drawing.letter) {
    group.classList.add('sfb-lettered');
    const { text, size: height } = drawing.letter;
    // Scaled, since a font size in CSS is not possible: strict content policies allow no styles.
    const transform = `translate(${middle} ${middle}) scale(${height})`;
    const letter = svg('text', { class: 'sfb-letter', transform });
    letter.textContent = text;
    group.append(letter);
  }
  return group;
}
