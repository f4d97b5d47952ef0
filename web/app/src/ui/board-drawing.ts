/** Parts of a board as SVG paths, drawn once per page and shared by its diagrams. */

import { arrowPath } from '../../../board/src/shapes';
import {
  boardPath,
  centreOf,
  CORNER,
  hexPath,
  hexPoints,
  layOut,
  PIECE_SIZE,
  upperEdges,
} from '../../../board/src/geometry';
import type { Geometry } from '../../../board/src/geometry';
import type { BoardData, Shape } from '../../../board/src/index';
import type { Side } from '../generated/types';
import drawings from '../../../board/pieces.json';

const KINDS = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' } as const;

export interface PieceDrawing {
  /** Letter of the piece, capital for White. */
  piece: string;
  transform: string;
  body: string;
  details: string;
}

/** Returns all pieces of both sides, centred on (0, 0). */
export function pieceDrawings(): PieceDrawing[] {
  const scale = PIECE_SIZE / drawings.size;
  const half = drawings.size / 2;
  const transform = `scale(${scale}) translate(${-half} ${-half})`;
  return Object.entries(KINDS).flatMap(([letter, kind]) => {
    const { body, details } = drawings[kind];
    return [letter, letter.toLowerCase()].map((piece) => ({ piece, transform, body, details }));
  });
}

/** Returns the name of a board's symbol in `BoardSprite`. */
export function boardSymbol(variant: string, bottom: Side = 'w'): string {
  return bottom === 'w' ? `board-${variant}` : `board-${variant}-b`;
}

export interface BoardDrawing {
  box: Geometry['viewBox'];
  frame: string;
  /** Path of the light on the cells. */
  light: string;
  /** Paths of the cells, one for each tone. */
  tones: [string, string, string];
  labels: Geometry['labels'];
}

/** Returns a board without pieces; `bottom` is the side at the bottom. */
export function boardDrawing(board: BoardData, coordinates: boolean, bottom: Side = 'w'): BoardDrawing {
  const geometry = layOut(board, bottom, coordinates);
  const tones = tonePaths(geometry, board);
  return {
    box: geometry.viewBox,
    frame: boardPath(geometry),
    light: upperEdges(geometry.flatTop, geometry.centres.values()),
    tones,
    labels: geometry.labels,
  };
}

/** Returns the paths of the cells, one for each tone. */
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

/** Returns the corners of a cell. */
export function hexagon(geometry: Geometry, cell: string, radius: number = CORNER): string {
  return hexPoints(geometry.flatTop, centreOf(geometry, cell), radius);
}

/** Returns a mark on a cell as corners, or an arrow as a path. */
export function shapeDrawing(geometry: Geometry, { from, to }: Shape): { points: string } | { path: string } {
  if (to === undefined) return { points: hexagon(geometry, from, CORNER * 0.86) };
  return { path: arrowPath(centreOf(geometry, from), centreOf(geometry, to)) };
}
