/** Layout of a board before it is drawn: rotation, width, and whether its corners are empty. */

import { createContext } from 'svelte';
import { bestRotation, layOut } from '../../../board/src/geometry';
import type { BoardData } from '../../../board/src/index';

export interface BoardFrame {
  /** Ratio of width to height. */
  aspect: number;
  /** True if the four corners have no cells, so that players' names and clocks fit there. */
  corners: boolean;
}

/** Share of the board's width and height that a name or a clock needs in a corner. */
const CORNER_WIDTH = 0.36;
const CORNER_HEIGHT = 0.125;

const [getRotation, setRotation, hasRotation] = createContext<() => number>();

/** Passes the board's rotation (degrees clockwise) from the page to its board. */
export { setRotation };

/** Returns a function that gives the rotation requested by the page; none by default. */
export function wantedRotation(): () => number {
  return hasRotation() ? getRotation() : () => 0;
}

/** Width and height in pixels taken by the other content of a phone's screen in portrait format. */
const PORTRAIT_REST = { width: 16, height: 390 };

/** Rotations in portrait format, in degrees. A larger one would give even larger cells but put White at the left. */
const PORTRAIT_TURNS = [0, 30];

/** Returns the board's rotation in a portrait window. A board with level ranks is wide and gets larger cells when rotated. */
export function portraitRotation(board: BoardData, width: number, height: number): number {
  if (board.flatTop) return 0;
  return bestRotation(board, width - PORTRAIT_REST.width, height - PORTRAIT_REST.height, PORTRAIT_TURNS);
}

export function frameOf(board: BoardData, rotation: number = 0): BoardFrame {
  const { viewBox, centres } = layOut(board, 'w', true, rotation);
  const corners = [...centres.values()].every((centre) => {
    const x = (centre.x - viewBox.x) / viewBox.width;
    const y = (centre.y - viewBox.y) / viewBox.height;
    return Math.min(x, 1 - x) > CORNER_WIDTH || Math.min(y, 1 - y) > CORNER_HEIGHT;
  });
  return { aspect: viewBox.width / viewBox.height, corners };
}
