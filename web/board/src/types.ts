/** A side: White or Black. */
export type Colour = 'w' | 'b';

/** A piece as one letter: capitals are White's (`K`), small letters Black's (`k`). */
export type PieceCode = string;

/** Kinds of pieces, as the small letter that text forms use. */
export type Role = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';

/** A board to draw: every cell with its centre, and the coordinates around the edge. */
export interface BoardData {
  /** True if files run vertically and hexagons have a flat top; false if ranks run horizontally. */
  flatTop: boolean;
  /** All cells: x to the right, y down, neighbouring centres one unit apart, White at the bottom. */
  cells: {
    name: string;
    x: number;
    y: number;
    colour: 0 | 1 | 2;
    file: string;
    rank: number;
  }[];
  /** Coordinates around the edge in the same system, White at the bottom: below the files and at the left of the ranks. */
  labels: { text: string; x: number; y: number }[];
}

/** Place of the coordinates: around the edge, on the edge's cells, or the name of every cell in its corner. */
export type Coordinates = 'outside' | 'inside' | 'all';

/** Legal move; the board offers no others. */
export interface LegalMove {
  /** UCI notation of the move; passed back unchanged, and unique among the legal moves. */
  uci: string;
  /** Origin of the piece. */
  from: string;
  /** Target of the piece. */
  to: string;
  /** Promotion of a pawn; moves with equal origin and target differ in it. */
  promotion?: 'q' | 'r' | 'b' | 'n';
  /** Cell of the captured piece (not `to` in an en passant capture). */
  capture?: string;
  /** Name of the castling move, such as `Q-0-0-0`. */
  castling?: string;
  /** Cells of the rook before and after castling. */
  rook?: [from: string, to: string];
}

/** Kinds of pieces that a pawn may become. */
export type PromotionRole = NonNullable<LegalMove['promotion']>;

/** Move that waits for the other side's move. */
export interface Premove {
  from: string;
  to: string;
  /** Promotion of a pawn; defaults to a queen. */
  promotion?: PromotionRole;
}

/** Name of a brush for arrows and marks: one of the board's own, or of `drawable.brushes`. */
export type Brush = 'green' | 'red' | 'blue' | 'yellow' | 'accent' | (string & {});

/** Look of a brush. */
export interface DrawBrush {
  /** Any CSS colour. */
  color: string;
  /** Opacity from 0 to 1; defaults to that of the board's own brushes. */
  opacity?: number;
  /** Width of lines in hundredths of a cell; defaults to 18. */
  lineWidth?: number;
}

/** Arrow (with `to`) or mark on one cell (without). */
export interface Shape {
  /** Marked cell, or the origin of the arrow. */
  from: string;
  /** Target cell of the arrow. */
  to?: string;
  /** Brush; defaults to `blue`. */
  brush?: Brush;
  /** Draws a mark as a dot in the middle of its cell, like the targets of a piece; otherwise it follows the cell's edge. */
  dot?: boolean;
  /** Draws a mark as a star in the middle of its cell. */
  star?: boolean;
  /** Text of up to three characters in a disc, at the end of the arrow or on the marked cell. */
  label?: string;
  /** Overrides of the brush. */
  modifiers?: { lineWidth?: number };
}

/** Pieces on their cells, in either of two forms. */
export type PiecesInput = ReadonlyMap<string, PieceCode> | readonly { cell: string; piece: PieceCode }[];

/** Description of a cell for the text catalogue. */
export interface CellInfo {
  cell: string;
  /** Tone of the cell. */
  colour: 0 | 1 | 2;
  piece: PieceCode | null;
  /** Number of targets of the piece here. */
  moves: number;
  /** True if the piece here is picked up. */
  selected: boolean;
  /** Effect of the picked-up piece's move to this cell, or null if it may not go there. */
  target: { capture: boolean; promotion: boolean; castling: string | null } | null;
  /** True if the picked-up piece may be premoved to this cell. */
  premoveTarget: boolean;
  /** True if the last move started or ended here. */
  lastMove: boolean;
  /** True if a king in check is here. */
  check: boolean;
  /** True if the pending premove starts or ends here. */
  premove: boolean;
}

/** Played move for the text catalogue. */
export interface MoveInfo {
  /** Piece that moved, as it was before the move. */
  piece: PieceCode;
  from: string;
  to: string;
  captured: PieceCode | null;
  /** Piece after a promotion, or null. */
  promotion: PieceCode | null;
  /** Cells of the rook in castling. */
  rook: [from: string, to: string] | null;
  check: boolean;
  /** True if the check is mate. */
  mate: boolean;
}

/** Texts of the board; another language has another object. */
export interface BoardText {
  /** Name of the board. */
  board: string;
  /** Keyboard help of the board. */
  help: string;
  /** Name and state of one cell. */
  cell(info: CellInfo): string;
  /** Announced when a piece is picked up. */
  selected(cell: string, piece: PieceCode, targets: readonly string[]): string;
  /** Announced when a piece is put back. */
  deselected: string;
  /** Announced after a move. */
  moved(info: MoveInfo): string;
  /** Description of a whole position, for diagrams. */
  position(pieces: readonly { cell: string; piece: PieceCode }[]): string;
  /** Tip shown at the target of a castling move. */
  castling(name: string): string;
  /** Name of the promotion chooser. */
  promotion(cell: string): string;
  /** Name of a choice in the promotion chooser. */
  promoteTo(piece: PieceCode): string;
  /** Name of the chooser between castling moves, or between castling and a step of the king, that end on one cell. */
  castlingChoice(cell: string): string;
  /** Name of the plain move in the castling chooser. */
  plainMove(piece: PieceCode, cell: string): string;
  /** Announced when a premove is entered. */
  premove(premove: Premove): string;
  /** Announced when a premove is cancelled. */
  premoveUnset: string;
  /** Asks for the confirmation of a move; also the accessible name of the dialog. */
  confirm(from: string, to: string): string;
  /** Names of the buttons that play the move and take it back. */
  confirmYes: string;
  confirmNo: string;
  /** Announced when a piece is put on a cell. */
  put(piece: PieceCode, cell: string): string;
  /** Announced when a piece is removed. */
  removed(piece: PieceCode, cell: string): string;
  /** Announced when an arrow or mark is started at a cell from the keyboard. */
  drawingFrom(cell: string): string;
  /** Announced when the user has drawn an arrow or mark. */
  drawn(shape: Shape): string;
  /** Announced when the user has erased an arrow or mark. */
  erased(shape: Shape): string;
  /** Announced when all of the user's arrows and marks were erased. */
  erasedAll: string;
}
