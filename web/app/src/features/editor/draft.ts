/** Position being set up, whether the rules allow it or not. */

import { piecesOf, placementOf } from '../../domain/placement';
import { boardData, newGame } from '../../domain/rules';
import type { GameState, PageError, SetupError, Side } from '../../generated/types';

export interface Draft {
  readonly variant: string;
  readonly pieces: ReadonlyMap<string, string>;
  readonly turn: Side;
  /** Requested castling rights; those that the position does not allow are not written. */
  readonly castling: string;
  /** Requested en passant field; not written if the position does not allow it. */
  readonly enPassant: string;
  /** Plies since the last capture or pawn move. */
  readonly halfmove: number;
  readonly fullmove: number;
}

/** Largest numbers in a FEN. */
export const MAX_HALFMOVES = 9999;
export const MAX_FULLMOVES = 999_999;

/** Errors after which no castling of some kind is possible. */
const WITHOUT_CASTLING: ReadonlySet<string> = new Set(['castling_without', 'no_king', 'several_kings']);

/** Maximum length of a pawn's first move; the distance of neighbouring centres is 1. */
const FIRST_MOVE = 8.1;

/** Returns the start position of a variant. */
export function startDraft(variant: string): Draft {
  const game = newGame(variant);
  const draft = legalDraft(variant, game.startFen());
  game.free();
  return draft;
}

/** Returns a board without pieces, with White to move. */
export function emptyDraft(variant: string): Draft {
  return { variant, pieces: new Map(), turn: 'w', castling: '-', enPassant: '-', halfmove: 0, fullmove: 1 };
}

/**
 * Parses the position of a FEN, even one that the rules do not allow if it is in this program's form. Throws the rules' error for
 * any other text.
 */
export function draftOf(variant: string, fen: string): Draft {
  let game;
  try {
    game = newGame(variant, fen.trim());
  } catch (error) {
    const draft = illegalDraft(variant, fen.trim());
    if (draft) return draft;
    throw error;
  }
  const draft = legalDraft(variant, game.startFen());
  game.free();
  return draft;
}

function legalDraft(variant: string, fen: string): Draft {
  const [placement = '', turn, castling = '-', enPassant = '-', halfmove, fullmove] = fen.split(' ');
  return {
    variant,
    pieces: piecesOf(boardData(variant), placement) ?? new Map<string, string>(),
    turn: turn === 'b' ? 'b' : 'w',
    castling,
    enPassant,
    halfmove: Number(halfmove),
    fullmove: Number(fullmove),
  };
}

function illegalDraft(variant: string, fen: string): Draft | null {
  const [placement = '', turn = 'w', castling = '-', enPassant = '-', halfmove = '0', fullmove = '1', ...rest] =
    fen.split(/\s+/);
  const pieces = piecesOf(boardData(variant), placement);
  if (!pieces || !/^[wb]$/.test(turn) || !/^(-|[A-Za-z]+)$/.test(castling) || !/^(-|[a-z0-9:]+)$/.test(enPassant)) {
    return null;
  }
  if (!/^\d{1,4}$/.test(halfmove) || !/^[1-9]\d{0,5}$/.test(fullmove) || rest.length > 0) return null;
  const side = turn === 'b' ? 'b' : 'w';
  return { variant, pieces, turn: side, castling, enPassant, halfmove: Number(halfmove), fullmove: Number(fullmove) };
}

/** Returns the letters of all castling rights in a variant's start position; empty if there is no castling. */
export function rightsOf(variant: string): string[] {
  return [...startDraft(variant).castling].filter((letter) => letter !== '-');
}

/** Returns the castling rights whose king and rook are on their cells. */
export function possibleRights(draft: Draft): string[] {
  const placement = placementOf(boardData(draft.variant), draft.pieces);
  return rightsOf(draft.variant).filter((letter) => {
    const { error } = judged(draft.variant, [placement, draft.turn, letter, '-', '0', '1'].join(' '));
    return !WITHOUT_CASTLING.has(setupOf(error)?.code ?? '');
  });
}

/** Returns the possible en passant fields, one for each possible last move that allows en passant. */
export function possibleEnPassants(draft: Draft): string[] {
  const mover: Side = draft.turn === 'w' ? 'b' : 'w';
  const pawn = mover === 'w' ? 'P' : 'p';
  const board = boardData(draft.variant);
  const at = new Map(board.cells.map((cell) => [cell.name, cell]));
  const starts = [...startDraft(draft.variant).pieces].filter(([, piece]) => piece === pawn).map(([cell]) => cell);
  const found = new Set<string>();
  for (const [to, piece] of draft.pieces) {
    const end = at.get(to);
    if (piece !== pawn || !end) continue;
    for (const from of starts) {
      const start = at.get(from);
      if (!start || draft.pieces.has(from)) continue;
      const distance = Math.hypot(start.x - end.x, start.y - end.y);
      if (distance < 1.5 || distance > FIRST_MOVE) continue;
      const field = fieldAfter(draft, from, to, mover);
      if (field !== null) found.add(field);
    }
  }
  return [...found].toSorted();
}

/** Returns the en passant field after a pawn move; `null` if the move is not possible or leaves none. */
function fieldAfter(draft: Draft, from: string, to: string, mover: Side): string | null {
  const pieces = new Map(draft.pieces);
  pieces.set(from, pieces.get(to) ?? '');
  pieces.delete(to);
  const before = [placementOf(boardData(draft.variant), pieces), mover, '-', '-', '0', '1'].join(' ');
  let game;
  try {
    game = newGame(draft.variant, before);
  } catch {
    return null;
  }
  try {
    game.playOn(`${from}${to}`);
    const field = game.state().fen.split(' ')[3] ?? '-';
    return field === '-' ? null : field;
  } catch {
    return null;
  } finally {
    game.free();
  }
}

/** Returns the FEN of a position, with the requested rights that it allows. */
export function fenOf(draft: Draft, rights = possibleRights(draft), enPassants = possibleEnPassants(draft)): string {
  const castling = rights.filter((letter) => draft.castling.includes(letter)).join('') || '-';
  const enPassant = enPassants.includes(draft.enPassant) ? draft.enPassant : '-';
  const placement = placementOf(boardData(draft.variant), draft.pieces);
  return [placement, draft.turn, castling, enPassant, draft.halfmove, draft.fullmove].join(' ');
}

/** Returns the state of a FEN's position, or the rules' error. */
export function judged(
  variant: string,
  fen: string,
): { state: GameState; error: null } | { state: null; error: unknown } {
  try {
    const game = newGame(variant, fen);
    const state = game.state();
    game.free();
    return { state, error: null };
  } catch (error) {
    return { state: null, error };
  }
}

/** Returns the cells that an error in a position concerns, as far as it names them. */
export function cellsOf(error: unknown, draft: Draft): string[] {
  const failure = setupOf(error);
  switch (failure?.code) {
    case 'several_kings':
    case 'opposite_check': {
      const king = failure.params === 'White' ? 'K' : 'k';
      return [...draft.pieces].filter(([, piece]) => piece === king).map(([cell]) => cell);
    }
    case 'pawn_cell':
    case 'castling_without':
      return [failure.params.cell];
    default:
      return [];
  }
}

/** Returns the setup error in an error of the page; `null` for any other one. */
function setupOf(error: unknown): SetupError | null {
  const { detail } = (error ?? {}) as { detail?: PageError };
  return detail?.code === 'fen' && detail.params.code === 'setup' ? detail.params.params : null;
}
