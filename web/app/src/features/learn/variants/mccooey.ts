import { m } from '../../../paraglide/messages.js';
import type { VariantRules } from '../model';
import {
  CAPTURES_91,
  diagrams,
  draws,
  EN_PASSANT_91,
  EN_PASSANT_DIAGRAM_91,
  endings,
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

export const rules: VariantRules = {
  id: 'mccooey',
  year: '1978–79',
  lead: m.rules_mccooey_lead,
  sections: {
    brief: [
      list(m.rules_mccooey_brief_pieces, m.rules_mccooey_brief_pawn, m.rules_brief_no_castling, m.rules_brief_end),
    ],
    history: text(m.rules_mccooey_history),
    setup: [...text(m.rules_board_bent, m.rules_board_colours, m.rules_mccooey_setup), SETUP],
    pieces: pieces(PIECES_91),
    pawns: [
      ...text(m.rules_mccooey_pawn_move, m.rules_pawn_diagonal, m.rules_pawn_not_ahead),
      diagrams(FIRST_STEPS, CAPTURES_91),
    ],
    'en-passant': [...text(m.rules_pawn_ep), diagrams(EN_PASSANT_DIAGRAM_91)],
    castling: NO_CASTLING,
    promotion: [...text(m.rules_promotion), diagrams(PROMOTION_91)],
    stalemate: endings(MATE_91, STALEMATE_91),
    draws: draws(),
    notation: [
      ...text(m.rules_notation_moves),
      {
        kind: 'examples',
        examples: [
          { uci: 'e3e5', meaning: m.rules_ex_pawn },
          { uci: 'e2f5', meaning: m.rules_ex_which },
          { ...CAPTURES_91, uci: 'e5f7', meaning: m.rules_ex_capture },
          { ...EN_PASSANT_91, uci: 'd5e7', meaning: m.rules_ex_ep },
          PROMOTION_EXAMPLE_91,
        ],
      },
      ...text(m.rules_notation_fen),
      { kind: 'startFen' },
      ...text(m.rules_fen_none),
    ],
  },
};
