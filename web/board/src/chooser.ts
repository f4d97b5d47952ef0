import { boardPath, centreOf, CORNER, hexPoints, UNIT, type Geometry, type Point } from './geometry.js';
import { svg } from './dom.js';
import { codeOf, colourOf, drawPiece } from './pieces.js';
import { answersTo } from './moves.js';
import type { Choice, Question, State } from './state.js';
import { castlingSign, shortName } from './targets.js';
import type { PieceCode, Role } from './types.js';

/** Minimum size of a choice on the screen in CSS pixels: enough for a thumb. */
const THUMB = 44;

/** Layout of the choices. */
export interface ChooserLayout {
  centres: Point[];
  /** Size relative to a cell. */
  scale: number;
}

/**
 * Lays the choices out from the cell towards the middle of the board, one below the other (two in a zigzag if hexagons have a
 * pointed top), enlarged if cells are too small for a thumb, and inside the drawing.
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

/** Returns the shift that brings all values, with room around them, into a range. */
function intoRange(values: number[], room: number, from: number, size: number): number {
  const least = Math.min(...values) - room;
  const most = Math.max(...values) + room;
  if (least < from) return from - least;
  return most > from + size ? from + size - most : 0;
}

/** Returns the piece of a promotion choice. */
export function promotedPiece(state: State, move: Choice): PieceCode {
  const pawn = state.pieces.get(move.from);
  const role: Role = move.promotion ?? 'q';
  return codeOf(pawn === undefined ? state.turn : colourOf(pawn), role);
}

/** Draws the chooser over the board. */
export function drawChooser(state: State, question: Question, pixelsPerUnit: number): SVGGElement {
  const { geometry } = state;
  const group = svg('g', {
    class: 'sfb-chooser',
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': nameOfChooser(state, question),
  });
  const { x, y, width, height } = geometry.viewBox;
  // The whole drawing takes the click that cancels. Only the board is darkened, and not under a preview of the move.
  group.append(svg('rect', { class: 'sfb-scrim', x, y, width, height }));
  if (question.kind === 'confirm') {
    group.append(...drawConfirmation(state, question.to, pixelsPerUnit));
    return group;
  }
  group.append(svg('path', { class: 'sfb-dim', d: boardPath(geometry) }));
  const layout = layOutChooser(geometry, question.to, question.choices.length, pixelsPerUnit);
  question.choices.forEach((move, i) => {
    const centre = layout.centres[i];
    if (!centre) return;
    const choice = drawButton(geometry, centre, layout.scale, i, nameOf(state, move));
    if (move.promotion) choice.setAttribute('data-promotion', move.promotion);
    choice.append(drawChoice(state, question.choices, move, layout.scale));
    group.append(choice);
  });
  return group;
}

function nameOfChooser({ text }: State, question: Question): string {
  if (question.kind === 'confirm') return text.confirm(question.from, question.to);
  return question.kind === 'castling' ? text.castlingChoice(question.to) : text.promotion(question.to);
}

/** Draws an answer: a hexagon with its picture. */
function drawButton(geometry: Geometry, at: Point, scale: number, index: number, name: string): SVGGElement {
  const button = svg('g', {
    class: 'sfb-choice',
    role: 'button',
    tabindex: index === 0 ? 0 : -1,
    'aria-label': name,
    'data-choice': index,
    transform: `translate(${at.x} ${at.y})`,
  });
  const points = hexPoints(geometry.flatTop, { x: 0, y: 0 }, CORNER * scale * 0.97);
  button.append(svg('polygon', { class: 'sfb-choice-hex', points }));
  return button;
}

/** A tick and a cross, in units of a cell. */
const TICK = 'M-0.22 0.02L-0.06 0.18L0.24 -0.16';
const CROSS = 'M-0.17 -0.17L0.17 0.17M0.17 -0.17L-0.17 0.17';

/** Draws a tick and a cross next to the target cell, which stays visible. */
function drawConfirmation(state: State, cell: string, pixelsPerUnit: number): SVGGElement[] {
  const { geometry, text } = state;
  const { centres, scale } = layOutChooser(geometry, cell, 3, pixelsPerUnit);
  const answers = [
    { name: text.confirmYes, kind: 'yes', path: TICK },
    { name: text.confirmNo, kind: 'no', path: CROSS },
  ];
  return answers.map(({ name, kind, path }, i) => {
    const button = drawButton(geometry, centres[i + 1] ?? { x: 0, y: 0 }, scale, i, name);
    button.append(
      svg('path', { class: `sfb-${kind}`, d: path, transform: `scale(${UNIT * scale})`, 'stroke-width': 0.1 }),
    );
    return button;
  });
}

/** Returns the accessible name of a choice. */
function nameOf(state: State, move: Choice): string {
  if (move.castling !== undefined) return state.text.castling(move.castling);
  if (move.promotion !== undefined) return state.text.promoteTo(promotedPiece(state, move));
  return state.text.plainMove(state.pieces.get(move.from) ?? 'K', move.to);
}

function drawChoice(state: State, choices: readonly Choice[], move: Choice, scale: number): SVGElement {
  if (move.castling === undefined) {
    const piece = move.promotion === undefined ? (state.pieces.get(move.from) ?? 'K') : promotedPiece(state, move);
    return drawPiece(piece, UNIT * 0.9 * scale, state);
  }
  const { castling } = move;
  // The flank is added only if two choices would have the same name.
  const twice = choices.some((m) => m !== move && m.castling && shortName(m.castling) === shortName(castling));
  const sign = castlingSign(state, twice ? castling : shortName(castling));
  sign.setAttribute('transform', `scale(${scale})`);
  return sign;
}

/** Action of a key in the chooser: an answer by its number, a step to another choice, or cancelling. */
export type ChooserAction = { choose: number } | { focus: number } | 'cancel' | null;

/** Returns the action of a key while the chooser is open; `current` is the focused answer. */
export function readChooserKey(key: { key: string }, question: Question, current: number): ChooserAction {
  const count = answersTo(question);
  switch (key.key) {
    case 'Escape':
      return 'cancel';
    case 'Enter':
    case ' ':
      return { choose: current };
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
  if (question.kind === 'confirm') return null;
  const letter = question.choices.findIndex((m) => m.promotion === key.key.toLowerCase());
  return letter === -1 ? null : { choose: letter };
}
