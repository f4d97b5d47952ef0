import { centreOf, CORNER, hexPoints, UNIT } from './geometry.js';
import { svg } from './dom.js';
import { codeOf, drawPiece } from './pieces.js';
import { targetsFrom, type State } from './state.js';
import type { LegalMove } from './types.js';

/**
 * Draws the sign on a target of the picked-up piece: a dot, a ring around a piece that can be captured, or a rook for castling.
 */
export function drawTarget(state: State, cell: string, move: LegalMove): SVGElement {
  const { geometry } = state;
  const centre = centreOf(geometry, cell);
  if (move.castling !== undefined && cell !== move.rook?.[0]) {
    const group = svg('g', {
      class: 'sfb-castle',
      'data-target': cell,
      transform: `translate(${centre.x} ${centre.y})`,
    });
    group.append(
      svg('polygon', {
        class: 'sfb-castle-cell',
        points: hexPoints(geometry.flatTop, { x: 0, y: 0 }, CORNER * 0.88),
      }),
      // The place of the cell shows the flank, so only short or long is written.
      castlingSign(state, shortName(move.castling)),
    );
    return group;
  }
  if (state.pieces.has(cell)) {
    const kind = move.castling === undefined ? 'sfb-capture' : 'sfb-castle-rook';
    const group = svg('g', { class: kind, 'data-target': cell });
    group.append(
      svg('polygon', { class: 'sfb-capture-ring', points: hexPoints(geometry.flatTop, centre, CORNER * 0.91) }),
    );
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

/** Returns a castling move's name without its flank: `0-0` or `0-0-0`. */
export function shortName(castling: string): string {
  return castling.replace(/^[A-Z]-(?=0)/, '');
}

/** Returns a small rook above a castling move's name, around (0, 0). */
export function castlingSign(state: State, name: string): SVGGElement {
  const group = svg('g');
  const rook = svg('g', { transform: `translate(0 ${-UNIT * 0.2})` });
  rook.append(drawPiece(codeOf(state.turn, 'r'), UNIT * 0.44, state));
  const text = svg('text', { class: 'sfb-castle-name', x: 0, y: UNIT * 0.15 });
  text.textContent = name;
  group.append(rook, text);
  return group;
}

/**
 * Returns the castling move entered on the cell under the pointer or the keyboard focus, or null if there is none or more than
 * one.
 */
export function castlingShown(state: State): LegalMove | null {
  if (state.question || state.viewOnly) return null;
  const asked = askedCell(state);
  const moves = asked === null ? undefined : targetsFrom(state, sourceCell(state)).get(asked);
  const move = moves?.[0];
  return moves?.length === 1 && move?.rook ? move : null;
}

/** Returns the cell under the pointer, or else under the visible keyboard focus. */
export function askedCell(state: State): string | null {
  return state.hovered ?? (state.focusVisible ? state.focused : null);
}

/** Returns the cell whose moves are shown: that of the picked-up piece or, for hints, the hovered or focused one. */
export function sourceCell(state: State): string | null {
  return state.selected ?? state.drag?.from ?? (state.hints ? askedCell(state) : null);
}

/** Draws the sign on a premove target of the picked-up piece. */
export function drawPremoveTarget(state: State, cell: string): SVGElement {
  const { x, y } = centreOf(state.geometry, cell);
  return svg('circle', { class: 'sfb-dot sfb-dot-premove', 'data-target': cell, cx: x, cy: y, r: UNIT * 0.14 });
}

/** Draws king and rook on their cells after castling, except for a king that is being dragged. */
export function drawCastlingPreview(state: State, move: LegalMove, size: number): SVGElement {
  const group = svg('g', { class: 'sfb-preview' });
  const pieces: [string, string | undefined][] = [[move.rook?.[1] ?? move.to, state.pieces.get(move.rook?.[0] ?? '')]];
  if (!state.drag) pieces.unshift([move.to, state.pieces.get(move.from)]);
  for (const [cell, piece] of pieces) {
    if (piece === undefined) continue;
    const centre = centreOf(state.geometry, cell);
    const holder = svg('g', { 'data-preview': cell, transform: `translate(${centre.x} ${centre.y})` });
    holder.append(drawPiece(piece, size, state));
    group.append(holder);
  }
  return group;
}

/**
 * Returns the cells of pieces that are faded or hidden, with the class for it: dragged pieces and those that a preview shows
 * elsewhere are faded; those that a preview replaces are hidden.
 */
export function fadedPieces(state: State): Map<string, string> {
  const faded = new Map<string, string>();
  const { drag, question } = state;
  if (question?.kind === 'promotion') faded.set(question.from, 'sfb-ghost');
  if (drag && drag.from !== null) faded.set(drag.from, state.draggable.showGhost ? 'sfb-ghost' : 'sfb-absent');
  const castling = castlingShown(state);
  if (!castling?.rook) return faded;
  for (const cell of [castling.from, castling.rook[0]]) faded.set(cell, 'sfb-ghost');
  for (const cell of [castling.to, castling.rook[1]]) {
    // A dragged king is drawn under the pointer, which is over this cell.
    if (state.pieces.has(cell)) faded.set(cell, 'sfb-absent');
  }
  return faded;
}
