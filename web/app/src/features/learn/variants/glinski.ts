import { m } from '../../../paraglide/messages.js';
import type { VariantRules } from '../model';
import {
  diagrams,
  drawsByCount,
  FIRST_STEPS,
  list,
  MATE_91,
  NO_CASTLING,
  pieces,
  PIECES_91,
  PROMOTION_91,
  PROMOTION_EXAMPLE_91,
  SETUP,
  STALEMATE_91,
  text,
} from '../parts';

const CAPTURES = '1/3/4k/7/9/5p5/3pP6/11/11/11/3K7 w - - 0 1';
const EN_PASSANT = { fen: '1/3/4k/7/1p7/11/1P9/11/11/11/3K7 b - - 0 1', play: ['c7c5'] };

export const rules: VariantRules = {
  id: 'glinski',
  year: '1936–1953',
  lead: m.rules_glinski_lead,
  sections: {
    brief: [list(m.rules_brief_nine, m.rules_glinski_brief_pawn, m.rules_brief_no_castling, m.rules_glinski_brief_end)],
    history: text(m.rules_glinski_history),
    setup: [...text(m.rules_board_bent, m.rules_board_colours, m.rules_glinski_setup), SETUP],
    pieces: pieces(PIECES_91),
    pawns: [
      ...text(m.rules_glinski_pawn_move, m.rules_glinski_pawn_capture, m.rules_pawn_not_ahead),
      diagrams(
        FIRST_STEPS,
        {
          caption: m.rules_pawn_capture_cap,
          fen: CAPTURES,
          hide: ['d1', 'h9'],
          show: { kind: 'moves', from: 'e5' },
        },
        {
          caption: m.rules_glinski_pawn_again_cap,
          fen: '1/3/4k/7/9/11/5P5/11/11/11/3K7 w - - 0 1',
          hide: ['d1', 'h9'],
          arrows: [['e4', 'f5']],
          show: { kind: 'moves', from: 'f5' },
        },
      ),
    ],
    'en-passant': [
      ...text(m.rules_pawn_ep),
      diagrams({
        caption: m.rules_glinski_pawn_ep_cap,
        ...EN_PASSANT,
        hide: ['d1', 'h9'],
        show: { kind: 'enPassant' },
      }),
    ],
    castling: NO_CASTLING,
    promotion: [...text(m.rules_promotion), diagrams(PROMOTION_91)],
    stalemate: [
      ...text(m.rules_end_check, m.rules_glinski_stalemate),
      diagrams(
        { caption: m.rules_mate_cap, fen: MATE_91 },
        { caption: m.rules_glinski_stalemate_cap, fen: STALEMATE_91 },
      ),
    ],
    draws: drawsByCount(),
    notation: [
      ...text(m.rules_notation_moves),
      {
        kind: 'examples',
        examples: [
          { uci: 'g4g6', meaning: m.rules_ex_pawn },
          { uci: 'd1f4', meaning: m.rules_ex_which },
          { fen: CAPTURES, uci: 'e5f6', meaning: m.rules_ex_capture },
          { ...EN_PASSANT, uci: 'b5c6', meaning: m.rules_ex_ep },
          PROMOTION_EXAMPLE_91,
        ],
      },
      ...text(m.rules_glinski_polish, m.rules_notation_fen),
      { kind: 'startFen' },
      ...text(m.rules_fen_none),
    ],
  },
};
