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
  /** Coordinates around the edge in the same system, White at the bottom: below the files and at the left of the ranks. */
  labels: { text: string; x: number; y: number }[];
}

/** Where coordinates are shown: around the edge, on the edge's cells, or the name of every cell in its corner. */
export type Coordinates = 'outside' | 'inside' | 'all';

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

/** Kinds of pieces that a pawn may become. */
export type PromotionRole = NonNullable<LegalMove['promotion']>;

/** A move that waits until the other side has moved. */
export interface Premove {
  from: string;
  to: string;
  /** Piece that a pawn is to become; a queen where none is named. */
  promotion?: PromotionRole;
}

/** Name of a colour for arrows and marks: the board's own, or one of `drawable.brushes`. */
export type Brush = 'green' | 'red' | 'blue' | 'yellow' | 'accent' | (string & {});

/** How a brush draws. */
export interface DrawBrush {
  /** Any CSS colour. */
  color: string;
  /** From 0 to 1; that of the board's own brushes when left out. */
  opacity?: number;
  /** Width of lines in hundredths of a cell; 18 when left out. */
  lineWidth?: number;
}

/** An arrow (with `to`) or a mark on one cell (without). */
export interface Shape {
  /** Cell that is marked, or where the arrow begins. */
  from: string;
  /** Cell where the arrow ends. */
  to?: string;
  /** Colour; `blue` when left out. */
  brush?: Brush;
  /** A mark is a dot in the middle of its cell, as at the targets of a piece; otherwise it follows the cell's edge. */
  dot?: boolean;
  /** Up to three characters in a disc, at the end of the arrow or on the marked cell. */
  label?: string;
  /** Changes to how the brush draws. */
  modifiers?: { lineWidth?: number };
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
  /** The picked-up piece may be premoved to this cell. */
  premoveTarget: boolean;
  /** The last move began or ended here. */
  lastMove: boolean;
  /** A king in check stands here. */
  check: boolean;
  /** The premove that waits begins or ends here. */
  premove: boolean;
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
  /** The check is mate. */
  mate: boolean;
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
  /** Said when a premove was entered. */
  premove(premove: Premove): string;
  /** Said when a premove was taken back. */
  premoveUnset: string;
  /** Asks whether a move is to be played; also the name of the two buttons' dialog. */
  confirm(from: string, to: string): string;
  /** Names of the buttons that play the move and take it back. */
  confirmYes: string;
  confirmNo: string;
  /** Said when a piece was put on a cell. */
  put(piece: PieceCode, cell: string): string;
  /** Said when a piece was removed. */
  removed(piece: PieceCode, cell: string): string;
  /** Said when an arrow or mark begins at a cell, from the keyboard. */
  drawingFrom(cell: string): string;
  /** Said when the user drew an arrow or mark. */
  drawn(shape: Shape): string;
  /** Said when the user took an arrow or mark away. */
  erased(shape: Shape): string;
  /** Said when all of the user's arrows and marks were taken away. */
  erasedAll: string;
}
