/** Parts of a board as SVG paths, drawn once per page and shared by its diagrams. */

import { arrowPath } from '../../../board/src/shapes';
import { boardPath, centreOf, CORNER, hexPath, hexPoints, layOut, PIECE_SIZE } from '../../../board/src/geometry';
import type { Geometry } from '../../../board/src/geometry';
import type { BoardData, Shape } from '../../../board/src/index';
import drawings from '../../../board/pieces.json';

const KINDS = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' } as const;

export interface PieceDrawing {
  /** The letter, capital for White. */
  piece: string;
  transform: string;
  body: string;
  details: string;
}

/** All pieces of both sides, centred on (0, 0). */
export function pieceDrawings(): PieceDrawing[] {
  const scale = PIECE_SIZE / drawings.size;
  const half = drawings.size / 2;
  const transform = `scale(${scale}) translate(${-half} ${-half})`;
  return Object.entries(KINDS).flatMap(([letter, kind]) => {
    const { body, details } = drawings[kind];
    return [letter, letter.toLowerCase()].map((piece) => ({ piece, transform, body, details }));
  });
}

export interface BoardDrawing {
  viewBox: string;
  frame: string;
  /** The cells of each tone as one path. */
  tones: [string, string, string];
  labels: Geometry['labels'];
}

/** A board without its pieces, White below. */
export function boardDrawing(board: BoardData, coordinates: boolean): BoardDrawing {
  const geometry = layOut(board, 'w', coordinates);
  const { x, y, width, height } = geometry.viewBox;
  const tones = tonePaths(geometry, board);
  return { viewBox: `${x} ${y} ${width} ${height}`, frame: boardPath(geometry), tones, labels: geometry.labels };
}

/** The cells of each tone as one path. */
export function tonePaths(geometry: Geometry, board: BoardData): [string, string, string] {
  const path = (tone: number): string => {
    const cells = board.cells.filter(({ colour }) => colour === tone);
    return hexPath(
      geometry.flatTop,
      cells.map(({ name }) => centreOf(geometry, name)),
    );
  };
  return [path(0), path(1), path(2)];
}

/** The corners of a cell. */
export function hexagon(geometry: Geometry, cell: string, radius: number = CORNER): string {
  return hexPoints(geometry.flatTop, centreOf(geometry, cell), radius);
}

/** A mark on a cell as corners, or an arrow as a path. */
export function shapeDrawing(geometry: Geometry, { from, to }: Shape): { points: string } | { path: string } {
  if (to === undefined) return { points: hexagon(geometry, from, CORNER * 0.86) };
  return { path: arrowPath(centreOf(geometry, from), centreOf(geometry, to)) };
}
