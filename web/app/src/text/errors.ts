/** Sentences for errors in visitors' input, in the visitor's language. */

import type {
  BoardError,
  Color,
  FenDialect,
  FenError,
  FileError,
  FileErrorKind,
  IllegalMoveReason,
  OutcomeData,
  PageError,
  PgnError,
  RecordError,
  ReplayErrorKind,
  Role,
  SanError,
  SetupError,
  SpecError,
  ValueType,
  VariantError,
} from '../generated/types';
import { m } from '../paraglide/messages.js';

/** Returns the sentence for any thrown value. */
export function errorText(error: unknown): string {
  const detail = error instanceof Error && 'detail' in error ? (error.detail as PageError) : null;
  if (detail) return pageError(detail);
  return m.error_unknown({ message: error instanceof Error ? error.message : String(error) });
}

/** Returns the sentence for an error of the rules. */
export function pageError(error: PageError): string {
  switch (error.code) {
    case 'fen':
      return fenError(error.params);
    case 'record':
      return recordError(error.params);
    case 'variant_file':
      return fileError(error.params);
  }
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

function fenError(error: FenError): string {
  switch (error.code) {
    case 'fields': {
      const { least, most, found } = error.params;
      return least === most
        ? m.error_fen_fields({ expected: most, found })
        : m.error_fen_fields_range({ least, most, found });
    }
    case 'ranks':
      return m.error_fen_ranks(error.params);
    case 'rank_length':
      return m.error_fen_rank_length(error.params);
    case 'character':
      return m.error_fen_character(error.params);
    case 'zero':
      return m.error_fen_zero(error.params);
    case 'turn':
      return m.error_fen_turn({ text: error.params });
    case 'castling':
      return m.error_fen_castling({ text: error.params });
    case 'en_passant':
      return m.error_fen_en_passant({ text: error.params });
    case 'halfmove_clock':
      return m.error_fen_halfmove_clock({ text: error.params });
    case 'fullmove_number':
      return m.error_fen_fullmove_number({ text: error.params });
    case 'dialect_rows':
      return m.error_fen_dialect_rows({ ...error.params, dialect: DIALECTS[error.params.dialect]() });
    case 'dialect_row_length':
      return m.error_fen_dialect_row_length({ ...error.params, dialect: DIALECTS[error.params.dialect]() });
    case 'dialect_character':
      return m.error_fen_dialect_character({ ...error.params, dialect: DIALECTS[error.params.dialect]() });
    case 'ambiguous':
      return m.error_fen_ambiguous({ first: DIALECTS[error.params[0]](), second: DIALECTS[error.params[1]]() });
    case 'setup':
      return setupError(error.params);
  }
}

function setupError(error: SetupError): string {
  switch (error.code) {
    case 'off_board':
      return m.error_setup_off_board();
    case 'no_king':
      return m.error_setup_no_king({ side: SIDES[error.params]() });
    case 'several_kings':
      return m.error_setup_several_kings({ side: SIDES[error.params]() });
    case 'pawn_cell':
      return m.error_setup_pawn_cell({ side: SIDES[error.params.color](), cell: error.params.cell });
    case 'opposite_check':
      return m.error_setup_opposite_check({ side: SIDES[error.params]() });
    case 'castling_without': {
      const { letter, color, role, cell } = error.params;
      return m.error_setup_castling_without({ letter, side: SIDES[color](), role: ROLES[role](), cell });
    }
    case 'en_passant_without_pawn':
      return m.error_setup_en_passant_without_pawn({ side: SIDES[error.params.color](), cell: error.params.cell });
    case 'en_passant_start':
      return m.error_setup_en_passant_start({ side: SIDES[error.params.color](), cell: error.params.cell });
    case 'en_passant_blocked':
      return m.error_setup_en_passant_blocked({ cell: error.params });
  }
}

function sanError(error: SanError): string {
  switch (error.code) {
    case 'syntax':
      return m.error_san_syntax({ text: error.params });
    case 'illegal':
      return m.error_san_illegal({ text: error.params });
    case 'ambiguous':
      return m.error_san_ambiguous({ text: error.params[0], moves: error.params[1] });
  }
}

function otherSide(side: Color): string {
  return SIDES[side === 'White' ? 'Black' : 'White']();
}

function illegalMove(reason: IllegalMoveReason): string {
  switch (reason.code) {
    case 'checkmate':
      return m.error_move_checkmate();
    case 'stalemate':
      return m.error_move_stalemate();
    case 'castling':
      return m.error_move_castling();
    case 'no_such_cell':
      return m.error_move_no_such_cell({ cell: reason.params });
    case 'no_piece': {
      const { origin } = reason.params;
      const [side, role] = [SIDES[reason.params.side](), ROLES[reason.params.role]()];
      switch (origin.kind) {
        case 'cell':
          return m.error_move_no_piece_on_cell({ side, role, cell: origin.name });
        case 'file':
          return m.error_move_no_piece_on_file({ side, role, file: origin.name });
        case 'rank':
          return m.error_move_no_piece_on_rank({ side, role, rank: origin.name });
        case 'unspecified':
          return m.error_move_no_piece({ side, role });
      }
    }
    // Every kind of origin returns above.
    // eslint-disable-next-line no-fallthrough
    case 'own_piece':
      return m.error_move_own_piece({ side: SIDES[reason.params.side](), cell: reason.params.cell });
    case 'no_pawn_capture':
      return m.error_move_no_pawn_capture({ ...reason.params, side: SIDES[reason.params.side]() });
    case 'promotion_missing':
      return m.error_move_promotion_missing({ cell: reason.params });
    case 'no_promotion':
      return m.error_move_no_promotion({ cell: reason.params });
    case 'nothing_to_capture':
      return m.error_move_nothing_to_capture({ cell: reason.params });
    case 'king_into_check':
      return m.error_move_king_into_check({ side: SIDES[reason.params.side](), cell: reason.params.cell });
    case 'stays_in_check':
      return m.error_move_stays_in_check({ side: SIDES[reason.params]() });
    case 'pinned':
      return m.error_move_pinned({ side: SIDES[reason.params.side](), role: ROLES[reason.params.role]() });
    case 'other_side': {
      const { side, role } = reason.params;
      return m.error_move_other_side({ side: SIDES[side](), other: otherSide(side), role: ROLES[role]() });
    }
    case 'capture_missing':
      return m.error_move_capture_missing({ cell: reason.params });
    case 'not_part':
      return m.error_move_not_part({ part: reason.params });
    case 'number':
      return m.error_move_number(reason.params);
    case 'number_of_other_side': {
      const { side } = reason.params;
      return m.error_move_number_of_other_side({ side: SIDES[side](), other: otherSide(side) });
    }
    case 'null_move':
      return m.error_move_null();
    case 'out_of_reach': {
      const { origin, cell } = reason.params;
      const [side, role] = [SIDES[reason.params.side](), ROLES[reason.params.role]()];
      return origin.kind === 'cell'
        ? m.error_move_out_of_reach_from({ side, role, from: origin.name, cell })
        : m.error_move_out_of_reach({ side, role, cell });
    }
  }
}

function pgnError(error: PgnError): string {
  switch (error.code) {
    case 'tag':
      return m.error_pgn_tag(error.params);
    case 'unclosed': {
      const { line, what } = error.params;
      return what === 'comment' ? m.error_pgn_unclosed_comment({ line }) : m.error_pgn_unclosed_variation({ line });
    }
    case 'set_up':
      return m.error_pgn_set_up(error.params);
    case 'unopened': {
      const { line, what } = error.params;
      return what === 'comment' ? m.error_pgn_unopened_comment({ line }) : m.error_pgn_unopened_variation({ line });
    }
    case 'after_result':
      return m.error_pgn_after_result(error.params);
    case 'second_result':
      return m.error_pgn_second_result(error.params);
    case 'second_tag':
      return m.error_pgn_second_tag(error.params);
    case 'too_long':
      return m.error_pgn_too_long(error.params);
  }
}

/** Returns the sentence for a move that cannot be played. */
export function replayError(error: ReplayErrorKind): string {
  switch (error.code) {
    case 'no_variant':
      return m.error_record_no_variant();
    case 'unknown_variant':
      return m.error_record_unknown_variant({ name: error.params });
    case 'fen':
      return m.error_record_fen({ problem: fenError(error.params) });
    case 'no_fen':
      return m.error_record_no_fen();
    case 'text':
      return pgnError(error.params);
    case 'unreadable':
      return sanError(error.params);
    case 'illegal':
      return illegalMove(error.params);
  }
}

function recordError(error: RecordError): string {
  switch (error.code) {
    case 'text':
      return pgnError(error.params);
    case 'empty':
      return m.error_record_empty();
    case 'no_variant':
      return m.error_record_no_variant();
    case 'unknown_variant':
      return m.error_record_unknown_variant({ name: error.params });
    case 'fen':
      return m.error_record_fen({ problem: fenError(error.params) });
    case 'no_fen':
      return m.error_record_no_fen();
    case 'move': {
      const { line, ply, kind } = error.params;
      const number = `${ply.number}${ply.turn === 'White' ? '.' : '…'}`;
      return m.error_record_move({ line, number, move: ply.text, problem: replayError(kind) });
    }
    case 'result':
      return m.error_record_result({ written: error.params.written, result: scoreOf(error.params.outcome) });
    case 'move_after_end':
      return m.error_record_move_after_end({ result: scoreOf(error.params) });
    case 'another':
      return m.error_record_another(error.params);
  }
}

/** Returns a result as in PGN. */
function scoreOf({ white_quarters: quarters }: OutcomeData): string {
  return (quarters === null ? undefined : ['0-1', '1/4-3/4', '1/2-1/2', '3/4-1/4', '1-0'][quarters]) ?? '*';
}

function fileError({ line, variant, kind }: FileError): string {
  const problem = fileProblem(kind);
  return variant === null
    ? m.error_file_line({ line, problem })
    : m.error_file_line_variant({ line, variant, problem });
}

function fileProblem(kind: FileErrorKind): string {
  switch (kind.code) {
    case 'too_long':
      return m.error_file_too_long(kind.params);
    case 'syntax':
      return tomlProblem(kind.params);
    case 'no_variants':
      return m.error_file_no_variants();
    case 'too_many_variants':
      return m.error_file_too_many_variants(kind.params);
    case 'unknown_key':
      return m.error_file_unknown_key({ key: kind.params.key, known: kind.params.known.join(', ') });
    case 'missing_key':
      return m.error_file_missing_key(kind.params);
    case 'wrong_type': {
      const { key, expected, found } = kind.params;
      return m.error_file_wrong_type({ key, expected: TYPES[expected](), found: TYPES[found]() });
    }
    case 'out_of_range':
      return m.error_file_out_of_range(kind.params);
    case 'id_taken':
      return m.error_file_id_taken({ id: kind.params });
    case 'name_taken':
      return m.error_file_name_taken({ name: kind.params });
    case 'unknown_base':
      return m.error_file_unknown_base({ id: kind.params.id, known: kind.params.known.join(', ') });
    case 'step_form':
      return m.error_file_step_form(kind.params);
    case 'step_count':
      return m.error_file_step_count(kind.params);
    case 'unknown_word':
      return m.error_file_unknown_word({ found: kind.params.found, known: kind.params.known.join(', ') });
    case 'not_one_letter':
      return m.error_file_not_one_letter({ text: kind.params });
    case 'long_only_without_base':
      return m.error_file_long_only_without_base();
    case 'castling_word':
      return m.error_file_castling_word({ word: kind.params });
    case 'variant':
      return variantError(kind.params);
  }
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

function variantError(error: VariantError): string {
  switch (error.code) {
    case 'spec':
      return specError(error.params);
    case 'start':
      return m.error_file_start({ problem: fenError(error.params) });
  }
}

function specError(error: SpecError): string {
  switch (error.code) {
    case 'board':
      return boardError(error.params);
    case 'cell':
      return m.error_spec_cell({ cell: error.params });
    case 'not_symmetric':
      return m.error_spec_not_symmetric({ cell: error.params });
    case 'id':
      return m.error_spec_id({ id: error.params });
    case 'name':
      return m.error_spec_name({ name: error.params });
    case 'pawn_steps':
      return m.error_spec_pawn_steps();
    case 'forward':
      return m.error_spec_forward({ x: error.params[0], y: error.params[1] });
    case 'capture':
      return m.error_spec_capture({ x: error.params[0], y: error.params[1] });
    case 'first_step':
      return m.error_spec_first_step({ count: error.params });
    case 'first_step_twice':
      return m.error_spec_first_step_twice({ cell: error.params });
    case 'promotions':
      return m.error_spec_promotions();
    case 'castling':
      return m.error_spec_castling({ name: error.params });
    case 'castling_notation':
      return m.error_spec_castling_notation({ name: error.params });
    case 'castling_twice':
      return m.error_spec_castling_twice({ name: error.params });
    case 'castling_letter':
      return m.error_spec_castling_letter({ letter: error.params });
    case 'castling_rights':
      return m.error_spec_castling_rights();
    case 'en_passant_form':
      return m.error_spec_en_passant_form();
    case 'stalemate':
      return m.error_spec_stalemate({ quarters: error.params });
  }
}

function boardError(error: BoardError): string {
  switch (error.code) {
    case 'empty_file':
      return m.error_board_empty_file({ file: error.params });
    case 'too_large':
      return m.error_board_too_large({ count: error.params });
    case 'too_far':
      return m.error_board_too_far({ file: error.params });
    case 'long_lines':
      return m.error_board_long_lines({ cell: error.params });
    case 'empty_rank':
      return m.error_board_empty_rank({ rank: error.params });
    case 'file_letter':
      return m.error_board_file_letter({ letter: error.params });
    case 'rank':
      return m.error_board_rank({ file: error.params });
  }
}
