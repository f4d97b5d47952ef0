import { m } from '../../../paraglide/messages.js';
import type { Diagram, Text, VariantRules } from '../model';
import { diagrams, draws, endings, FIRST_STEPS, list, pieces, SETUP, text } from '../parts';

const CAPTURES = '3k1/6/7/4p3/3p5/4P4/8/7/6/1K3 w - - 0 1';
const EN_PASSANT = { fen: '3k1/6/7/8/5p3/9/3p4/7/4P1/1K3 w - - 0 1', play: ['e2e5'] };
const PROMOTION = '5/1P4/7/7k/9/9/8/7/6/1K3 w - - 0 1';
/** All four castlings open to both sides; the side to move follows. */
const CASTLING = 'k3r/1ppppp/1p5/1p6/rp6P/p6PR/6P1/5P1/PPPPP1/R3K';

function castling(name: string, caption: Text): Diagram {
  return { caption, fen: `${CASTLING} w QBqb - 0 1`, show: { kind: 'castling', name } };
}

export const rules: VariantRules = {
  id: 'shafran',
  year: '1939',
  lead: m.rules_shafran_lead,
  sections: {
    brief: [list(m.rules_brief_nine, m.rules_shafran_brief_pawn, m.rules_shafran_brief_castling, m.rules_brief_end)],
    history: text(m.rules_shafran_history),
    setup: [
      ...text(m.rules_board_straight, m.rules_board_colours, m.rules_board_rotated, m.rules_shafran_flanks),
      SETUP,
    ],
    pieces: pieces({
      at: 'e5',
      hide: ['b1', 'h10', 'h9'],
      rook: '3k1/4p1/7/8/9/4R4/8/7/6/1K3 w - - 0 1',
      bishop: '3k1/6/7/8/4PP3/4B4/8/7/6/1K3 w - - 0 1',
      knight: '3k1/4p1/7/8/9/4N4/8/7/6/1K3 w - - 0 1',
      queen: '3k1/4p1/7/8/9/4Q4/8/7/6/1K3 w - - 0 1',
      king: '3k1/4p1/7/8/9/4K4/8/7/6/5 w - - 0 1',
    }),
    pawns: [
      ...text(m.rules_shafran_pawn_move, m.rules_pawn_diagonal),
      diagrams(FIRST_STEPS, {
        caption: m.rules_pawn_capture_cap,
        fen: CAPTURES,
        hide: ['b1', 'h10'],
        show: { kind: 'moves', from: 'e5' },
      }),
    ],
    'en-passant': [
      ...text(m.rules_pawn_ep, m.rules_shafran_pawn_ep),
      diagrams({
        caption: m.rules_shafran_pawn_ep_cap,
        ...EN_PASSANT,
        hide: ['b1', 'h10'],
        show: { kind: 'enPassant' },
      }),
    ],
    castling: [
      list(m.rules_shafran_castling_short, m.rules_shafran_castling_long),
      ...text(m.rules_shafran_castling_flanks, m.rules_castling_conditions),
      diagrams(
        castling('Q-0-0', m.rules_castling_q_short),
        castling('Q-0-0-0', m.rules_castling_q_long),
        castling('B-0-0', m.rules_castling_b_short),
        castling('B-0-0-0', m.rules_castling_b_long),
      ),
      { kind: 'castling', white: `${CASTLING} w QBqb - 0 1`, black: `${CASTLING} b QBqb - 0 1` },
    ],
    promotion: [
      ...text(m.rules_promotion),
      diagrams({
        caption: m.rules_promotion_cap,
        fen: PROMOTION,
        hide: ['b1', 'i7'],
        marks: ['a6', 'b7', 'c8', 'd9', 'e10', 'f10', 'g10', 'h10', 'i10'],
      }),
    ],
    stalemate: endings('k2Q1/6/2K4/8/9/9/8/7/6/5 b - - 0 1', 'k4/6/2K4/8/5Q3/9/8/7/6/5 b - - 0 1'),
    draws: draws(),
    notation: [
      ...text(m.rules_notation_moves),
      {
        kind: 'examples',
        examples: [
          { uci: 'e2e5', meaning: m.rules_ex_pawn },
          { uci: 'b1c4', meaning: m.rules_ex_knight },
          { fen: CAPTURES, uci: 'e5f7', meaning: m.rules_ex_capture },
          { ...EN_PASSANT, uci: 'd4e3', meaning: m.rules_ex_ep },
          { fen: `${CASTLING} w QBqb - 0 1`, uci: 'e1c1', meaning: m.rules_ex_castling },
          { fen: PROMOTION, uci: 'e9e10q', meaning: m.rules_ex_promotion },
        ],
      },
      ...text(m.rules_notation_fen),
      { kind: 'startFen' },
      ...text(m.rules_shafran_fen),
    ],
  },
};
