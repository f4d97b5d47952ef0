/** Texts of the board for screen readers, from the message catalogue. */

import type { BoardText, Shape } from '../../../board/src/index';
import { m } from '../paraglide/messages.js';
import { capital, pieceName, roleName } from './names';
import type { RoleLetter } from '../generated/types';

function role(piece: string): string {
  return roleName(piece.toLowerCase() as RoleLetter);
}

function placed(pieces: readonly { cell: string; piece: string }[], white: boolean): string {
  return pieces
    .filter(({ piece }) => (piece === piece.toUpperCase()) === white)
    .map(({ cell, piece }) => `${role(piece)} ${cell}`)
    .join(', ');
}

const BRUSHES: Record<string, () => string> = {
  green: m.board_brush_green,
  red: m.board_brush_red,
  blue: m.board_brush_blue,
  yellow: m.board_brush_yellow,
};

function shapeName({ from, to, brush = '' }: Shape): string {
  const colour = BRUSHES[brush]?.() ?? brush;
  return to === undefined ? m.board_mark({ cell: from, colour }) : m.board_arrow({ from, to, colour });
}

/** Returns the board's texts in the current language; `name` is the name of the board. */
export function boardText(name: string = m.board_name()): BoardText {
  return {
    board: name,
    help: m.board_help(),
    cell(info) {
      const parts = [info.cell];
      if (info.piece) parts.push(pieceName(info.piece));
      if (info.check) parts.push(m.board_in_check());
      if (info.selected) parts.push(m.board_picked_up());
      if (info.target) {
        if (info.target.castling) parts.push(m.board_castle({ notation: info.target.castling }));
        else if (info.target.capture) parts.push(m.board_capture_here());
        else parts.push(m.board_move_here());
        if (info.target.promotion) parts.push(m.board_promotes());
      } else if (info.moves > 0) {
        parts.push(m.board_moves({ count: info.moves }));
      }
      if (info.premoveTarget) parts.push(m.board_premove_here());
      if (info.premove) parts.push(m.board_premove());
      if (info.lastMove) parts.push(m.board_last_move());
      return parts.join(', ');
    },
    selected(cell, piece, targets) {
      const moved = capital(pieceName(piece));
      if (targets.length === 0) return m.board_selected_free({ piece: moved, cell });
      return m.board_selected({ piece: moved, cell, targets: targets.join(', ') });
    },
    deselected: m.board_deselected(),
    moved(info) {
      const parts = [m.board_moved({ piece: capital(pieceName(info.piece)), from: info.from, to: info.to })];
      if (info.rook) parts.push(m.board_moved_rook({ from: info.rook[0], to: info.rook[1] }));
      if (info.captured) parts.push(m.board_moved_takes({ piece: role(info.captured) }));
      if (info.promotion) parts.push(m.board_moved_becomes({ piece: role(info.promotion) }));
      if (info.mate) parts.push(m.board_moved_mate());
      else if (info.check) parts.push(m.board_moved_check());
      return `${parts.join(', ')}.`;
    },
    position(pieces) {
      const white = placed(pieces, true);
      const black = placed(pieces, false);
      const parts = [
        white && m.board_position_white({ pieces: white }),
        black && m.board_position_black({ pieces: black }),
      ];
      return parts.filter(Boolean).join(' ');
    },
    castling: (notation) => m.board_castling_tip({ notation }),
    promotion: (cell) => m.board_promotion({ cell }),
    promoteTo: (piece) => capital(role(piece)),
    castlingChoice: (cell) => m.board_castling_choice({ cell }),
    premove: ({ from, to, promotion }) =>
      promotion === undefined
        ? m.board_premove_set({ from, to })
        : m.board_premove_set_promotion({ from, to, piece: role(promotion) }),
    premoveUnset: m.board_premove_unset(),
    confirm: (from, to) => m.board_confirm({ from, to }),
    confirmYes: m.board_confirm_yes(),
    confirmNo: m.board_confirm_no(),
    put: (piece, cell) => m.board_put({ piece: pieceName(piece), cell }),
    removed: (piece, cell) => m.board_removed({ piece: pieceName(piece), cell }),
    drawingFrom: (cell) => m.board_drawing_from({ cell }),
    drawn: shapeName,
    erased: (shape) => m.board_shape_erased({ shape: shapeName(shape) }),
    erasedAll: m.board_shapes_erased(),
    plainMove: (piece, cell) => m.board_plain_move({ piece: capital(role(piece)), cell }),
  };
}
