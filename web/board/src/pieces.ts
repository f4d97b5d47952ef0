import drawings from '../pieces.json';
import { svg } from './dom';
import type { Colour, PieceCode, Role } from './types';

const NAMES = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
} as const satisfies Record<Role, string>;

/** Side of a piece given as a letter. */
export function colourOf(piece: PieceCode): Colour {
  return piece === piece.toUpperCase() ? 'w' : 'b';
}

/** Kind of a piece given as a letter; an unknown letter counts as a pawn. */
export function roleOf(piece: PieceCode): Role {
  const letter = piece.toLowerCase();
  return letter in NAMES ? (letter as Role) : 'p';
}

/** The letter for a kind of piece of one side. */
export function codeOf(colour: Colour, role: Role): PieceCode {
  return colour === 'w' ? role.toUpperCase() : role;
}

/** Draws a piece centred on (0, 0), as wide and high as `size` drawing units. */
export function drawPiece(piece: PieceCode, size: number): SVGGElement {
  const drawing = drawings[NAMES[roleOf(piece)]];
  const scale = size / drawings.size;
  const group = svg('g', {
    class: `sfb-piece sfb-${colourOf(piece) === 'w' ? 'white' : 'black'}`,
    transform: `scale(${scale}) translate(${-drawings.size / 2} ${-drawings.size / 2})`,
  });
  group.append(svg('path', { class: 'sfb-body', d: drawing.body }));
  if (drawing.details) group.append(svg('path', { class: 'sfb-details', d: drawing.details }));
  return group;
}
