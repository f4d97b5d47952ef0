/** What the analysis (crates/analysis) takes and gives, from the engine in the browser and from the server's alike. */

/** What a position is worth to White. One of the first three says it; for a game that is over, none does. */
export interface Eval {
  /** Hundredths of a pawn. */
  cp?: number;
  /** Moves to mate, negative when Black gives it. */
  mate?: number;
  /** A forced stalemate that is no draw: quarters of the point for White. */
  stalemate?: number;
  /** `+0.35`, `#-3`, or a result. */
  text: string;
  /** The share of the point that White can expect, 0 to 1. */
  share: number;
}

export interface EngineLine {
  /** Which of the best lines this is, from 1. */
  number: number;
  depth: number;
  seldepth: number;
  eval: Eval;
  nodes: number;
  /** Nodes a second. */
  nps: number;
  timeMs: number;
  /** In UCI form. */
  moves: string[];
  san: string[];
}

/** What a search found in the end; no lines where the game is over. */
export interface Found {
  depth: number;
  nodes: number;
  nps: number;
  timeMs: number;
  lines: EngineLine[];
}

export interface AnalysisRequest {
  variant: string;
  /** The position the game started from. */
  fen: string;
  /** The moves played since. */
  moves: string[];
  limits: {
    depth?: number;
    nodes?: number;
    /** Milliseconds. */
    movetime?: number;
    /** How many of the best lines, 1 to 5. */
    lines?: number;
  };
}

/** What a search has said of one position of a game. */
export interface Assessment {
  eval: Eval;
  moves: string[];
}

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

export interface ReviewedMove {
  /** After the move. */
  eval: Eval;
  /** What it costs, as a share of the point. */
  loss: number;
  centipawnLoss: number;
  mark: Mark | null;
  /** The best line instead, in UCI form; empty where the move has no mark. */
  better: string[];
  betterSan: string[];
  /** Percent. */
  accuracy: number;
}

export interface SideSummary {
  moves: number;
  /** Centipawns. */
  averageLoss: number;
  /** Percent. */
  accuracy: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface Review {
  /** Of the first position that was looked at. */
  start: Eval;
  /** From there on. */
  moves: ReviewedMove[];
  white: SideSummary | null;
  black: SideSummary | null;
}
