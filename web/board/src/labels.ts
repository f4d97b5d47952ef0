import type { BoardData, Colour, Coordinates } from './types.js';

/** A coordinate to draw. */
export interface Label {
  text: string;
  /** Centre in drawing units. */
  x: number;
  y: number;
  /** Clockwise slant in degrees: letters of slanted files lean as their files do. */
  turn: number;
  where: Coordinates;
}

interface Point {
  x: number;
  y: number;
}

type Cell = BoardData['cells'][number];

/** Distance from a cell's centre to an outside coordinate, in distances of neighbouring centres. */
const OUTSIDE = 0.74;

/** Minimum distance of outside coordinates; a closer one is left out if the other end of its file has one. */
const CROWDED = 0.4;

/** Places of a cell's own coordinates in distances of neighbouring centres: a file's letter, a rank's number, the whole name. */
const INSIDE = {
  flat: { file: { x: 0.27, y: 0.39 }, rank: { x: -0.45, y: 0 }, name: { x: -0.18, y: -0.42 } },
  pointy: { file: { x: 0, y: 0.46 }, rank: { x: -0.4, y: 0.2 }, name: { x: 0, y: 0.48 } },
} as const;

/** Shift of a number of two digits away from the cell's corner, which is narrow there. */
const WIDE = 0.07;

/** End of a file or rank: its last cell, and the direction in which the line leaves the board. */
interface End {
  text: string;
  cell: Cell;
  out: Point;
}

/**
 * Places the coordinates for one side's view. `place` converts points of the board's coordinates to the drawing, which is rotated
 * by `angle` degrees.
 */
export function placeLabels(
  board: BoardData,
  side: Colour,
  where: Coordinates,
  flatTop: boolean,
  place: (point: Point) => Point,
  angle: number,
): Label[] {
  const inside = flatTop ? INSIDE.flat : INSIDE.pointy;
  const within = (cell: Cell, text: string, offset: Point, on: Coordinates = where): Label => {
    const centre = place(cell);
    const x = offset === inside.rank && text.length > 1 ? offset.x + WIDE : offset.x;
    // The offset is in distances of neighbouring centres, 100 drawing units each.
    return { text, x: centre.x + x * 100, y: centre.y + offset.y * 100, turn: 0, where: on };
  };
  if (where === 'all') return board.cells.map((cell) => within(cell, cell.name, inside.name));

  const files = grouped(board, (cell) => cell.file).map((cells) => endsOfFile(board, cells));
  const ranks = grouped(board, (cell) => String(cell.rank)).map((cells) => endsOfRank(board, cells));
  const beyond = ({ cell, out }: End): Point => ({ x: cell.x + OUTSIDE * out.x, y: cell.y + OUTSIDE * out.y });
  const crowded = (end: End, others: readonly End[]) => {
    const at = beyond(end);
    return others.map(beyond).some((other) => Math.hypot(other.x - at.x, other.y - at.y) < CROWDED);
  };
  // Each side sees the numbers at the left and the letters below. If a bent board has both on one edge, the letters are above.
  const nearRanks = ranks.map(([left, right]) => (side === 'w' ? left : right));
  const below = files.map(([low, high]) => (side === 'w' ? low : high));
  const above = files.map(([low, high]) => (side === 'w' ? high : low));
  const [nearFiles, farFiles] = below.some((end) => crowded(end, nearRanks)) ? [above, below] : [below, above];
  if (where === 'inside') {
    return [
      ...nearFiles.map(({ cell, text }) => within(cell, text, inside.file)),
      ...nearRanks.map(({ cell, text }) => within(cell, text, inside.rank)),
    ];
  }
  // A slanted file is named at both ends, so that its letter is not read as another's.
  const far = board.flatTop ? [] : farFiles.filter((end) => !crowded(end, nearFiles));
  return [
    // In the first cells of the ranks, so that the board needs no room at its sides.
    ...nearRanks.map(({ cell, text }) => within(cell, text, inside.rank, 'inside')),
    ...[...nearFiles, ...far].map((end) => {
      const { x, y } = place(beyond(end));
      return { text: end.text, x, y, turn: board.flatTop ? 0 : lean(end.out, angle), where };
    }),
  ];
}

/** Returns the slant of a file that leaves the board in this direction, between -90 and 90 degrees. */
function lean(out: Point, angle: number): number {
  const up = (Math.atan2(out.x, -out.y) * 180) / Math.PI + angle;
  const half = ((up % 180) + 180) % 180;
  return Math.round(half > 90 ? half - 180 : half);
}

function grouped(board: BoardData, key: (cell: Cell) => string): Cell[][] {
  const groups = new Map<string, Cell[]>();
  for (const cell of board.cells) groups.set(key(cell), [...(groups.get(key(cell)) ?? []), cell]);
  return [...groups.values()];
}

/** Returns the place of a label in the board's data, as a direction from the cell at which the file or rank begins. */
function given(board: BoardData, text: string, cell: Cell, otherwise: Point): Point {
  const label = board.labels.find((l) => l.text === text);
  return label ? unit({ x: label.x - cell.x, y: label.y - cell.y }) : otherwise;
}

function unit({ x, y }: Point): Point {
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}

function from(a: Point, b: Point): Point {
  return unit({ x: b.x - a.x, y: b.y - a.y });
}

function endsOfFile(board: BoardData, cells: Cell[]): [End, End] {
  const line = cells.toSorted((a, b) => a.rank - b.rank);
  const [first, last] = [line[0] as Cell, line.at(-1) as Cell];
  const down = line[1] ? from(line[1], first) : given(board, first.file, first, { x: 0, y: 1 });
  const before = line.at(-2);
  const up = before ? from(before, last) : { x: -down.x, y: -down.y };
  return [
    { text: first.file, cell: first, out: down },
    { text: first.file, cell: last, out: up },
  ];
}

function endsOfRank(board: BoardData, cells: Cell[]): [End, End] {
  const line = cells.toSorted((a, b) => a.x - b.x);
  const [first, last] = [line[0] as Cell, line.at(-1) as Cell];
  const text = String(first.rank);
  const left = line[1] ? from(line[1], first) : given(board, text, first, { x: -1, y: 0 });
  const before = line.at(-2);
  let right = before ? from(before, last) : { x: -left.x, y: -left.y };
  // A rank of one cell at the top of a bent board goes up to the left and up to the right.
  const free = (out: Point) => board.cells.every((c) => Math.hypot(c.x - last.x - out.x, c.y - last.y - out.y) > 0.5);
  if (!before && !free(right)) right = { x: -left.x, y: left.y };
  return [
    { text, cell: first, out: left },
    { text, cell: last, out: right },
  ];
}
