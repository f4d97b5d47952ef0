import { m } from '../../../paraglide/messages.js';
import type { Diagram, Text, VariantRules } from '../model';
import { diagrams, draws, endings, list, pieces, SETUP, text } from '../parts';

const CAPTURES = '1k7/10/11/12/5p6/3p2p4/4P5/7K1 w - - 0 1';
const EN_PASSANT = { fen: '1k7/4p5/11/4P2P4/12/11/10/7K1 b - - 0 1', play: ['g7g5'] };
const PROMOTION = '9/4P5/11/12/12/1k9/10/7K1 w - - 0 1';
/** Both castlings open to both sides; the side to move follows. */
const CASTLING = 'r2k4r/pppppppppp/11/12/12/11/PPPPPPPPPP/R4K2R';

function castling(name: string, caption: Text): Diagram {
  return { caption, fen: `${CASTLING} w KQkq - 0 1`, show: { kind: 'castling', name } };
}

export const rules: VariantRules = {
  id: 'brusky',
  year: '1966',
  lead: m.rules_brusky_lead,
  sections: {
    brief: [
      list(m.rules_brusky_brief_pieces, m.rules_brusky_brief_pawn, m.rules_brief_level_castling, m.rules_brief_end),
    ],
    history: text(m.rules_brusky_history),
    setup: [...text(m.rules_board_level, m.rules_board_colours, m.rules_board_rotated), SETUP],
    pieces: pieces({
      at: 'f4',
      hide: ['h1', 'e8', 'k5'],
      rook: '1k7/10/11/10p1/5R6/11/10/7K1 w - - 0 1',
      bishop: '1k7/10/11/5PP5/5B6/11/10/7K1 w - - 0 1',
      knight: '1k7/10/11/10p1/5N6/11/10/7K1 w - - 0 1',
      queen: '1k7/10/11/10p1/5Q6/11/10/7K1 w - - 0 1',
      king: '1k7/10/11/10p1/5K6/11/10/9 w - - 0 1',
    }),
    pawns: [
      ...text(m.rules_level_pawn_move, m.rules_brusky_pawn_blocked, m.rules_brusky_pawn_capture),
      diagrams(
        {
          caption: m.rules_brusky_pawn_capture_cap,
          fen: CAPTURES,
          hide: ['e8', 'h1'],
          show: { kind: 'moves', from: 'e2' },
        },
        {
          caption: m.rules_brusky_pawn_blocked_cap,
          fen: '1k7/10/11/4pp6/5P6/11/10/7K1 w - - 0 1',
          hide: ['e8', 'h1'],
          show: { kind: 'moves', from: 'f4' },
        },
      ),
    ],
    'en-passant': [
      ...text(m.rules_pawn_ep),
      diagrams({
        caption: m.rules_brusky_pawn_ep_cap,
        ...EN_PASSANT,
        hide: ['e8', 'h1'],
        show: { kind: 'enPassant' },
      }),
    ],
    castling: [
      ...text(m.rules_level_castling, m.rules_castling_conditions),
      diagrams(castling('0-0', m.rules_castling_short), castling('0-0-0', m.rules_castling_long)),
      { kind: 'castling', white: `${CASTLING} w KQkq - 0 1`, black: `${CASTLING} b KQkq - 0 1` },
    ],
    promotion: [
      ...text(m.rules_promotion_rank),
      diagrams({
        caption: m.rules_promotion_cap,
        fen: PROMOTION,
        hide: ['b3', 'h1'],
        marks: ['d8', 'e8', 'f8', 'g8', 'h8', 'i8', 'j8', 'k8', 'l8'],
      }),
    ],
    stalemate: endings('1Q2k4/10/6K4/12/12/11/10/9 b - - 0 1', '4k4/10/3Q2K4/12/12/11/10/9 b - - 0 1'),
    draws: draws(),
    notation: [
      ...text(m.rules_notation_moves),
      {
        kind: 'examples',
        examples: [
          { uci: 'e2e4', meaning: m.rules_ex_pawn },
          { uci: 'b1c4', meaning: m.rules_ex_knight },
          { fen: CAPTURES, uci: 'e2f4', meaning: m.rules_ex_capture },
          { ...EN_PASSANT, uci: 'e5g6', meaning: m.rules_ex_ep },
          { fen: `${CASTLING} w KQkq - 0 1`, uci: 'f1h1', meaning: m.rules_ex_castling },
          { fen: PROMOTION, uci: 'g7g8q', meaning: m.rules_ex_promotion },
        ],
      },
      ...text(m.rules_notation_fen),
      { kind: 'startFen' },
      ...text(m.rules_fen_level),
    ],
  },
};
