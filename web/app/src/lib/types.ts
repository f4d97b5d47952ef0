/** The shapes that the rules and the engine (crates/wasm) hand to the page. */

export type Side = 'w' | 'b';
export type RoleLetter = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
export type PromotionLetter = 'q' | 'r' | 'b' | 'n';
export type Claim = 'threefold' | 'fifty';

export interface VariantInfo {
  id: string;
  name: string;
  year: number;
  cells: number;
}

export interface LegalMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  promotion?: PromotionLetter;
  /** The cell of the captured piece; differs from `to` en passant. */
  capture?: string;
  /** The written form of a castling move, such as `Q-0-0`. */
  castling?: string;
  rook?: [from: string, to: string];
  role: RoleLetter;
  enPassant?: true;
}

/** `*` is the result of an aborted game. */
export type Result = '1-0' | '0-1' | '1/2-1/2' | '3/4-1/4' | '1/4-3/4' | '*';
export type Reason =
  | 'checkmate'
  | 'stalemate'
  | 'fivefold'
  | 'seventyfive'
  | 'threefold'
  | 'fifty'
  | 'dead'
  | 'resignation'
  | 'agreement'
  | 'time'
  | 'abandonment'
  | 'abort'
  | 'forfeit'
  | 'adjudication';

export interface Outcome {
  result: Result;
  reason: Reason;
  winner: Side | null;
}

export interface PlacedPiece {
  cell: string;
  /** `K` is the white king, `k` the black one. */
  piece: string;
}

export interface GameState {
  variant: string;
  fen: string;
  turn: Side;
  /** The cell of the king that is in check. */
  check: string | null;
  pieces: PlacedPiece[];
  /** Empty when the game is over, and for earlier moments of a game. */
  moves: LegalMove[];
  ply: number;
  outcome: Outcome | null;
  claims: Claim[];
}

export interface PlayedMove {
  uci: string;
  san: string;
  turn: Side;
  check: boolean;
}

/** Moves that could have been played instead of those of a line. */
export interface SideLine<Move> {
  /** Which move of the line the first one stands for, from 0. */
  ply: number;
  moves: Move[];
  /** Those that leave this line. */
  sideLines: SideLine<Move>[];
}

/** A move of the opening book, from the side to move's point of view. */
export interface BookMove {
  uci: string;
  san: string;
  /** Hundredths of a pawn. */
  cp: number;
  /** Games of the engine with itself. */
  games: number;
  /** Points from these games. */
  points: number;
  /** How often it is played, 0 to 1. */
  share: number;
}

export interface Limits {
  /** Strength, 1 (weakest) to 10. */
  level?: number;
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  multiPv?: number;
}

export interface SearchInfo {
  depth: number;
  seldepth: number;
  /** From the side to move: hundredths of a pawn, or moves to mate. */
  score: { cp?: number; mate?: number };
  nodes: number;
  timeMs: number;
  pv: string[];
  multiPv: number;
}

export interface SearchResult {
  best: string | null;
  ponder: string | null;
}
