import { placeLabels, type Label } from './labels.js';
import type { BoardData, Colour, Coordinates } from './types.js';

/** Units of the drawing per distance between neighbouring centres. */
export const UNIT = 100;

/** Size of a piece in drawing units. */
export const PIECE_SIZE = UNIT * 0.92;

/** Shadow at a piece's foot, in drawing units around the piece's centre. */
export const CONTACT = { cy: 37, rx: 38, ry: 11 } as const;

/** Distance from the centre of a hexagon to a corner, in drawing units. */
export const CORNER = UNIT / Math.sqrt(3);

/** Room around a coordinate's middle and around the frame, in drawing units. */
const LABEL_ROOM = 16;
const FRAME_ROOM = 14;

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The six neighbours as compass points on the screen; a board has two of these lists' directions only. */
export type Direction = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

/** Directions of neighbours, clockwise. */
export const FLAT_DIRECTIONS: readonly Direction[] = ['n', 'ne', 'se', 's', 'sw', 'nw'];
export const POINTY_DIRECTIONS: readonly Direction[] = ['ne', 'e', 'se', 'sw', 'w', 'nw'];

/** Layout of a board in drawing units. */
export interface Geometry {
  readonly flatTop: boolean;
  /** Names of the cells in reading order: lines from the top, each from the left. */
  readonly order: readonly string[];
  readonly centres: ReadonlyMap<string, Point>;
  readonly neighbours: ReadonlyMap<string, ReadonlyMap<Direction, string>>;
  readonly labels: readonly Label[];
  readonly viewBox: Box;
}

/** Returns the corners of a hexagon around (0, 0). */
export function corners(flatTop: boolean, radius: number = CORNER): Point[] {
  const turn = flatTop ? 0 : Math.PI / 6;
  return Array.from({ length: 6 }, (_, i) => ({
    x: round(radius * Math.cos(turn + (i * Math.PI) / 3)),
    y: round(radius * Math.sin(turn + (i * Math.PI) / 3)),
  }));
}

/** Returns the `points` attribute of a hexagon around a centre. */
export function hexPoints(flatTop: boolean, centre: Point, radius: number = CORNER): string {
  return corners(flatTop, radius)
    .map((p) => `${round(centre.x + p.x)},${round(centre.y + p.y)}`)
    .join(' ');
}

/** Returns the `d` attribute of hexagons around centres, in relative steps, which compress well. */
export function hexPath(flatTop: boolean, centres: Iterable<Point>): string {
  const points = corners(flatTop);
  const [first = { x: 0, y: 0 }, ...rest] = points;
  const steps = rest.map(({ x, y }, i) => {
    const before = points[i] ?? first;
    return `l${round(x - before.x)} ${round(y - before.y)}`;
  });
  const around = `${steps.join('')}z`;
  let before = { x: -first.x, y: -first.y };
  return Array.from(centres, (centre) => {
    const step = `m${round(centre.x - before.x)} ${round(centre.y - before.y)}`;
    before = centre;
    return step + around;
  }).join('');
}

/** Returns the `d` attribute of the upper edges of hexagons around centres, where light falls on them. */
export function upperEdges(flatTop: boolean, centres: Iterable<Point>): string {
  const points = corners(flatTop);
  const [first = { x: 0, y: 0 }, ...rest] = (flatTop ? [3, 4, 5, 0] : [3, 4, 5]).map(
    (i) => points[i] ?? { x: 0, y: 0 },
  );
  const steps = rest.map(({ x, y }, i) => {
    const before = rest[i - 1] ?? first;
    return `l${round(x - before.x)} ${round(y - before.y)}`;
  });
  return Array.from(centres, ({ x, y }) => `M${round(x + first.x)} ${round(y + first.y)}${steps.join('')}`).join('');
}

/** Returns the `d` attribute of all cells of a board. */
export function boardPath(geometry: Geometry): string {
  return hexPath(geometry.flatTop, geometry.centres.values());
}

/** Returns the step to a neighbour in a direction. */
export function stepTo(direction: Direction, flatTop: boolean): Point {
  const list = flatTop ? FLAT_DIRECTIONS : POINTY_DIRECTIONS;
  // Clockwise from the top; the pointy board's first direction leans 30 degrees to the right.
  const angle = (list.indexOf(direction) * Math.PI) / 3 + (flatTop ? 0 : Math.PI / 6);
  return { x: UNIT * Math.sin(angle), y: -UNIT * Math.cos(angle) };
}

/** Returns the nearest rotation that the lattice permits, in degrees from 0 to 330. */
export function normalTurn(rotation: number): number {
  return (((Math.round(rotation / 30) * 30) % 360) + 360) % 360;
}

/** Rotates a point of the board's coordinates (White at the bottom) clockwise; returns drawing units. */
function turned(point: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: round((point.x * cos - point.y * sin) * UNIT), y: round((point.x * sin + point.y * cos) * UNIT) };
}

/**
 * Computes the layout of a board. Black's view is White's rotated by 180 degrees; `rotation` rotates both further, clockwise in
 * steps of 30 degrees, of which the odd ones exchange flat and pointed tops. The cells keep their place in a drawing of equal
 * size, whichever side is at the bottom and whichever coordinates are shown.
 */
export function layOut(
  board: BoardData,
  orientation: Colour,
  coordinates: Coordinates | boolean,
  rotation: number = 0,
): Geometry {
  const turn = normalTurn(rotation);
  const flatTop = board.flatTop === (turn % 60 === 0);
  const angle = turn + (orientation === 'w' ? 0 : 180);
  const centres = new Map(board.cells.map((cell) => [cell.name, turned(cell, angle)]));
  const order = [...centres].toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([name]) => name);
  const show = coordinates === true ? 'outside' : coordinates;
  let neighbours: Geometry['neighbours'] | undefined;
  return {
    flatTop,
    order,
    centres,
    // Computed on demand, for the keyboard only.
    get neighbours() {
      neighbours ??= findNeighbours(centres, flatTop);
      return neighbours;
    },
    labels: show === false ? [] : placeLabels(board, orientation, show, flatTop, (p) => turned(p, angle), angle),
    viewBox: viewBoxOf(board, centres, flatTop, turn, orientation),
  };
}

/** Returns the ratio of width to height of a board's drawing at a rotation. */
export function aspectRatio(board: BoardData, rotation: number = 0): number {
  const { width, height } = layOut(board, 'w', false, rotation).viewBox;
  return width / height;
}

/** Minimum enlargement of the cells that justifies rotating a board. */
const WORTH_TURNING = 1.1;

/** Returns the allowed rotation that makes the cells largest in a given space; an earlier one unless a later one gains enough. */
export function bestRotation(
  board: BoardData,
  width: number,
  height: number,
  allowed: readonly number[] = [0, 90],
): number {
  let best = allowed[0] ?? 0;
  let bestScale = screenScale({ width, height }, layOut(board, 'w', false, best).viewBox);
  for (const rotation of allowed.slice(1)) {
    const scale = screenScale({ width, height }, layOut(board, 'w', false, rotation).viewBox);
    if (scale > bestScale * WORTH_TURNING) [best, bestScale] = [rotation, scale];
  }
  return normalTurn(best);
}

function findNeighbours(centres: ReadonlyMap<string, Point>, flatTop: boolean): Map<string, Map<Direction, string>> {
  const directions = flatTop ? FLAT_DIRECTIONS : POINTY_DIRECTIONS;
  const found = new Map<string, Map<Direction, string>>();
  for (const [name, centre] of centres) {
    const around = new Map<Direction, string>();
    for (const direction of directions) {
      const step = stepTo(direction, flatTop);
      const goal = { x: centre.x + step.x, y: centre.y + step.y };
      for (const [other, point] of centres) {
        if (Math.hypot(point.x - goal.x, point.y - goal.y) < UNIT / 4) around.set(direction, other);
      }
    }
    found.set(name, around);
  }
  return found;
}

interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function extentOf(points: Iterable<Point>, dx: number, dy: number): Extent {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    extent.left = Math.min(extent.left, x - dx);
    extent.right = Math.max(extent.right, x + dx);
    extent.top = Math.min(extent.top, y - dy);
    extent.bottom = Math.max(extent.bottom, y + dy);
  }
  return extent;
}

/** Returns the box of cells and frame with the margins for outside coordinates, equal for White's and Black's view. */
function viewBoxOf(
  board: BoardData,
  centres: ReadonlyMap<string, Point>,
  flatTop: boolean,
  turn: number,
  orientation: Colour,
): Box {
  if (centres.size === 0) return { x: 0, y: 0, width: UNIT, height: UNIT };
  const half = flatTop ? { x: CORNER, y: UNIT / 2 } : { x: UNIT / 2, y: CORNER };
  const cellsOf = (points: Iterable<Point>) => extentOf(points, half.x + FRAME_ROOM, half.y + FRAME_ROOM);
  const margin = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const side of ['w', 'b'] as const) {
    const angle = turn + (side === 'w' ? 0 : 180);
    const place = (p: Point) => turned(p, angle);
    const cells = cellsOf(side === orientation ? centres.values() : board.cells.map(place));
    const labels = extentOf(placeLabels(board, side, 'outside', flatTop, place, angle), LABEL_ROOM, LABEL_ROOM);
    margin.left = Math.max(margin.left, cells.left - labels.left);
    margin.top = Math.max(margin.top, cells.top - labels.top);
    margin.right = Math.max(margin.right, labels.right - cells.right);
    margin.bottom = Math.max(margin.bottom, labels.bottom - cells.bottom);
  }
  const cells = cellsOf(centres.values());
  // Not rounded: the cells must not shift by a fraction of a pixel when the board is flipped.
  return {
    x: round(cells.left - margin.left),
    y: round(cells.top - margin.top),
    width: round(cells.right - cells.left + margin.left + margin.right),
    height: round(cells.bottom - cells.top + margin.top + margin.bottom),
  };
}

/** Returns the cell under a point, or null outside the board. */
export function cellAt(geometry: Geometry, point: Point): string | null {
  for (const [name, centre] of geometry.centres) {
    if (insideHex(point.x - centre.x, point.y - centre.y, geometry.flatTop)) return name;
  }
  return null;
}

function insideHex(dx: number, dy: number, flatTop: boolean): boolean {
  const half = UNIT / 2;
  const across = flatTop ? Math.abs(dy) : Math.abs(dx);
  const along = flatTop ? Math.abs(dx) : Math.abs(dy);
  return across <= half && (across + along * Math.sqrt(3)) / 2 <= half;
}

/** Converts a point of the page to drawing units, for a drawing centred in its rectangle with its aspect ratio kept. */
export function fromScreen(
  clientX: number,
  clientY: number,
  rect: { left: number; top: number; width: number; height: number },
  viewBox: Box,
): Point {
  const scale = screenScale(rect, viewBox);
  return {
    x: viewBox.x + viewBox.width / 2 + (clientX - rect.left - rect.width / 2) / scale,
    y: viewBox.y + viewBox.height / 2 + (clientY - rect.top - rect.height / 2) / scale,
  };
}

/** Returns the pixels per drawing unit. */
export function screenScale(rect: { width: number; height: number }, viewBox: Box): number {
  return Math.min(rect.width / viewBox.width, rect.height / viewBox.height) || 1;
}

/** Returns the next cell across the lines (files of a flat-top board, ranks of the other), nearest to the start of the walk. */
export function acrossLines(geometry: Geometry, from: string, sign: 1 | -1, anchor: number): string | null {
  const axis = geometry.flatTop ? 'x' : 'y';
  const along = geometry.flatTop ? 'y' : 'x';
  const start = geometry.centres.get(from);
  if (!start) return null;
  const line = start[axis] + sign * UNIT * (Math.sqrt(3) / 2);
  let best: string | null = null;
  let bestGap = Infinity;
  for (const [name, centre] of geometry.centres) {
    if (Math.abs(centre[axis] - line) > UNIT / 4) continue;
    const gap = Math.abs(centre[along] - anchor);
    // A tie goes to the upper or left cell, so that a walk there and back ends where it began.
    if (gap < bestGap - 1 || (gap < bestGap + 1 && best !== null && centre[along] < centreOf(geometry, best)[along])) {
      best = name;
      bestGap = gap;
    }
  }
  return best;
}

/**
 * Returns both ends of the line through a cell: upright on a flat-top board, level on the other. White's lower end, or else the
 * left one, comes first, whichever side is at the bottom.
 */
export function lineEnds(geometry: Geometry, board: BoardData, cell: string): [first: string, last: string] | null {
  const own = geometry.centres.get(cell);
  if (!own) return null;
  const axis = geometry.flatTop ? 'x' : 'y';
  const line = board.cells
    .filter((c) => Math.abs(centreOf(geometry, c.name)[axis] - own[axis]) < UNIT / 10)
    .toSorted((a, b) => (Math.abs(a.y - b.y) > 0.1 ? b.y - a.y : a.x - b.x));
  const first = line[0];
  const last = line[line.length - 1];
  return first && last ? [first.name, last.name] : null;
}

/** Returns the centre of a cell; (0, 0) for a name that is not on the board. */
export function centreOf(geometry: Geometry, cell: string): Point {
  return geometry.centres.get(cell) ?? { x: 0, y: 0 };
}

/** Returns the distance of two cells in distances of neighbouring centres. */
export function distance(geometry: Geometry, a: string, b: string): number {
  const from = centreOf(geometry, a);
  const to = centreOf(geometry, b);
  return Math.hypot(from.x - to.x, from.y - to.y) / UNIT;
}

/** Rounds to two decimals, which keeps the drawing's text short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 || 0;
}
