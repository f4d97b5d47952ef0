import { CORNER, hexPoints, round, UNIT, type Geometry, type Point } from './geometry.js';
import { svg } from './dom.js';
import { brushOf } from './draw.js';
import type { DrawBrush, Shape } from './types.js';

/** Default width of an arrow's shaft; its head grows with it. */
const LINE_WIDTH = 18;

/** Returns the outline of an arrow between two centres. It begins and ends inside the cells, so that the pieces stay visible. */
export function arrowPath(from: Point, to: Point, lineWidth: number = LINE_WIDTH): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return '';
  const shaft = lineWidth / 2;
  const head = lineWidth * 1.35;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const at = (distance: number, side: number) =>
    `${round(from.x + along.x * distance - along.y * side)} ${round(from.y + along.y * distance + along.x * side)}`;
  const start = UNIT * 0.28;
  const tip = length - UNIT * 0.1;
  const neck = tip - lineWidth * 2.1;
  return (
    `M${at(start, shaft)}L${at(neck, shaft)}L${at(neck, head)}L${at(tip, 0)}` +
    `L${at(neck, -head)}L${at(neck, -shaft)}L${at(start, -shaft)}Z`
  );
}

/** Draws an arrow or a mark with its label. Returns null if the board lacks one of its cells. */
export function drawShape(
  geometry: Geometry,
  shape: Shape,
  brushes: Readonly<Record<string, DrawBrush>>,
): SVGGElement | null {
  const from = geometry.centres.get(shape.from);
  const to = shape.to === undefined || shape.to === shape.from ? from : geometry.centres.get(shape.to);
  if (!from || !to) return null;
  const name = brushOf(shape);
  const brush = brushes[name];
  const width = shape.modifiers?.lineWidth ?? brush?.lineWidth;
  const group = svg('g', { class: `sfb-brush-${name}` });
  const drawn = outline(geometry, shape, from, to, width);
  if (brush) {
    // Set as attributes: the style sheet has only the board's own brushes, and a strict content policy forbids inline styles.
    group.setAttribute('class', 'sfb-brush-own');
    group.setAttribute('color', brush.color);
    drawn.setAttribute('opacity', String(brush.opacity ?? 0.82));
  }
  group.append(drawn);
  if (shape.label) group.append(drawLabel(shape.label, to));
  return group;
}

function outline(geometry: Geometry, shape: Shape, from: Point, to: Point, width: number | undefined): SVGElement {
  if (from !== to) return svg('path', { class: 'sfb-arrow', d: arrowPath(from, to, width) });
  if (shape.dot) return svg('circle', { class: 'sfb-spot', cx: from.x, cy: from.y, r: UNIT * 0.14 });
  if (shape.star) return svg('polygon', { class: 'sfb-star', points: starPoints(from) });
  const mark = svg('polygon', { class: 'sfb-mark', points: hexPoints(geometry.flatTop, from, CORNER * 0.86) });
  if (width !== undefined) mark.setAttribute('stroke-width', String(width / 2));
  return mark;
}

/** Radii of the points and of the notches of a star, in cells. */
const STAR = [0.3, 0.13] as const;

function starPoints(at: Point): string {
  const corner = (index: number): string => {
    const radius = UNIT * STAR[index % 2 === 0 ? 0 : 1];
    const angle = (index * Math.PI) / 5;
    return `${round(at.x + radius * Math.sin(angle))},${round(at.y - radius * Math.cos(angle))}`;
  };
  return Array.from({ length: 10 }, (_, index) => corner(index)).join(' ');
}

function drawLabel(text: string, at: Point): SVGElement {
  const group = svg('g', { class: 'sfb-shape-label', transform: `translate(${at.x} ${at.y})` });
  const words = svg('text', { class: 'sfb-shape-text' });
  words.textContent = text;
  group.append(svg('circle', { r: UNIT * 0.2 }), words);
  return group;
}
