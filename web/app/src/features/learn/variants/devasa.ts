import { m } from '../../../paraglide/messages.js';
import type { Diagram, Text, VariantRules } from '../model';
import { diagrams, draws, endings, list, pieces, SETUP, text } from '../parts';

const CAPTURES = '3k5/9/9/3p2p2/4P4/9/9/9/5K3 w - - 0 1';
const EN_PASSANT = { fen: '3k5/9/5p3/9/3P2P2/9/9/9/5K3 b - - 0 1', play: ['f7f5'] };
const PROMOTION = '9/4P4/9/9/k8/9/9/9/5K3 w - - 0 1';
/** Both castlings open to both sides; the side to move follows. */
const CASTLING = 'r2k4r/9/ppppppppp/9/9/9/PPPPPPPPP/9/R4K2R';

function castling(name: string, caption: Text): Diagram {
  return { caption, fen: `${CASTLING} w KQkq - 0 1`, show: { kind: 'castling', name } };
}

export const rules: VariantRules = {
  id: 'devasa',
  year: '1953',
  lead: m.rules_devasa_lead,
  sections: {
    brief: [list(m.rules_brief_nine, m.rules_devasa_brief_pawn, m.rules_brief_level_castling, m.rules_brief_end)],
    history: text(m.rules_devasa_history),
    setup: [...text(m.rules_board_level, m.rules_board_colours, m.rules_board_rotated), SETUP],
    pieces: pieces({
      at: 'e5',
      hide: ['f1', 'd9', 'i6'],
      rook: '3k5/9/9/8p/4R4/9/9/9/5K3 w - - 0 1',
      bishop: '3k5/9/9/4PP3/4B4/9/9/9/5K3 w - - 0 1',
      knight: '3k5/9/9/8p/4N4/9/9/9/5K3 w - - 0 1',
      queen: '3k5/9/9/8p/4Q4/9/9/9/5K3 w - - 0 1',
      king: '3k5/9/9/8p/4K4/9/9/9/9 w - - 0 1',
    }),
    pawns: [
      ...text(m.rules_level_pawn_move, m.rules_devasa_pawn_capture),
      diagrams(
        {
          caption: m.rules_devasa_pawn_first_cap,
          fen: '3k5/9/9/9/9/9/4P4/9/5K3 w - - 0 1',
          hide: ['d9', 'f1'],
          show: { kind: 'moves', from: 'e3' },
        },
        {
          caption: m.rules_devasa_pawn_capture_cap,
          fen: CAPTURES,
          hide: ['d9', 'f1'],
          show: { kind: 'moves', from: 'e5' },
        },
      ),
    ],
    'en-passant': [
      ...text(m.rules_pawn_ep),
      diagrams({
        caption: m.rules_devasa_pawn_ep_cap,
        ...EN_PASSANT,
        hide: ['d9', 'f1'],
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
        hide: ['a5', 'f1'],
        marks: ['a9', 'b9', 'c9', 'd9', 'e9', 'f9', 'g9', 'h9', 'i9'],
      }),
    ],
    stalemate: endings('1Q2k4/9/4K4/9/9/9/9/9/9 b - - 0 1', '4k4/9/1Q2K4/9/9/9/9/9/9 b - - 0 1'),
    draws: draws(),
    notation: [
      ...text(m.rules_notation_moves),
      {
        kind: 'examples',
        examples: [
          { uci: 'e3e5', meaning: m.rules_ex_pawn },
          { uci: 'b1c4', meaning: m.rules_ex_knight },
          { fen: CAPTURES, uci: 'e5g6', meaning: m.rules_ex_capture },
          { ...EN_PASSANT, uci: 'd5f6', meaning: m.rules_ex_ep },
          { fen: `${CASTLING} w KQkq - 0 1`, uci: 'f1h1', meaning: m.rules_ex_castling },
          { fen: PROMOTION, uci: 'e8e9q', meaning: m.rules_ex_promotion },
        ],
      },
      ...text(m.rules_notation_fen),
      { kind: 'startFen' },
      ...text(m.rules_fen_level),
    ],
  },
};
