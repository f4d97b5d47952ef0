import type { BoardData, Colour } from './types';

/** Units of the drawing per distance between neighbouring centres. */
export const UNIT = 100;

/** From the centre of a hexagon to a corner, in drawing units. */
export const CORNER = UNIT / Math.sqrt(3);

/** Room around a coordinate label and around the frame, in drawing units. */
const LABEL_ROOM = 20;
const FRAME_ROOM = 11;

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

/** A board as it lies on the screen, in drawing units. */
export interface Geometry {
  readonly flatTop: boolean;
  /** Names of the cells in reading order: from the top line down, each from the left. */
  readonly order: readonly string[];
  readonly centres: ReadonlyMap<string, Point>;
  readonly neighbours: ReadonlyMap<string, ReadonlyMap<Direction, string>>;
  readonly labels: readonly { text: string; x: number; y: number }[];
  readonly viewBox: Box;
}

/** Corners of a hexagon around (0, 0). */
export function corners(flatTop: boolean, radius: number = CORNER): Point[] {
  const turn = flatTop ? 0 : Math.PI / 6;
  return Array.from({ length: 6 }, (_, i) => ({
    x: round(radius * Math.cos(turn + (i * Math.PI) / 3)),
    y: round(radius * Math.sin(turn + (i * Math.PI) / 3)),
  }));
}

/** The `points` attribute of a hexagon around a centre. */
export function hexPoints(flatTop: boolean, centre: Point, radius: number = CORNER): string {
  return corners(flatTop, radius)
    .map((p) => `${round(centre.x + p.x)},${round(centre.y + p.y)}`)
    .join(' ');
}

/** The `d` attribute of all cells of a board. */
export function boardPath(geometry: Geometry): string {
  return [...geometry.centres.values()]
    .map((centre) => `M${hexPoints(geometry.flatTop, centre).replaceAll(' ', 'L')}Z`)
    .join('');
}

/** The step to a neighbour in a direction. */
export function stepTo(direction: Direction, flatTop: boolean): Point {
  const list = flatTop ? FLAT_DIRECTIONS : POINTY_DIRECTIONS;
  // Clockwise from the top; the pointy board's first direction leans 30 degrees to the right.
  const angle = (list.indexOf(direction) * Math.PI) / 3 + (flatTop ? 0 : Math.PI / 6);
  return { x: UNIT * Math.sin(angle), y: -UNIT * Math.cos(angle) };
}

/** Lays a board out for one orientation; Black's is White's turned by 180 degrees. */
export function layOut(board: BoardData, orientation: Colour, coordinates: boolean): Geometry {
  const sign = orientation === 'w' ? UNIT : -UNIT;
  const centres = new Map<string, Point>();
  for (const cell of board.cells) {
    centres.set(cell.name, { x: round(cell.x * sign), y: round(cell.y * sign) });
  }
  const labels = coordinates
    ? board.labels.map((l) => ({ text: l.text, x: round(l.x * sign), y: round(l.y * sign) }))
    : [];
  const order = [...centres].toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([name]) => name);
  return {
    flatTop: board.flatTop,
    order,
    centres,
    neighbours: findNeighbours(centres, board.flatTop),
    labels,
    viewBox: tightBox(centres, labels, board.flatTop),
  };
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

function tightBox(centres: ReadonlyMap<string, Point>, labels: readonly Point[], flatTop: boolean): Box {
  const half = flatTop ? { x: CORNER, y: UNIT / 2 } : { x: UNIT / 2, y: CORNER };
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  const include = (p: Point, dx: number, dy: number) => {
    left = Math.min(left, p.x - dx);
    right = Math.max(right, p.x + dx);
    top = Math.min(top, p.y - dy);
    bottom = Math.max(bottom, p.y + dy);
  };
  for (const centre of centres.values()) include(centre, half.x + FRAME_ROOM, half.y + FRAME_ROOM);
  for (const label of labels) include(label, LABEL_ROOM, LABEL_ROOM);
  if (left > right) return { x: 0, y: 0, width: UNIT, height: UNIT };
  return {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.ceil(right) - Math.floor(left),
    height: Math.ceil(bottom) - Math.floor(top),
  };
}

/** The cell under a point, or null beside the board. */
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

/** A point of the page in drawing units, for a drawing centred in its rectangle with its shape kept. */
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

/** Pixels per drawing unit. */
export function screenScale(rect: { width: number; height: number }, viewBox: Box): number {
  return Math.min(rect.width / viewBox.width, rect.height / viewBox.height) || 1;
}

/** The next cell sideways across the lines (files of a flat-top board, ranks of the other), nearest to where the walk began. */
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
    // On a tie the upper or left cell is taken, so that a walk there and back ends where it began.
    if (gap < bestGap - 1 || (gap < bestGap + 1 && best !== null && centre[along] < centreOf(geometry, best)[along])) {
      best = name;
      bestGap = gap;
    }
  }
  return best;
}

/** Both ends of the line through a cell: its file on a flat-top board, its rank on the other. */
export function lineEnds(board: BoardData, cell: string): [first: string, last: string] | null {
  const own = board.cells.find((c) => c.name === cell);
  if (!own) return null;
  const line = board.cells
    .filter((c) => (board.flatTop ? c.file === own.file : Math.abs(c.y - own.y) < 0.1))
    .toSorted((a, b) => (board.flatTop ? b.y - a.y : a.x - b.x));
  const first = line[0];
  const last = line[line.length - 1];
  return first && last ? [first.name, last.name] : null;
}

/** The centre of a cell; (0, 0) for a name that is not on the board. */
export function centreOf(geometry: Geometry, cell: string): Point {
  return geometry.centres.get(cell) ?? { x: 0, y: 0 };
}

/** Two decimals are enough for a drawing and keep its text short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 || 0;
}
