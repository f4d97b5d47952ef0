/**
 * What crosses WebAssembly and HTTP, and the lists that the page takes from the rules. Generated from the Rust types by
 * `cargo xtask types`; a test fails when this file is stale.
 */

import type { TablePosition, TableResult } from './protocol';

/** Ids of the built-in variants. */
export const VARIANT_IDS = ['shafran', 'glinski', 'mccooey', 'hexofen', 'devasa', 'brusky'] as const;
export type VariantId = (typeof VARIANT_IDS)[number];

/** Reasons for the end of a game. */
export const REASONS = ['checkmate', 'stalemate', 'dead', 'fivefold', 'seventyfive', 'threefold', 'fifty', 'resignation', 'agreement', 'time', 'abandonment', 'abort', 'forfeit', 'adjudication'] as const;
export type Reason = (typeof REASONS)[number];

/** Results of a game; `*` for an aborted one. */
export const RESULTS = ['1-0', '3/4-1/4', '1/2-1/2', '1/4-3/4', '0-1', '*'] as const;
export type Result = (typeof RESULTS)[number];

/** Side: White or Black. */
export type Side = 'w' | 'b';

/** Kind of piece. */
export type RoleLetter = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';

/** Kind of piece that a pawn can be promoted to. */
export type PromotionLetter = 'q' | 'r' | 'b' | 'n';

/** Claimable draw. */
export type Claim = 'threefold' | 'fifty';

/** Topics of exercises, in the order in which they are learned. */
export const EXERCISE_TOPICS = ['rook', 'bishop', 'queen', 'king', 'knight', 'pawn', 'enPassant', 'promotion', 'castling', 'check', 'escape', 'mate', 'stalemate', 'fork', 'pin', 'mateIn2'] as const;
export type ExerciseTopic = (typeof EXERCISE_TOPICS)[number];

/** Limits of a search, which ends at the first one reached. Without a limit it ends at the engine's maximum depth. */
export type AnalysisLimits = {
  /** The maximum depth in plies, from 1. */
  depth?: number;
  /** The maximum number of nodes. */
  nodes?: number;
  /** The maximum time in milliseconds. */
  movetime?: number;
  /** The number of best lines (MultiPV), clamped to 1 to `MAX_LINES`. */
  lines?: number;
};

/** Response to GET: what the server offers. */
export type AnalysisOffer = {
  /** Number of searches that a client may run at a time; 0 if analysis is disabled. */
  searches: number;
  /** Maximum duration of a search in seconds. */
  seconds: number;
};

/** Request to analyse a position. */
export type AnalysisRequest = {
  /** Id of the variant. */
  variant: string;
  /** The start position of the game, in Saffron's FEN. */
  fen: string;
  /** The moves since then in UCI form; the search needs them to detect repetitions. */
  moves: Array<string>;
  /** The limits of the search. */
  limits: AnalysisLimits;
};

/** Result of a search. */
export type AnalysisResult = {
  /** Last completed depth; 0 if the game is over. */
  depth: number;
  /** Number of nodes searched. */
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** Duration of the search in milliseconds. */
  timeMs: number;
  /** Best lines, best first; empty if the game is over. */
  lines: Array<EngineLine>;
};

/** Move that was played, with its annotation in a record. */
export type AnnotatedMove = { uci: string, san: string, turn: Side, check: boolean, annotation?: MoveAnnotation };

/** Annotation of a position, from the comment on it. */
export type Annotation = {
  /** Paragraph of plain text. */
  comment?: string;
  shapes?: Array<DrawnShape>;
  eval?: WrittenEval;
  /** Remaining time of the side that has moved, in whole milliseconds. */
  clock?: number;
};

/** Reason why a request is refused or a search has failed: a stable code with parameters. The page's catalogues have the sentences; a `message` is for developers and not displayed. */
export type ApiError = { "code": "analysis_disabled" }
  | { "code": "unsupported_media_type" }
  | {
  "code": "body_too_large";
  "params": {
    /** Maximum in bytes. */
    limit: number;
  }
}
  | {
  "code": "body_unreadable";
  "params": {
    /** Error of the connection, in English. */
    message: string;
  }
}
  | { "code": "request_timeout" }
  | {
  "code": "invalid_json";
  "params": {
    /** Line of the error, from 1. */
    line: number;
    /** Column of the error, from 1. */
    column: number;
    /** Parser's error, in English. */
    message: string;
  }
}
  | {
  "code": "text_too_long";
  "params": {
    /** Name of the field. */
    field: string;
    /** Maximum in bytes. */
    limit: number;
  }
}
  | {
  "code": "too_many_moves";
  "params": {
    /** Number of moves. */
    count: number;
    /** Maximum number of moves. */
    limit: number;
  }
}
  | {
  "code": "too_many_requests";
  "params": {
    /** Seconds until the next request is accepted. */
    retryAfter: number;
  }
}
  | {
  "code": "too_many_searches";
  "params": {
    /** Maximum number of searches. */
    limit: number;
  }
}
  | {
  "code": "engines_busy";
  "params": {
    /** Number of engines. */
    engines: number;
  }
}
  | { "code": "engine_unavailable" }
  | { "code": "engine_failed" }
  | { "code": "shutting_down" }
  | RequestError;

/** Assessment of one position by a search, or by endgame tables. */
export type Assessment = {
  /** The evaluation by a search. */
  eval?: Eval;
  /** The value from endgame tables, which replaces the evaluation. */
  table?: TableValue;
  /** The best line in UCI form; its first move is the choice of the engine or the tables. */
  moves: Array<string>;
};

/** Reason why a move does not solve an exercise: a piece captures the one that moved, a reply prevents the goal, or the goal is out of reach. */
export type AttemptDanger = { "code": "captured", by: PlacedPiece }
  | { "code": "prevented", san: string, from: string, to: string }
  | { "code": "missed" };

/** Exercise while it is solved. */
export type AttemptState = {
  /** Board, with the solver's moves. The FEN of a board without kings has none. */
  game: GameState;
  /** Cells with stars that have not been collected. */
  stars: Array<string>;
  /** Number of the solver's moves. */
  made: number;
  progress: 'open' | 'solved' | 'lost';
  /** Reason why the attempt is lost. */
  danger: AttemptDanger | null;
  /** Cells of the last move of either side. */
  lastMove: [from: string, to: string] | null;
  /** Moves of the game's pawns in words. */
  pawns: PawnStyle;
};

/** Cell of a board. */
export type BoardCell = {
  name: string;
  x: number;
  y: number;
  /** Colour of the cell; neighbours differ. */
  colour: 0 | 1 | 2;
  file: string;
  rank: number;
};

/** Geometry of a board. */
export type BoardData = { flatTop: boolean, cells: Array<BoardCell>, labels: Array<BoardLabel> };

/** Why a board cannot be built. */
export type BoardError = { "code": "empty_file", "params": string }
  | { "code": "too_large", "params": number }
  | { "code": "too_far", "params": string }
  | { "code": "long_lines", "params": string }
  | { "code": "empty_rank", "params": number }
  | { "code": "file_letter", "params": string }
  | { "code": "rank", "params": string };

/** Label at the edge of a board. */
export type BoardLabel = { text: string, x: number, y: number };

/** Move of an opening book. */
export type BookMove = {
  uci: string;
  san: string;
  /** Centipawns from the point of view of the side to move. */
  cp: number;
  /** Number of self-play games with the move. */
  games: number;
  /** Points of the side to move in these games. */
  points: number;
  /** Share of the games in which the book plays the move, 0 to 1. */
  share: number;
};

/** A side. */
export type Color = "White"
  | "Black";

/** Colour of a drawing. */
export type DrawnBrush = "green"
  | "red"
  | "yellow"
  | "blue";

/** Mark on a cell, or arrow to another cell. */
export type DrawnShape = { brush: DrawnBrush, from: string, to?: string };

/** Line of play reported by a search. */
export type EngineLine = {
  /** The rank of the line among the best ones, from 1. */
  number: number;
  /** The depth of the iteration in plies. */
  depth: number;
  /** The deepest ply searched. */
  seldepth: number;
  /** The evaluation. */
  eval: Eval;
  /** The number of nodes searched so far. */
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** Milliseconds since the search began. */
  timeMs: number;
  /** The moves in UCI form; never empty. */
  moves: Array<string>;
  /** The moves in SAN. */
  san: Array<string>;
};

/** Body of a refused request. */
export type ErrorBody = { error: ApiError };

/** Evaluation from White's point of view. Exactly one of `cp`, `mate` and `stalemate` is set, or none if the game is over. */
export type Eval = {
  /** Centipawns. */
  cp?: number;
  /** Moves to mate, negative if Black mates; never 0. */
  mate?: number;
  /** White's score in quarter points after a forced stalemate that is not a draw: 1 or 3. */
  stalemate?: number;
  /** `+0.35`, `#-3`, or the result of a game that is over. */
  text: string;
  /** White's expected score, 0 to 1. */
  share: number;
};

/** Division of the board into rows in the placement of a FEN. */
export type FenDialect = "ranks"
  | "files-up"
  | "files-down"
  | "rising";

/** Why a FEN cannot be read. */
export type FenError = {
  "code": "fields";
  "params": {
    /** The least number. */
    least: number;
    /** The greatest number. */
    most: number;
    /** Number found. */
    found: number;
  }
}
  | {
  "code": "ranks";
  "params": {
    /** Number on the board. */
    expected: number;
    /** Number found. */
    found: number;
  }
}
  | {
  "code": "rank_length";
  "params": {
    /** The printed number of the rank. */
    rank: number;
    /** Number of its cells. */
    expected: number;
    /** Number of cells in the text. */
    found: number;
    /** The text of the rank. */
    text: string;
  }
}
  | {
  "code": "character";
  "params": {
    /** The character. */
    character: string;
    /** The printed number of the rank. */
    rank: number;
  }
}
  | {
  "code": "zero";
  "params": {
    /** The printed number of the rank. */
    rank: number;
  }
}
  | { "code": "turn", "params": string }
  | { "code": "castling", "params": string }
  | { "code": "en_passant", "params": string }
  | { "code": "halfmove_clock", "params": string }
  | { "code": "fullmove_number", "params": string }
  | {
  "code": "dialect_rows";
  "params": {
    /** The dialect. */
    dialect: FenDialect;
    /** Number on the board. */
    expected: number;
    /** Number found. */
    found: number;
  }
}
  | {
  "code": "dialect_row_length";
  "params": {
    /** The dialect. */
    dialect: FenDialect;
    /** The row, from 1. */
    row: number;
    /** Number of its cells. */
    expected: number;
    /** Number of cells in the text. */
    found: number;
    /** The text of the row. */
    text: string;
  }
}
  | {
  "code": "dialect_character";
  "params": {
    /** The dialect. */
    dialect: FenDialect;
    /** The character. */
    character: string;
    /** The row, from 1. */
    row: number;
  }
}
  | { "code": "ambiguous", "params": [FenDialect, FenDialect] }
  | { "code": "setup", "params": SetupError };

/** Error in a file of variants. Its text is one line. */
export type FileError = { line: number, variant: string | null, kind: FileErrorKind };

/** Kind of a `FileError`. */
export type FileErrorKind = {
  "code": "too_long";
  "params": {
    /** Length of the text in bytes. */
    length: number;
    /** Limit in bytes. */
    most: number;
  }
}
  | { "code": "syntax", "params": string }
  | { "code": "no_variants" }
  | {
  "code": "too_many_variants";
  "params": {
    /** Number of variants. */
    found: number;
    /** Limit of the number. */
    most: number;
  }
}
  | {
  "code": "unknown_key";
  "params": {
    /** Key. */
    key: string;
    /** Keys that it can have. */
    known: Array<string>;
  }
}
  | {
  "code": "missing_key";
  "params": {
    /** Key of the table. */
    table: string;
    /** Key that is missing. */
    key: string;
  }
}
  | {
  "code": "wrong_type";
  "params": {
    /** Key. */
    key: string;
    /** Type that it needs. */
    expected: ValueType;
    /** Type of the value. */
    found: ValueType;
  }
}
  | {
  "code": "out_of_range";
  "params": {
    /** Key. */
    key: string;
    /** Minimum. */
    least: number;
    /** Maximum. */
    most: number;
    /** Number, as it is written. */
    found: string;
  }
}
  | { "code": "id_taken", "params": string }
  | { "code": "name_taken", "params": string }
  | {
  "code": "unknown_base";
  "params": {
    /** Id. */
    id: string;
    /** Ids of the variants that can be extended. */
    known: Array<string>;
  }
}
  | {
  "code": "step_form";
  "params": {
    /** Key. */
    key: string;
  }
}
  | {
  "code": "step_count";
  "params": {
    /** Key of the table. */
    key: string;
    /** Key that is not such a number. */
    found: string;
  }
}
  | {
  "code": "unknown_word";
  "params": {
    /** String. */
    found: string;
    /** Words. */
    known: Array<string>;
  }
}
  | { "code": "not_one_letter", "params": string }
  | { "code": "long_only_without_base" }
  | { "code": "castling_word", "params": string }
  | { "code": "variant", "params": VariantError };

/** Position of a game. */
export type GameState = {
  variant: string;
  fen: string;
  turn: Side;
  /** Cell of the king that is in check. */
  check: string | null;
  pieces: Array<PlacedPiece>;
  /** Legal moves; empty if the game is over, and for earlier positions of a game. */
  moves: Array<LegalMove>;
  ply: number;
  outcome: Outcome | null;
  claims: Claim[];
};

/** Reason why a move can be read but not played. Cells and files have the names of the record. */
export type IllegalMoveReason = { "code": "checkmate" }
  | { "code": "stalemate" }
  | { "code": "castling" }
  | { "code": "no_such_cell", "params": string }
  | {
  "code": "no_piece";
  "params": {
    /** The side to move. */
    side: Color;
    /** The kind of piece. */
    role: Role;
    /** The origin, as far as the text names it. */
    origin: Origin;
  }
}
  | {
  "code": "own_piece";
  "params": {
    /** The side to move. */
    side: Color;
    /** The cell. */
    cell: string;
  }
}
  | {
  "code": "no_pawn_capture";
  "params": {
    /** The side to move. */
    side: Color;
    /** The file that it should leave. */
    from: string;
    /** The file that it should come to. */
    to: string;
  }
}
  | { "code": "promotion_missing", "params": string }
  | { "code": "no_promotion", "params": string }
  | { "code": "nothing_to_capture", "params": string }
  | {
  "code": "king_into_check";
  "params": {
    /** The side to move. */
    side: Color;
    /** The cell. */
    cell: string;
  }
}
  | { "code": "stays_in_check", "params": Color }
  | {
  "code": "pinned";
  "params": {
    /** The side to move. */
    side: Color;
    /** The kind of piece. */
    role: Role;
  }
}
  | {
  "code": "other_side";
  "params": {
    /** The side to move. */
    side: Color;
    /** The kind of piece. */
    role: Role;
  }
}
  | { "code": "capture_missing", "params": string }
  | { "code": "not_part", "params": string }
  | {
  "code": "number";
  "params": {
    /** The number of the move. */
    expected: number;
    /** The number that is written. */
    found: number;
  }
}
  | {
  "code": "number_of_other_side";
  "params": {
    /** The side to move. */
    side: Color;
  }
}
  | { "code": "null_move" }
  | {
  "code": "out_of_reach";
  "params": {
    /** The side to move. */
    side: Color;
    /** The kind of piece. */
    role: Role;
    /** The origin, if the text names one piece among several; otherwise `Origin::Unspecified`. */
    origin: Origin;
    /** The cell. */
    cell: string;
  }
};

/** Legal move. */
export type LegalMove = {
  uci: string;
  san: string;
  from: string;
  to: string;
  role: RoleLetter;
  promotion?: PromotionLetter;
  /** Cell of the captured piece; differs from `to` for captures en passant. */
  capture?: string;
  /** Notation of a castling move, such as `Q-0-0`. */
  castling?: string;
  /** Cells of the castling rook. */
  rook?: [from: string, to: string];
  /** True for captures en passant, otherwise absent. */
  enPassant?: true;
};

/** Strength level. */
export type LevelInfo = {
  level: number;
  /** Elo on the scale of the levels. */
  elo: number;
  nodes: number;
};

/** Limits of a search. */
export type Limits = {
  /** Strength level, 1 (weakest) to 10. */
  level?: number;
  depth?: number;
  nodes?: number;
  /** Time in milliseconds. */
  movetime?: number;
  multiPv?: number;
};

/** Game of a file. */
export type ListedGame = {
  /** Index of the game in the file, from 0. */
  index: number;
  /** Line at which the game begins, from 1. */
  line: number;
  /** Every tag, in order. */
  tags: [string, string][];
  /** `*` for a game that is not finished or has an error. */
  result: Result;
  /** Number of moves; for a game with an error, of the moves written. */
  plies: number;
  /** Id of the variant, if known. */
  variant: string | null;
  /** Contents of the text that the board does not show. */
  notes: Array<ReplayNote>;
  /** Error that prevents the game from being opened. */
  error?: PageError;
};

/** Annotations of the start position and of the moves of the main line. */
export type MainLineAnnotations = {
  start?: Annotation;
  /** Annotations in the order of the moves; may be shorter than the moves. */
  moves?: Array<MoveAnnotation>;
};

/** Mark of a bad move. */
export type Mark = "inaccuracy"
  | "mistake"
  | "blunder";

/** Annotation of a move, including that of the position after it. */
export type MoveAnnotation = {
  /** Comment before the move: one paragraph of plain text. */
  commentBefore?: string;
  /** Numeric annotation glyphs, such as 1 for a good move. */
  nags?: Array<number>;
  /** Comment after the move: one paragraph of plain text. */
  comment?: string;
  shapes?: Array<DrawnShape>;
  eval?: WrittenEval;
  /** Remaining time of the side that has moved, in whole milliseconds. */
  clock?: number;
};

/** Move of a variation. */
export type MoveInput = {
  /** Move in UCI form; `0000` is a null move. */
  uci: string;
  /** Annotation of the move. */
  annotation?: MoveAnnotation;
};

/** Reason why the piece on one cell may not move to another. `by` is the piece that prevents the move. */
export type MoveRefusal = { "code": "no_piece" }
  | { "code": "other_side" }
  | {
  "code": "geometry";
  /** How pawns move in this game, for a pawn. */
  pawn?: PawnStyle;
}
  | { "code": "cell_color" }
  | { "code": "own_piece" }
  | { "code": "blocked", by: PlacedPiece }
  | { "code": "pawn_blocked", by: PlacedPiece }
  | { "code": "pawn_stopped", by: PlacedPiece }
  | { "code": "pawn_steps", steps: number }
  | { "code": "nothing_to_capture" }
  | { "code": "first_capture_only" }
  | { "code": "en_passant_exposes_king", by: PlacedPiece }
  | { "code": "pinned", by: PlacedPiece }
  | { "code": "stays_in_check", by: PlacedPiece, blockable: boolean }
  | { "code": "double_check", by: [PlacedPiece, PlacedPiece] }
  | { "code": "king_into_check", by: PlacedPiece }
  | { "code": "castling_lost" }
  | { "code": "castling_in_check", by: PlacedPiece }
  | { "code": "castling_blocked", by: PlacedPiece }
  | { "code": "castling_through_check", cell: string, by: PlacedPiece };

/** Cell that the piece leaves, as far as the text of a move names it. */
export type Origin = { "kind": "cell", "name": string }
  | { "kind": "file", "name": string }
  | { "kind": "rank", "name": number }
  | { "kind": "unspecified" };

/** End of a game. */
export type Outcome = {
  /** Result as in PGN; `*` for an aborted game. */
  result: Result;
  reason: Reason;
  winner: Side | null;
};

/** The end of a game: why, and the score. The score is one that the reason [allows](Reason::allows). */
export type OutcomeData = {
  reason: ReasonName;
  /** 0 to 4; `None` if the game was aborted. */
  white_quarters: number | null;
};

/** Error in a visitor's input, as a code with parameters for the page's message catalogues. */
export type PageError = { "code": "fen", "params": FenError }
  | { "code": "record", "params": RecordError }
  | { "code": "variant_file", "params": FileError };

/** Where pawns capture. */
export type PawnCaptures = "corners"
  | "edges"
  | "other";

/** Moves of the pawns of a variant in words. */
export type PawnStyle = {
  /** Number of directions in which a pawn goes forward. */
  directions: number;
  captures: PawnCaptures;
};

/** A syntax error in the text of a game, apart from its moves. */
export type PgnError = {
  "code": "tag";
  "params": {
    /** The line, from 1. */
    line: number;
    /** Its text. */
    text: string;
  }
}
  | {
  "code": "unclosed";
  "params": {
    /** The line where it begins, from 1. */
    line: number;
    /** The element. */
    what: Unclosed;
  }
}
  | {
  "code": "set_up";
  "params": {
    /** The first line of the set-up, from 1. */
    line: number;
  }
}
  | {
  "code": "unopened";
  "params": {
    /** The line, from 1. */
    line: number;
    /** The element. */
    what: Unclosed;
  }
}
  | {
  "code": "after_result";
  "params": {
    /** The line, from 1. */
    line: number;
    /** The move, shortened where it is long. */
    text: string;
  }
}
  | {
  "code": "second_result";
  "params": {
    /** The line of the second, from 1. */
    line: number;
    /** The second, as it is written. */
    text: string;
  }
}
  | {
  "code": "second_tag";
  "params": {
    /** The line of the second, from 1. */
    line: number;
    /** The name. */
    name: string;
  }
}
  | {
  "code": "too_long";
  "params": {
    /** The first line that is not kept. */
    line: number;
    /** The limit in bytes. */
    most: number;
  }
};

/** Piece on its cell. */
export type PlacedPiece = {
  cell: string;
  /** Letter of the piece: upper case for White, lower case for Black. */
  piece: string;
};

/** Move that was played. */
export type PlayedMove = { uci: string, san: string, turn: Side, check: boolean };

/** A ply of a game and its text. */
export type Ply = {
  /** The index, from 1. */
  index: number;
  /** The move number. */
  number: number;
  /** The side to move. */
  turn: Color;
  /** The move as it is written, shortened where it is long. */
  text: string;
};

/** Premove targets of a piece of the side that is not to move. */
export type PremoveTargets = {
  from: string;
  to: Array<string>;
  /** Targets on which a pawn promotes. */
  promoting: Array<string>;
};

/** Reason for the end of the game. */
export type ReasonName = "Checkmate"
  | "Stalemate"
  | "DeadPosition"
  | "FivefoldRepetition"
  | "SeventyFiveMoves"
  | "ThreefoldRepetition"
  | "FiftyMoves"
  | "Resignation"
  | "Agreement"
  | "TimeForfeit"
  | "Abandonment"
  | "Abort"
  | "Forfeit"
  | "Adjudication";

/** Why a game record cannot be read. */
export type RecordError = { "code": "text", "params": PgnError }
  | { "code": "empty" }
  | { "code": "no_variant" }
  | { "code": "unknown_variant", "params": string }
  | { "code": "fen", "params": FenError }
  | { "code": "no_fen" }
  | {
  "code": "move";
  "params": {
    /** The line, from 1. */
    line: number;
    /** The move. */
    ply: Ply;
    /** The error. */
    kind: ReplayErrorKind;
  }
}
  | {
  "code": "result";
  "params": {
    /** The result in the text. */
    written: string;
    /** The end of the game. */
    outcome: OutcomeData;
  }
}
  | { "code": "move_after_end", "params": OutcomeData }
  | {
  "code": "another";
  "params": {
    /** The line, from 1. */
    line: number;
  }
};

/** The kinds of `ReplayError`. */
export type ReplayErrorKind = { "code": "no_variant" }
  | { "code": "unknown_variant", "params": string }
  | { "code": "fen", "params": FenError }
  | { "code": "no_fen" }
  | { "code": "text", "params": PgnError }
  | { "code": "unreadable", "params": SanError }
  | { "code": "illegal", "params": IllegalMoveReason };

/** Something that a record says and the board does not show, of a game that is legal all the same. */
export type ReplayNote = {
  /** The line, from 1. */
  line: number;
  /** The ply; none if the note is not on a move. */
  ply: Ply | null;
  /** Whether the ply is one of a variation. */
  inVariation: boolean;
  /** The difference. */
  kind: ReplayNoteKind;
};

/** The kinds of `ReplayNote`. */
export type ReplayNoteKind = { "code": "not_mate" }
  | { "code": "not_check" }
  | { "code": "not_capture" }
  | { "code": "not_en_passant" }
  | {
  "code": "number";
  "params": {
    /** The number of the move, counted on from the first number of the record. */
    expected: number;
    /** The number that is written. */
    found: number;
  }
}
  | { "code": "numbers_of_other_side" }
  | {
  "code": "result_tag";
  "params": {
    /** The value of the tag. */
    tag: string;
    /** The result after the moves. */
    written: string;
  }
}
  | { "code": "unknown_result", "params": string }
  | { "code": "another_reading", "params": {  } }
  | { "code": "unplayable", "params": ReplayErrorKind };

/** Error of a request that cannot be answered. */
export type RequestError = { "code": "unknown_variant", "params": string }
  | { "code": "invalid_fen", "params": FenError }
  | {
  "code": "malformed_move";
  "params": {
    /** The number of the move, from 1. */
    number: number;
    /** The text, shortened if it is long. */
    text: string;
  }
}
  | {
  "code": "illegal_move";
  "params": {
    /** The number of the move, from 1. A move after mate is illegal, too. */
    number: number;
    /** The text of the move. */
    text: string;
  }
};

/** Review of a game. */
export type Review = {
  /** The evaluation of the first reviewed position. */
  start: Eval;
  /** The value of the first reviewed position from endgame tables. */
  startTable?: TableValue;
  /** The reviewed moves, in order. */
  moves: Array<ReviewedMove>;
  /** White's summary; `None` if White did not move. */
  white: SideSummary | null;
  /** Black's summary; `None` if Black did not move. */
  black: SideSummary | null;
};

/** Review of one move. */
export type ReviewedMove = {
  /** The evaluation after the move. */
  eval: Eval;
  /** The value of the position after the move from endgame tables. */
  table?: TableValue;
  /** The loss of expected score, 0 to 1. */
  loss: number;
  /** The loss in centipawns, 0 to 2000. */
  centipawnLoss: number;
  /** `inaccuracy`, `mistake` or `blunder`, if the move is one. */
  mark: Mark | null;
  /** The best line in place of a marked move, in UCI form; empty without a mark. */
  better: Array<string>;
  /** The best line in place of a marked move, in SAN; empty without a mark. */
  betterSan: Array<string>;
  /** The accuracy in percent, 0 to 100. */
  accuracy: number;
};

/** The role of a piece: what it is, whichever side it is of. */
export type Role = "Pawn"
  | "Knight"
  | "Bishop"
  | "Rook"
  | "Queen"
  | "King";

/** Why a move in algebraic notation cannot be read. */
export type SanError = { "code": "syntax", "params": string }
  | { "code": "illegal", "params": string }
  | { "code": "ambiguous", "params": [string, string] };

/** Score from the point of view of the side to move. */
export type Score = {
  /** Centipawns. */
  cp?: number;
  /** Moves to mate; negative if the side to move is mated. */
  mate?: number;
};

/** Information about a search after an iteration. */
export type SearchInfo = {
  depth: number;
  seldepth: number;
  score: Score;
  nodes: number;
  timeMs: number;
  pv: Array<string>;
  multiPv: number;
};

/** One line of the response to POST. */
export type SearchMessage = { "line": EngineLine }
  | { "found": AnalysisResult }
  | { "error": ApiError };

/** Body of POST: a search. */
export type SearchRequest = {
  /** Name that the page has chosen. A later search with the same name replaces this one and reuses its hash table. */
  engine: string;
  /** Whether the engine should forget earlier searches, because another game begins. */
  newGame?: boolean;
  /** Position and limits. */
  request: AnalysisRequest;
};

/** Result of a search. */
export type SearchResult = { best: string | null, ponder: string | null };

/** Why a set-up cannot be played. */
export type SetupError = { "code": "off_board" }
  | { "code": "no_king", "params": Color }
  | { "code": "several_kings", "params": Color }
  | {
  "code": "pawn_cell";
  "params": {
    /** Side of the pawn. */
    color: Color;
    /** The cell's name. */
    cell: string;
  }
}
  | { "code": "opposite_check", "params": Color }
  | {
  "code": "castling_without";
  "params": {
    /** The letter of the right. */
    letter: string;
    /** Side that has the right. */
    color: Color;
    /** King or rook. */
    role: Role;
    /** Its cell. */
    cell: string;
  }
}
  | {
  "code": "en_passant_without_pawn";
  "params": {
    /** Side of the missing pawn. */
    color: Color;
    /** Its cell. */
    cell: string;
  }
}
  | {
  "code": "en_passant_start";
  "params": {
    /** Side of the pawn. */
    color: Color;
    /** Its cell. */
    cell: string;
  }
}
  | { "code": "en_passant_blocked", "params": string };

/** Variation for the page. */
export type SideLine = { ply: number, moves: Array<AnnotatedMove>, sideLines: Array<SideLine> };

/** Variation from the page. */
export type SideLineInput = { ply: number, moves: Array<MoveInput>, sideLines: Array<SideLineInput> };

/** Summary of one side's moves. */
export type SideSummary = {
  /** The number of reviewed moves. */
  moves: number;
  /** The average loss in centipawns. */
  averageLoss: number;
  /** The accuracy in percent, 0 to 100. */
  accuracy: number;
  /** The number of inaccuracies. */
  inaccuracies: number;
  /** The number of mistakes. */
  mistakes: number;
  /** The number of blunders. */
  blunders: number;
};

/** Error in the description of a variant other than its start position. */
export type SpecError = { "code": "board", "params": BoardError }
  | { "code": "cell", "params": string }
  | { "code": "not_symmetric", "params": string }
  | { "code": "id", "params": string }
  | { "code": "name", "params": string }
  | { "code": "pawn_steps" }
  | { "code": "forward", "params": [number, number] }
  | { "code": "capture", "params": [number, number] }
  | { "code": "first_step", "params": number }
  | { "code": "first_step_twice", "params": string }
  | { "code": "promotions" }
  | { "code": "castling", "params": string }
  | { "code": "castling_notation", "params": string }
  | { "code": "castling_twice", "params": string }
  | { "code": "castling_letter", "params": string }
  | { "code": "castling_rights" }
  | { "code": "en_passant_form" }
  | { "code": "stalemate", "params": number };

/** Result of looking up a position in the open tables. */
export type TableAnswer = {
  "kind": "known";
  /** Result in the form of the server's look-up. */
  position: TablePosition;
}
  | {
  "kind": "needed";
  /** Endings whose tables are not open. */
  endings: Array<string>;
  /** Missing parts. */
  parts: Array<TablePart>;
}
  | { "kind": "unknown" }
  | {
  "kind": "damaged";
  /** Ending of the table. */
  ending: string;
};

/** Result of opening a table. */
export type TableOpening = "opened"
  | "damaged"
  | "other-version"
  | "other-rules";

/** Part of a table file. */
export type TablePart = {
  /** Ending, such as `KQKR`. */
  ending: string;
  /** Offset in the file, in bytes. */
  offset: number;
  /** Length in bytes. */
  length: number;
};

/** Value of a position from endgame tables, from the point of view of the side to move. */
export type TableValue = {
  /** The result. */
  result: TableResult;
  /** Plies to the end of the game; `None` for a draw. */
  plies: number | null;
};

/** Element of the text without its end. */
export type Unclosed = "comment"
  | "variation";

/** Type of TOML values, or a form of them that a key needs. */
export type ValueType = "string"
  | "boolean"
  | "integer"
  | "float"
  | "datetime"
  | "list"
  | "table"
  | "variant_tables"
  | "castling";

/** Why a variant cannot be built. */
export type VariantError = { "code": "spec", "params": SpecError }
  | { "code": "start", "params": FenError };

/** Variant. */
export type VariantInfo = { id: string, name: string, year: number, cells: number };

/** Evaluation from White's point of view: centipawns, or moves to mate, negative if Black mates. */
export type WrittenEval = {
  cp?: number;
  mate?: number;
  /** Depth of the search in plies. */
  depth?: number;
};
