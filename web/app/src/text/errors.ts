/** Sentences for errors in visitors' input, in the visitor's language: tables from codes to the messages of these names. */

import type {
  BoardError,
  Color,
  FenDialect,
  FenError,
  FileError,
  FileErrorKind,
  IllegalMoveReason,
  Origin,
  OutcomeData,
  PageError,
  PgnError,
  RecordError,
  ReplayErrorKind,
  Role,
  SanError,
  SetupError,
  SpecError,
  Unclosed,
  ValueType,
  VariantError,
} from '../generated/types';
import { m } from '../paraglide/messages.js';
import { sentenceOf } from './live-errors';
import type { Sentences } from './live-errors';

/** Returns the sentence for any thrown value. */
export function errorText(error: unknown): string {
  const detail = error instanceof Error && 'detail' in error ? (error.detail as PageError) : null;
  if (detail) return pageError(detail);
  return m.error_unknown({ message: error instanceof Error ? error.message : String(error) });
}

/** Returns the sentence for an error of the rules. */
export function pageError(error: PageError): string {
  return explain<PageError>({ fen: fenError, record: recordError, variant_file: fileError }, error);
}

/** Returns the sentence for a move that cannot be played. */
export function replayError(error: ReplayErrorKind): string {
  return explain(REPLAY, error);
}

function explain<E extends { code: string; params?: unknown }>(sentences: Sentences<E>, error: E): string {
  return sentenceOf(sentences, error) ?? m.error_unknown({ message: error.code });
}

const SIDES: Record<Color, () => string> = { White: m.error_side_white, Black: m.error_side_black };

const ROLES: Record<Role, () => string> = {
  Pawn: m.error_role_pawn,
  Knight: m.error_role_knight,
  Bishop: m.error_role_bishop,
  Rook: m.error_role_rook,
  Queen: m.error_role_queen,
  King: m.error_role_king,
};

const DIALECTS: Record<FenDialect, () => string> = {
  ranks: m.error_dialect_ranks,
  'files-up': m.error_dialect_files_up,
  'files-down': m.error_dialect_files_down,
  rising: m.error_dialect_rising,
};

const TYPES: Record<ValueType, () => string> = {
  string: m.error_type_string,
  boolean: m.error_type_boolean,
  integer: m.error_type_integer,
  float: m.error_type_float,
  datetime: m.error_type_datetime,
  list: m.error_type_list,
  table: m.error_type_table,
  variant_tables: m.error_type_variant_tables,
  castling: m.error_type_castling,
};

/** Parameters with words in place of sides, roles and dialects. */
type Spoken<P> = Omit<P, 'side' | 'color' | 'role' | 'dialect'> &
  (P extends { side: Color } | { color: Color } ? { side: string; other: string } : unknown) &
  (P extends { role: Role } ? { role: string } : unknown) &
  (P extends { dialect: FenDialect } ? { dialect: string } : unknown);

function spoken<P extends { side?: Color; color?: Color; role?: Role; dialect?: FenDialect }>(params: P): Spoken<P> {
  const side = params.side ?? params.color;
  return {
    ...params,
    ...(side && { side: SIDES[side](), other: SIDES[side === 'White' ? 'Black' : 'White']() }),
    ...(params.role && { role: ROLES[params.role]() }),
    ...(params.dialect && { dialect: DIALECTS[params.dialect]() }),
  } as unknown as Spoken<P>;
}

const SETUP: Sentences<SetupError> = {
  off_board: m.error_setup_off_board,
  no_king: (side) => m.error_setup_no_king(spoken({ side })),
  several_kings: (side) => m.error_setup_several_kings(spoken({ side })),
  pawn_cell: (params) => m.error_setup_pawn_cell(spoken(params)),
  opposite_check: (side) => m.error_setup_opposite_check(spoken({ side })),
  castling_without: (params) => m.error_setup_castling_without(spoken(params)),
  en_passant_without_pawn: (params) => m.error_setup_en_passant_without_pawn(spoken(params)),
  en_passant_start: (params) => m.error_setup_en_passant_start(spoken(params)),
  en_passant_blocked: (cell) => m.error_setup_en_passant_blocked({ cell }),
};

const FEN: Sentences<FenError> = {
  fields: ({ least, most, found }) =>
    least === most ? m.error_fen_fields({ expected: most, found }) : m.error_fen_fields_range({ least, most, found }),
  ranks: m.error_fen_ranks,
  rank_length: m.error_fen_rank_length,
  character: m.error_fen_character,
  zero: m.error_fen_zero,
  turn: (text) => m.error_fen_turn({ text }),
  castling: (text) => m.error_fen_castling({ text }),
  en_passant: (text) => m.error_fen_en_passant({ text }),
  halfmove_clock: (text) => m.error_fen_halfmove_clock({ text }),
  fullmove_number: (text) => m.error_fen_fullmove_number({ text }),
  dialect_rows: (params) => m.error_fen_dialect_rows(spoken(params)),
  dialect_row_length: (params) => m.error_fen_dialect_row_length(spoken(params)),
  dialect_character: (params) => m.error_fen_dialect_character(spoken(params)),
  ambiguous: ([first, second]) => m.error_fen_ambiguous({ first: DIALECTS[first](), second: DIALECTS[second]() }),
  setup: (error) => explain(SETUP, error),
};

function fenError(error: FenError): string {
  return explain(FEN, error);
}

const SAN: Sentences<SanError> = {
  syntax: (text) => m.error_san_syntax({ text }),
  illegal: (text) => m.error_san_illegal({ text }),
  ambiguous: ([text, moves]) => m.error_san_ambiguous({ text, moves }),
};

/** Sentences for a piece that is not there, by what the text says of its origin. */
const NO_PIECE: Record<Origin['kind'], (params: { side: string; role: string; name: string | number }) => string> = {
  cell: m.error_move_no_piece_cell,
  file: m.error_move_no_piece_file,
  rank: m.error_move_no_piece_rank,
  unspecified: m.error_move_no_piece,
};

const MOVE: Sentences<IllegalMoveReason> = {
  checkmate: m.error_move_checkmate,
  stalemate: m.error_move_stalemate,
  castling: m.error_move_castling,
  no_such_cell: (cell) => m.error_move_no_such_cell({ cell }),
  no_piece: ({ origin, ...params }) => NO_PIECE[origin.kind]({ name: '', ...origin, ...spoken(params) }),
  own_piece: (params) => m.error_move_own_piece(spoken(params)),
  no_pawn_capture: (params) => m.error_move_no_pawn_capture(spoken(params)),
  promotion_missing: (cell) => m.error_move_promotion_missing({ cell }),
  no_promotion: (cell) => m.error_move_no_promotion({ cell }),
  nothing_to_capture: (cell) => m.error_move_nothing_to_capture({ cell }),
  king_into_check: (params) => m.error_move_king_into_check(spoken(params)),
  stays_in_check: (side) => m.error_move_stays_in_check(spoken({ side })),
  pinned: (params) => m.error_move_pinned(spoken(params)),
  other_side: (params) => m.error_move_other_side(spoken(params)),
  capture_missing: (cell) => m.error_move_capture_missing({ cell }),
  not_part: (part) => m.error_move_not_part({ part }),
  number: m.error_move_number,
  number_of_other_side: (params) => m.error_move_number_of_other_side(spoken(params)),
  null_move: m.error_move_null_move,
  out_of_reach: ({ origin, ...params }) =>
    origin.kind === 'cell'
      ? m.error_move_out_of_reach_from({ from: origin.name, ...spoken(params) })
      : m.error_move_out_of_reach(spoken(params)),
};

const UNCLOSED: Record<Unclosed, (params: { line: number }) => string> = {
  comment: m.error_pgn_unclosed_comment,
  variation: m.error_pgn_unclosed_variation,
};

const UNOPENED: Record<Unclosed, (params: { line: number }) => string> = {
  comment: m.error_pgn_unopened_comment,
  variation: m.error_pgn_unopened_variation,
};

const PGN: Sentences<PgnError> = {
  tag: m.error_pgn_tag,
  unclosed: ({ line, what }) => UNCLOSED[what]({ line }),
  set_up: m.error_pgn_set_up,
  unopened: ({ line, what }) => UNOPENED[what]({ line }),
  after_result: m.error_pgn_after_result,
  second_result: m.error_pgn_second_result,
  second_tag: m.error_pgn_second_tag,
  too_long: m.error_pgn_too_long,
};

/** Sentences for what a record and the replay of its moves have in common. */
const START = {
  text: (error: PgnError) => explain(PGN, error),
  no_variant: m.error_record_no_variant,
  unknown_variant: (name: string) => m.error_record_unknown_variant({ name }),
  fen: (error: FenError) => m.error_record_fen({ problem: fenError(error) }),
  no_fen: m.error_record_no_fen,
};

const REPLAY: Sentences<ReplayErrorKind> = {
  ...START,
  unreadable: (error) => explain(SAN, error),
  illegal: (reason) => explain(MOVE, reason),
};

const RECORD: Sentences<RecordError> = {
  ...START,
  empty: m.error_record_empty,
  move: ({ line, ply, kind }) => {
    const number = `${ply.number}${ply.turn === 'White' ? '.' : '…'}`;
    return m.error_record_move({ line, number, move: ply.text, problem: replayError(kind) });
  },
  result: ({ written, outcome }) => m.error_record_result({ written, result: scoreOf(outcome) }),
  move_after_end: (outcome) => m.error_record_move_after_end({ result: scoreOf(outcome) }),
  another: m.error_record_another,
};

function recordError(error: RecordError): string {
  return explain(RECORD, error);
}

/** Returns a result as in PGN. */
function scoreOf({ white_quarters: quarters }: OutcomeData): string {
  return (quarters === null ? undefined : ['0-1', '1/4-3/4', '1/2-1/2', '3/4-1/4', '1-0'][quarters]) ?? '*';
}

const BOARD: Sentences<BoardError> = {
  empty_file: (file) => m.error_board_empty_file({ file }),
  too_large: (count) => m.error_board_too_large({ count }),
  too_far: (file) => m.error_board_too_far({ file }),
  long_lines: (cell) => m.error_board_long_lines({ cell }),
  empty_rank: (rank) => m.error_board_empty_rank({ rank }),
  file_letter: (letter) => m.error_board_file_letter({ letter }),
  rank: (file) => m.error_board_rank({ file }),
};

const SPEC: Sentences<SpecError> = {
  board: (error) => explain(BOARD, error),
  cell: (cell) => m.error_spec_cell({ cell }),
  not_symmetric: (cell) => m.error_spec_not_symmetric({ cell }),
  id: (id) => m.error_spec_id({ id }),
  name: (name) => m.error_spec_name({ name }),
  pawn_steps: m.error_spec_pawn_steps,
  forward: ([x, y]) => m.error_spec_forward({ x, y }),
  capture: ([x, y]) => m.error_spec_capture({ x, y }),
  first_step: (count) => m.error_spec_first_step({ count }),
  first_step_twice: (cell) => m.error_spec_first_step_twice({ cell }),
  promotions: m.error_spec_promotions,
  castling: (name) => m.error_spec_castling({ name }),
  castling_notation: (name) => m.error_spec_castling_notation({ name }),
  castling_twice: (name) => m.error_spec_castling_twice({ name }),
  castling_letter: (letter) => m.error_spec_castling_letter({ letter }),
  castling_rights: m.error_spec_castling_rights,
  en_passant_form: m.error_spec_en_passant_form,
  stalemate: (quarters) => m.error_spec_stalemate({ quarters }),
};

const VARIANT: Sentences<VariantError> = {
  spec: (error) => explain(SPEC, error),
  start: (error) => m.error_file_start({ problem: fenError(error) }),
};

const FILE: Sentences<FileErrorKind> = {
  too_long: m.error_file_too_long,
  syntax: tomlProblem,
  no_variants: m.error_file_no_variants,
  too_many_variants: m.error_file_too_many_variants,
  unknown_key: ({ key, known }) => m.error_file_unknown_key({ key, known: known.join(', ') }),
  missing_key: m.error_file_missing_key,
  wrong_type: ({ key, expected, found }) =>
    m.error_file_wrong_type({ key, expected: TYPES[expected](), found: TYPES[found]() }),
  out_of_range: m.error_file_out_of_range,
  id_taken: (id) => m.error_file_id_taken({ id }),
  name_taken: (name) => m.error_file_name_taken({ name }),
  unknown_base: ({ id, known }) => m.error_file_unknown_base({ id, known: known.join(', ') }),
  step_form: m.error_file_step_form,
  step_count: m.error_file_step_count,
  unknown_word: ({ found, known }) => m.error_file_unknown_word({ found, known: known.join(', ') }),
  not_one_letter: (text) => m.error_file_not_one_letter({ text }),
  long_only_without_base: m.error_file_long_only_without_base,
  castling_word: (word) => m.error_file_castling_word({ word }),
  variant: (error) => explain(VARIANT, error),
};

function fileError({ line, variant, kind }: FileError): string {
  const problem = explain(FILE, kind);
  return variant === null
    ? m.error_file_line({ line, problem })
    : m.error_file_line_variant({ line, variant, problem });
}

/** Returns the sentence for a message of the TOML parser. */
function tomlProblem(message: string): string {
  const known: [RegExp, () => string][] = [
    [/duplicate key/, m.error_toml_duplicate_key],
    [/unclosed/, m.error_toml_unclosed],
    [/missing assignment|missing value|no value|extra `=`|extra assignment/, m.error_toml_no_value],
    [/must be quoted|opening quote/, m.error_toml_quotes],
    [/comma/, m.error_toml_comma],
    [/recurs/, m.error_toml_too_deep],
  ];
  return (known.find(([pattern]) => pattern.test(message))?.[1] ?? m.error_toml_other)();
}
