import data from '../boards.json' with { type: 'json' };
import { roleOf } from './pieces.js';
import type { BoardData, Colour, PieceCode } from './types.js';

/** Built-in variant: board and start position, without the rules of moving. */
export interface BoardVariant {
  id: string;
  name: string;
  /** FEN of the start position. */
  start: string;
  board: BoardData;
  /** Names of the cells row by row in FEN order: ranks from the highest, along the files. */
  rows: readonly (readonly string[])[];
}

/** A cell of boards.json. */
type Cell = [name: string, x: number, y: number, colour: 0 | 1 | 2, file: string];

/** A label of boards.json. */
type Label = [text: string, x: number, y: number];

/** The variants that the package has boards for. */
export const VARIANTS: readonly BoardVariant[] = data.map(({ id, name, start, flatTop, ranks, labels }) => {
  const rows = ranks.map(({ rank, cells }) =>
    (cells as Cell[]).map(([cell, x, y, colour, file]) => ({ name: cell, x, y, colour, file, rank })),
  );
  const board = {
    flatTop,
    // Lowest rank first, the order of the keyboard and of screen readers.
    cells: rows.toReversed().flat(),
    labels: (labels as Label[]).map(([text, x, y]) => ({ text, x, y })),
  };
  return { id, name, start, board, rows: rows.map((row) => row.map((cell) => cell.name)) };
});

/**
 * Returns the variant with this id.
 *
 * @throws RangeError if there is none.
 */
export function variantById(id: string): BoardVariant {
  const found = VARIANTS.find((variant) => variant.id === id);
  if (!found) throw new RangeError(`no variant "${id}"; there are ${VARIANTS.map((variant) => variant.id).join(', ')}`);
  return found;
}

/** Drawn part of a FEN. */
export interface DrawnPosition {
  pieces: Map<string, PieceCode>;
  turn: Colour;
}

/**
 * Reads the pieces and the side to move of a FEN. Only the placement is required; fields after the side to move are ignored, and
 * the position need not be legal.
 *
 * @throws SyntaxError that names the invalid row.
 */
export function readFen(variant: BoardVariant, fen: string): DrawnPosition {
  const [placement = '', turn = 'w'] = fen.trim().split(/\s+/);
  const rows = placement.split('/');
  if (rows.length !== variant.rows.length) {
    throw new SyntaxError(`${variant.name} has ${variant.rows.length} rows, the FEN has ${rows.length}`);
  }
  if (turn !== 'w' && turn !== 'b') throw new SyntaxError(`the side to move is "w" or "b", not "${turn}"`);
  const pieces = new Map<string, PieceCode>();
  variant.rows.forEach((cells, index) => {
    let at = 0;
    for (const part of (rows[index] ?? '').match(/\d+|\D/g) ?? []) {
      if (/\d/.test(part)) {
        at += Number(part);
        continue;
      }
      const cell = cells[at++];
      if (!isPiece(part)) throw new SyntaxError(`row ${index + 1} of the FEN has "${part}", which is no piece`);
      if (cell !== undefined) pieces.set(cell, part);
    }
    if (at !== cells.length) {
      throw new SyntaxError(`row ${index + 1} of the FEN has ${at} cells, the board ${cells.length}`);
    }
  });
  return { pieces, turn };
}

/** Returns the placement of a FEN for pieces on a board. */
export function writePlacement(variant: BoardVariant, pieces: ReadonlyMap<string, PieceCode>): string {
  const rows = variant.rows.map((cells) =>
    // Runs of empty cells as numbers.
    cells
      .map((cell) => pieces.get(cell) ?? ' ')
      .join('')
      .replace(/ +/g, (run) => String(run.length)),
  );
  return rows.join('/');
}

/**
 * Parses pieces from a list such as `Kg1 Qe1 kg10`: the piece's English letter, a capital for White, and its cell. Commas between
 * them are allowed.
 *
 * @throws SyntaxError that names the invalid entry.
 */
export function readPieces(variant: BoardVariant, list: string): Map<string, PieceCode> {
  const cells = new Set(variant.rows.flat());
  const pieces = new Map<string, PieceCode>();
  for (const part of list.split(/[\s,]+/).filter(Boolean)) {
    const [piece, cell] = [part.charAt(0), part.slice(1)];
    if (!isPiece(piece) || !cells.has(cell)) {
      throw new SyntaxError(`"${part}" is no piece on a cell of ${variant.name}, such as K${variant.rows.at(-1)?.[0]}`);
    }
    pieces.set(cell, piece);
  }
  return pieces;
}

function isPiece(letter: string): boolean {
  return letter.toLowerCase() === roleOf(letter);
}
