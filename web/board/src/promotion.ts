import { boardPath, centreOf, CORNER, hexPoints, UNIT, type Geometry, type Point } from './geometry';
import { svg } from './dom';
import { codeOf, colourOf, drawPiece } from './pieces';
import type { Promotion, State } from './state';
import type { LegalMove, PieceCode, Role } from './types';

/** Least size of one choice on the screen, in CSS pixels: enough for a thumb. */
const THUMB = 44;

/** Where the choices lie. */
export interface ChooserLayout {
  centres: Point[];
  /** Size relative to a cell. */
  scale: number;
}

/**
 * Lays the choices out from the promotion cell towards the middle of the board, one below the other (two zigzagging where
 * hexagons have a pointed top), enlarged where cells are too small for a thumb, and inside the drawing.
 */
export function layOutChooser(geometry: Geometry, cell: string, count: number, pixelsPerUnit: number): ChooserLayout {
  const { viewBox, flatTop } = geometry;
  const lineHeight = flatTop ? UNIT : UNIT * (Math.sqrt(3) / 2);
  const fits = viewBox.height / (lineHeight * (count + 0.2));
  const scale = Math.max(1, Math.min(THUMB / (UNIT * pixelsPerUnit), fits));
  const start = centreOf(geometry, cell);
  const inward = start.y < viewBox.y + viewBox.height / 2 ? 1 : -1;
  const sideways = start.x < viewBox.x + viewBox.width / 2 ? 1 : -1;
  const halfWidth = (flatTop ? CORNER : UNIT / 2) * scale;
  const halfHeight = (flatTop ? UNIT / 2 : CORNER) * scale;
  const raw = Array.from({ length: count }, (_, i) => ({
    x: start.x + (flatTop || i % 2 === 0 ? 0 : (sideways * UNIT * scale) / 2),
    y: start.y + inward * lineHeight * scale * i,
  }));
  const xs = raw.map((p) => p.x);
  const ys = raw.map((p) => p.y);
  const dx = intoRange(xs, halfWidth, viewBox.x, viewBox.width);
  const dy = intoRange(ys, halfHeight, viewBox.y, viewBox.height);
  return { centres: raw.map((p) => ({ x: p.x + dx, y: p.y + dy })), scale };
}

/** How far to shift values so that all of them, with room around, lie in a range. */
function intoRange(values: number[], room: number, from: number, size: number): number {
  const least = Math.min(...values) - room;
  const most = Math.max(...values) + room;
  if (least < from) return from - least;
  return most > from + size ? from + size - most : 0;
}

/** The piece that a choice stands for. */
export function promotedPiece(state: State, move: LegalMove): PieceCode {
  const pawn = state.pieces.get(move.from);
  const role: Role = move.promotion ?? 'q';
  return codeOf(pawn === undefined ? state.turn : colourOf(pawn), role);
}

/** Draws the chooser over the board. */
export function drawChooser(state: State, promotion: Promotion, pixelsPerUnit: number): SVGGElement {
  const { geometry, text } = state;
  const { viewBox } = geometry;
  const layout = layOutChooser(geometry, promotion.to, promotion.choices.length, pixelsPerUnit);
  const group = svg('g', {
    class: 'sfb-chooser',
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': text.promotion(promotion.to),
  });
  const { x, y, width, height } = viewBox;
  group.append(
    // The whole drawing takes the click that cancels; only the board is darkened.
    svg('rect', { class: 'sfb-scrim', x, y, width, height }),
    svg('path', { class: 'sfb-dim', d: boardPath(geometry) }),
  );
  promotion.choices.forEach((move, i) => {
    const centre = layout.centres[i];
    if (!centre) return;
    const piece = promotedPiece(state, move);
    const choice = svg('g', {
      class: 'sfb-choice',
      role: 'button',
      tabindex: i === 0 ? 0 : -1,
      'aria-label': text.promoteTo(piece),
      'data-promotion': move.promotion ?? '',
      transform: `translate(${centre.x} ${centre.y})`,
    });
    choice.append(
      svg('polygon', {
        class: 'sfb-choice-hex',
        points: hexPoints(geometry.flatTop, { x: 0, y: 0 }, CORNER * layout.scale * 0.97),
      }),
      drawPiece(piece, UNIT * 0.9 * layout.scale),
    );
    group.append(choice);
  });
  return group;
}

/** What a key does in the chooser: a choice, a step between choices, or closing it. */
export type ChooserAction = { choose: LegalMove } | { focus: number } | 'cancel' | null;

/** Reads a key while the chooser is open; `current` is the choice that has the focus. */
export function readChooserKey(key: { key: string }, promotion: Promotion, current: number): ChooserAction {
  const count = promotion.choices.length;
  switch (key.key) {
    case 'Escape':
      return 'cancel';
    case 'Enter':
    case ' ': {
      const choose = promotion.choices[current];
      return choose ? { choose } : null;
    }
    case 'ArrowDown':
    case 'ArrowRight':
      return { focus: (current + 1) % count };
    case 'ArrowUp':
    case 'ArrowLeft':
      return { focus: (current + count - 1) % count };
    case 'Home':
      return { focus: 0 };
    case 'End':
      return { focus: count - 1 };
  }
  const choose = promotion.choices.find((m) => m.promotion === key.key.toLowerCase());
  return choose ? { choose } : null;
}
