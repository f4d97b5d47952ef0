/** Parts that the pages of several games share. */

import { m } from '../../paraglide/messages.js';
import type { Block, Diagram, Text } from './model';

export function text(...texts: Text[]): Block[] {
  return texts.map((each) => ({ kind: 'text', text: each }));
}

export function list(...items: Text[]): Block {
  return { kind: 'list', items };
}

export function diagrams(...all: Diagram[]): Block {
  return { kind: 'diagrams', diagrams: all };
}

/** The starting position, drawn large. */
export const SETUP: Block = { kind: 'diagrams', diagrams: [{ caption: m.rules_board_setup }], wide: true };

/** Positions with one piece on `at`; the pieces on `hide` only make them legal. */
export interface PieceDiagrams {
  at: string;
  hide: readonly string[];
  rook: string;
  bishop: string;
  knight: string;
  queen: string;
  king: string;
}

export function pieces(set: PieceDiagrams): Block[] {
  const diagram = (fen: string, title: Text, caption: Text): Diagram => ({
    title,
    caption,
    fen,
    hide: set.hide,
    show: { kind: 'moves', from: set.at },
  });
  return [
    ...text(m.rules_pieces_intro),
    diagrams(
      diagram(set.rook, m.rules_rook, m.rules_rook_text),
      diagram(set.bishop, m.rules_bishop, m.rules_bishop_text),
      diagram(set.queen, m.rules_queen, m.rules_queen_text),
      diagram(set.king, m.rules_king, m.rules_king_text),
      diagram(set.knight, m.rules_knight, m.rules_knight_text),
    ),
  ];
}

/** The five pieces on the 91 cells that three of the games share. */
export const PIECES_91: PieceDiagrams = {
  at: 'f6',
  hide: ['d1', 'h9', 'k3'],
  rook: '1/3/4k/7/9/5R5/11/11/9p1/11/3K7 w - - 0 1',
  bishop: '1/3/4k/7/4P4/5BP4/11/11/11/11/3K7 w - - 0 1',
  knight: '1/3/4k/7/9/5N5/11/11/9p1/11/3K7 w - - 0 1',
  queen: '1/3/4k/7/9/5Q5/11/11/9p1/11/3K7 w - - 0 1',
  king: '1/3/4k/7/9/5K5/11/11/9p1/11/11 w - - 0 1',
};

export const FIRST_STEPS: Diagram = { caption: m.rules_pawn_first_cap, show: { kind: 'pawns' } };

/** A pawn of the 91-cell board that captures diagonally. */
export const CAPTURES_91: Diagram = {
  caption: m.rules_pawn_capture_cap,
  fen: '1/3/4k/7/4p4/3p7/4P6/11/11/11/3K7 w - - 0 1',
  hide: ['d1', 'h9'],
  show: { kind: 'moves', from: 'e5' },
};

/** A double step, and two white pawns that may capture diagonally on the cell passed over. */
export const EN_PASSANT_91 = { fen: '1/3/4k/2p4/9/5P5/3P7/11/11/11/3K7 b - - 0 1', play: ['e8e6'] };

export const EN_PASSANT_DIAGRAM_91: Diagram = {
  caption: m.rules_pawn_ep_91_cap,
  ...EN_PASSANT_91,
  hide: ['d1', 'h9'],
  show: { kind: 'enPassant' },
};

export const PROMOTION_91: Diagram = {
  caption: m.rules_promotion_cap,
  fen: '1/3/1P3/7/6k2/11/11/11/11/11/3K7 w - - 0 1',
  hide: ['d1', 'h7'],
  marks: ['a6', 'b7', 'c8', 'd9', 'e10', 'f11', 'g10', 'h9', 'i8', 'k7', 'l6'],
};

export const PROMOTION_EXAMPLE_91 = { fen: PROMOTION_91.fen ?? '', uci: 'e9e10q', meaning: m.rules_ex_promotion };

export const MATE_91 = 'k/3/2K1Q/7/9/11/11/11/11/11/11 b - - 0 1';
export const STALEMATE_91 = 'k/3/2K2/7/9/7Q3/11/11/11/11/11 b - - 0 1';

/** Returns the section on mate, and on a stalemate that is a draw. */
export function endings(mate: string, stalemate: string): Block[] {
  return [
    ...text(m.rules_end_check, m.rules_end_stalemate),
    diagrams({ caption: m.rules_mate_cap, fen: mate }, { caption: m.rules_stalemate_cap, fen: stalemate }),
  ];
}

const DRAWS = [m.rules_draw_agreed, m.rules_draw_repetition, m.rules_draw_fifty];

/**
 * Returns the section on draws for games in which running out of time loses only to a side that can still mate (`helpmate` in
 * docs/scoring.md).
 */
export function draws(): Block[] {
  return [...text(m.rules_draw_intro), list(...DRAWS, m.rules_draw_dead, m.rules_draw_time)];
}

/**
 * Returns the section on draws for games that count material on a fallen flag (`piece-count`) and in which stalemate is not a
 * draw.
 */
export function drawsByCount(): Block[] {
  return [...text(m.rules_draw_intro), list(...DRAWS, m.rules_count_dead), ...text(m.rules_count_time)];
}

export const NO_CASTLING: Block[] = text(m.rules_castling_none);
