import { centreOf, CORNER, hexPoints, UNIT } from './geometry';
import { svg } from './dom';
import { codeOf, drawPiece } from './pieces';
import type { State } from './state';
import type { LegalMove } from './types';

/** The sign on a cell that the picked-up piece may go to: a dot, a ring around a piece that would be captured, or a rook for castling. */
export function drawTarget(state: State, cell: string, move: LegalMove): SVGElement {
  const { geometry } = state;
  const centre = centreOf(geometry, cell);
  if (move.castling !== undefined) {
    const group = svg('g', {
      class: 'sfb-castle',
      'data-target': cell,
      transform: `translate(${centre.x} ${centre.y})`,
    });
    const rook = svg('g', { transform: `translate(0 ${-UNIT * 0.2})` });
    rook.append(drawPiece(codeOf(state.turn, 'r'), UNIT * 0.44));
    const name = svg('text', { class: 'sfb-castle-name', x: 0, y: UNIT * 0.15 });
    // The flank shows from where the cell lies; only short or long needs saying.
    name.textContent = move.castling.replace(/^[A-Z]-(?=0)/, '');
    group.append(
      svg('polygon', {
        class: 'sfb-castle-cell',
        points: hexPoints(geometry.flatTop, { x: 0, y: 0 }, CORNER * 0.88),
      }),
      rook,
      name,
    );
    return group;
  }
  if (state.pieces.has(cell)) {
    const group = svg('g', { class: 'sfb-capture', 'data-target': cell });
    for (const part of ['edge', 'ring']) {
      group.append(
        svg('polygon', {
          class: `sfb-capture-${part}`,
          points: hexPoints(geometry.flatTop, centre, CORNER * 0.9),
        }),
      );
    }
    return group;
  }
  return svg('circle', {
    class: move.capture === undefined ? 'sfb-dot' : 'sfb-dot sfb-dot-capture',
    'data-target': cell,
    cx: centre.x,
    cy: centre.y,
    r: UNIT * (move.capture === undefined ? 0.14 : 0.18),
  });
}

/** Shows king and rook where castling would put them. */
export function drawCastlingPreview(state: State, move: LegalMove, size: number): SVGElement {
  const group = svg('g', { class: 'sfb-preview' });
  const pieces: [string, string | undefined][] = [
    [move.to, state.pieces.get(move.from)],
    [move.rook?.[1] ?? move.to, state.pieces.get(move.rook?.[0] ?? '')],
  ];
  for (const [cell, piece] of pieces) {
    if (piece === undefined) continue;
    const centre = centreOf(state.geometry, cell);
    const holder = svg('g', { transform: `translate(${centre.x} ${centre.y})` });
    holder.append(drawPiece(piece, size));
    group.append(holder);
  }
  return group;
}
