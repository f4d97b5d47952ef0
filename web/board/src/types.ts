/** A side: White or Black. */
export type Colour = 'w' | 'b';

/** A piece as one letter: capitals are White's (`K`), small letters Black's (`k`). */
export type PieceCode = string;

/** Kinds of pieces, as the small letter that text forms use. */
export type Role = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';

/** A board to draw: every cell with its centre, and the coordinates around the edge. */
export interface BoardData {
  /** true: files run vertically, hexagons have a flat top; false: ranks run horizontally. */
  flatTop: boolean;
  /** All cells; x to the right, y down, neighbouring centres one unit apart, White at the bottom. */
  cells: {
    name: string;
    x: number;
    y: number;
    colour: 0 | 1 | 2;
    file: string;
    rank: number;
  }[];
  /** Coordinates around the edge in the same system, White at the bottom. */
  labels: { text: string; x: number; y: number }[];
}

/** A move that may be played; the board offers nothing else. */
export interface LegalMove {
  /** The move's text form; handed back untouched, and unique among the legal moves. */
  uci: string;
  /** Cell that the piece leaves. */
  from: string;
  /** Cell that the piece goes to. */
  to: string;
  /** Piece that a pawn becomes; moves that share from and to differ in it. */
  promotion?: 'q' | 'r' | 'b' | 'n';
  /** Cell of the captured piece (not `to` in an en passant capture). */
  capture?: string;
  /** Name of the castling move, such as `Q-0-0-0`. */
  castling?: string;
  /** Where the rook stands and where it lands in castling. */
  rook?: [from: string, to: string];
}

/** Colours for arrows and marks; the theme decides what they look like. */
export type Brush = 'accent' | 'red' | 'green' | 'blue';

/** An arrow (with `to`) or a mark on one cell (without). */
export interface Shape {
  /** Cell that is marked, or where the arrow begins. */
  from: string;
  /** Cell where the arrow ends. */
  to?: string;
  /** Colour; `accent` when left out. */
  brush?: Brush;
  /** A mark is a dot in the middle of its cell, as at the targets of a piece; otherwise it follows the cell's edge. */
  dot?: boolean;
}

/** Pieces on their cells, in either of two forms. */
export type PiecesInput = ReadonlyMap<string, PieceCode> | readonly { cell: string; piece: PieceCode }[];

/** What the text catalogue is told about one cell. */
export interface CellInfo {
  cell: string;
  /** Tone of the cell. */
  colour: 0 | 1 | 2;
  piece: PieceCode | null;
  /** Number of cells that the piece here may go to now. */
  moves: number;
  /** The piece here is picked up. */
  selected: boolean;
  /** What the picked-up piece would do here, or null where it may not go. */
  target: { capture: boolean; promotion: boolean; castling: string | null } | null;
  /** The last move began or ended here. */
  lastMove: boolean;
  /** A king in check stands here. */
  check: boolean;
}

/** What the text catalogue is told about a move that was played. */
export interface MoveInfo {
  /** The piece that moved, as it was before the move. */
  piece: PieceCode;
  from: string;
  to: string;
  captured: PieceCode | null;
  /** The piece that a pawn became. */
  promotion: PieceCode | null;
  /** Cells of the rook in castling. */
  rook: [from: string, to: string] | null;
  check: boolean;
}

/** All words that the board says; hand in another object for another language. */
export interface BoardText {
  /** Name of the board. */
  board: string;
  /** How to use the board from the keyboard. */
  help: string;
  /** Name and state of one cell. */
  cell(info: CellInfo): string;
  /** Said when a piece is picked up. */
  selected(cell: string, piece: PieceCode, targets: readonly string[]): string;
  /** Said when a piece is put back. */
  deselected: string;
  /** Said when a move was played. */
  moved(info: MoveInfo): string;
  /** Description of a whole position, for diagrams. */
  position(pieces: readonly { cell: string; piece: PieceCode }[]): string;
  /** Tip shown at the target of a castling move. */
  castling(name: string): string;
  /** Name of the promotion chooser. */
  promotion(cell: string): string;
  /** Name of one choice in it. */
  promoteTo(piece: PieceCode): string;
  /** Name of the chooser between castling moves, or between castling and a step of the king, that end on one cell. */
  castlingChoice(cell: string): string;
  /** Name of the plain move in it. */
  plainMove(piece: PieceCode, cell: string): string;
}
