/** What a page needs to know of a board before it is drawn: how it is turned, how wide it is, and whether its corners are empty. */

import { createContext } from 'svelte';
import { bestRotation, layOut } from '../../../board/src/geometry';
import type { BoardData } from '../../../board/src/index';

export interface BoardFrame {
  /** Width by height. */
  aspect: number;
  /** The four corners have no cells, so that the players' names and clocks fit there. */
  corners: boolean;
}

/** The part of the board's width and height that a name or a clock needs in a corner. */
const CORNER_WIDTH = 0.36;
const CORNER_HEIGHT = 0.125;

const [getRotation, setRotation, hasRotation] = createContext<() => number>();

/** Hands the turn of the board (degrees clockwise) from the page to the board on it. */
export { setRotation };

/** The turn of the board that the page wants; none where it does not say. */
export function wantedRotation(): () => number {
  return hasRotation() ? getRotation() : () => 0;
}

/** What a phone in the hand has on its screen beside the board: its width and height, in pixels. */
const PORTRAIT_REST = { width: 16, height: 390 };

/** The turns of a board in the hand, in degrees. More would bring even larger cells, but White would be at the left. */
const PORTRAIT_TURNS = [0, 30];

/** How a board is turned in a window that is higher than wide: one with level ranks, which is wide, then gets larger cells. */
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
