/** The pictures of the short introduction, worked out by the rules themselves. */

import { castlingMoves } from '../../domain/castling';
import { newGame } from '../../domain/rules';
import type { GameState, LegalMove, PlacedPiece } from '../../generated/types';

export const INTRO_VARIANT = 'shafran';

export const INTRO_STEPS = ['board', 'rook', 'bishop', 'queen', 'king', 'knight', 'pawn', 'castling'] as const;
export type IntroStep = (typeof INTRO_STEPS)[number];

export interface IntroPicture {
  pieces: PlacedPiece[];
  /** The cells that the piece may go to. */
  targets: string[];
  castlings: LegalMove[];
  fen: string | undefined;
}

/** A position needs both kings, and a pawn lest it be dead; they stand aside, block nothing and are not shown. */
function alone(letter: string): string {
  return `4k/6/7/8/9/4${letter}4/P7/7/K5/5 w - - 0 1`;
}

const FENS: Record<IntroStep, string | undefined> = {
  board: undefined,
  rook: alone('R'),
  bishop: alone('B'),
  queen: alone('Q'),
  king: '4k/6/7/8/9/4K4/P7/7/6/5 w - - 0 1',
  knight: alone('N'),
  pawn: '4k/6/7/8/9/9/5p2/3p3/K3P1/5 w - - 0 1',
  castling: 'k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1',
};

const SUBJECTS: Partial<Record<IntroStep, string>> = {
  rook: 'R',
  bishop: 'B',
  queen: 'Q',
  king: 'K',
  knight: 'N',
  pawn: 'P',
};

function stateOf(fen: string | undefined, uci?: string): GameState {
  const game = newGame(INTRO_VARIANT, fen);
  if (uci !== undefined) game.play(uci);
  const state = game.state();
  game.free();
  return state;
}

/** The picture of one step. */
export function introPicture(step: IntroStep): IntroPicture {
  const fen = FENS[step];
  const state = stateOf(fen);
  const subject = SUBJECTS[step];
  const cell = state.pieces.find(({ piece }) => piece === subject)?.cell;
  // Only the pawn meets enemies, since it takes otherwise than it moves.
  const shown = ({ piece }: PlacedPiece): boolean => piece === subject || (subject === 'P' && piece === 'p');
  return {
    pieces: subject === undefined ? state.pieces : state.pieces.filter(shown),
    targets: state.moves.filter((move) => move.from === cell).map((move) => move.to),
    castlings: step === 'castling' ? castlingMoves(state.moves) : [],
    fen,
  };
}

/** The pieces after one of the castling moves of that step. */
export function introAfter(step: IntroStep, uci: string): PlacedPiece[] {
  return stateOf(FENS[step], uci).pieces;
}
