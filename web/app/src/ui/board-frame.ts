/** What a page needs to know of a board before it is drawn: how wide it is, and whether its corners are empty. */

import { layOut } from '../../../board/src/geometry';
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

export function frameOf(board: BoardData): BoardFrame {
  const { viewBox, centres } = layOut(board, 'w', true);
  const corners = [...centres.values()].every((centre) => {
    const x = (centre.x - viewBox.x) / viewBox.width;
    const y = (centre.y - viewBox.y) / viewBox.height;
    return Math.min(x, 1 - x) > CORNER_WIDTH || Math.min(y, 1 - y) > CORNER_HEIGHT;
  });
  return { aspect: viewBox.width / viewBox.height, corners };
}
