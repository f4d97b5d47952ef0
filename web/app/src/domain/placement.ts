/** The first field of a FEN: the pieces of a board row by row. */

import type { BoardData } from '../../../board/src/index';

/** Returns the names of the cells in FEN order: ranks from the top, each from the a file. */
export function rowsOf(board: BoardData): string[][] {
  const ranks = new Map<number, BoardData['cells']>();
  for (const cell of board.cells) {
    const rank = ranks.get(cell.rank);
    if (rank) rank.push(cell);
    else ranks.set(cell.rank, [cell]);
  }
  return [...ranks]
    .toSorted(([a], [b]) => b - a)
    .map(([, cells]) => cells.toSorted((a, b) => a.file.localeCompare(b.file, 'en')).map(({ name }) => name));
}

/** Returns the placement of these pieces; runs of empty cells are numbers. */
export function placementOf(board: BoardData, pieces: ReadonlyMap<string, string>): string {
  const rows = rowsOf(board).map((cells) => {
    let row = '';
    let empty = 0;
    for (const name of cells) {
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

/** Parses the piece placement of a FEN without checking the rules. Returns `null` if it does not fit the board. */
export function piecesOf(board: BoardData, placement: string): Map<string, string> | null {
  const rows = rowsOf(board);
  const texts = placement.split('/');
  if (texts.length !== rows.length) return null;
  const pieces = new Map<string, string>();
  for (const [index, cells] of rows.entries()) {
    let at = 0;
    for (const [part] of (texts[index] ?? '').matchAll(/\d+|./gu)) {
      if (/^[1-9]/.test(part)) at += Number(part);
      else if (/^[kqrbnp]$/i.test(part)) pieces.set(cells[at++] ?? '', part);
      else return null;
    }
    if (at !== cells.length) return null;
  }
  return pieces;
}
