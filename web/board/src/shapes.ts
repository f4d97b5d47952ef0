import { CORNER, hexPoints, round, UNIT, type Geometry, type Point } from './geometry';
import { svg } from './dom';
import { brushOf } from './state';
import type { Shape } from './types';

const SHAFT = 9;
const HEAD = 24;
const HEAD_LENGTH = 38;

/** Outline of an arrow between two centres; it begins and ends inside the cells so that the pieces stay visible. */
export function arrowPath(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return '';
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const at = (distance: number, side: number) =>
    `${round(from.x + along.x * distance - along.y * side)} ${round(from.y + along.y * distance + along.x * side)}`;
  const start = UNIT * 0.28;
  const tip = length - UNIT * 0.1;
  const neck = tip - HEAD_LENGTH;
  return (
    `M${at(start, SHAFT)}L${at(neck, SHAFT)}L${at(neck, HEAD)}L${at(tip, 0)}` +
    `L${at(neck, -HEAD)}L${at(neck, -SHAFT)}L${at(start, -SHAFT)}Z`
  );
}

/** Draws an arrow or a mark; null when it names a cell that the board lacks. */
export function drawShape(geometry: Geometry, shape: Shape): SVGElement | null {
  const from = geometry.centres.get(shape.from);
  if (!from) return null;
  const brush = `sfb-brush-${brushOf(shape)}`;
  if (shape.to === undefined || shape.to === shape.from) {
    if (shape.dot) return svg('circle', { class: `sfb-spot ${brush}`, cx: from.x, cy: from.y, r: UNIT * 0.14 });
    const points = hexPoints(geometry.flatTop, from, CORNER * 0.86);
    return svg('polygon', { class: `sfb-mark ${brush}`, points });
  }
  const to = geometry.centres.get(shape.to);
  return to ? svg('path', { class: `sfb-arrow ${brush}`, d: arrowPath(from, to) }) : null;
}
