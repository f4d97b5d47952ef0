/** The first field of a FEN: the pieces of a board row by row. */

import type { BoardData } from '../../../board/src/index';

/** Ranks from the top one down, each from the a file on, runs of empty cells as numbers. */
export function placementOf(board: BoardData, pieces: ReadonlyMap<string, string>): string {
  const ranks = new Map<number, BoardData['cells']>();
  for (const cell of board.cells) {
    const rank = ranks.get(cell.rank);
    if (rank) rank.push(cell);
    else ranks.set(cell.rank, [cell]);
  }
  const rows = [...ranks]
    .toSorted(([a], [b]) => b - a)
    .map(([, cells]) => {
      let row = '';
      let empty = 0;
      for (const { name } of cells.toSorted((a, b) => a.file.localeCompare(b.file, 'en'))) {
        const piece = pieces.get(name);
        if (piece === undefined) {
          empty += 1;
          continue;
        }
        row += (empty > 0 ? String(empty) : '') + piece;
        empty = 0;
      }
      return row + (empty > 0 ? String(empty) : '');
    });
  return rows.join('/');
}
