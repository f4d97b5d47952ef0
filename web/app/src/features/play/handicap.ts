/** Handicap start positions, in which one side lacks a piece. */

import { boardData, newGame } from '../../domain/rules';
import { placementOf } from '../../domain/placement';
import type { GameState, Side } from '../../generated/types';
import type { Handicap } from './saved-game';

const LETTERS: Record<Handicap['piece'], string> = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q' };

/**
 * Returns the FEN of a start position without one piece of a side: the first of its kind in the order of the files; for a pawn
 * the one nearest to the king. The rights of a removed rook are lost. `null` if the side has no such piece or the rules do not
 * allow the position.
 */
export function handicapFen(start: GameState, startFen: string, piece: Handicap['piece'], side: Side): string | null {
  const letter = side === 'w' ? LETTERS[piece] : LETTERS[piece].toLowerCase();
  const king = start.pieces.find((placed) => placed.piece === (side === 'w' ? 'K' : 'k'))?.cell ?? '';
  const distance = ({ cell }: { cell: string }): number =>
    piece === 'pawn' ? Math.abs(cell.charCodeAt(0) - king.charCodeAt(0)) : cell.charCodeAt(0);
  const [gone] = start.pieces.filter((placed) => placed.piece === letter).toSorted((a, b) => distance(a) - distance(b));
  if (!gone) return null;
  const pieces = new Map(start.pieces.map(({ cell, piece: code }) => [cell, code]));
  pieces.delete(gone.cell);
  const [, turn, castling = '-', ...rest] = startFen.split(' ');
  const placement = placementOf(boardData(start.variant), pieces);
  for (const rights of rightsWithout(castling, side)) {
    const fen = [placement, turn, rights, ...rest].join(' ');
    try {
      newGame(start.variant, fen).free();
      return fen;
    } catch {
      // This right needs the removed rook.
    }
  }
  return null;
}

/** Returns all rights, those without one of the side's letters, and those without any of them. */
function rightsWithout(castling: string, side: Side): string[] {
  const isOwn = (letter: string): boolean => (side === 'w') === (letter === letter.toUpperCase());
  const letters = [...castling].filter((letter) => letter !== '-');
  const less = letters.filter(isOwn).map((own) => letters.filter((letter) => letter !== own));
  const none = letters.filter((letter) => !isOwn(letter));
  return [letters, ...less, none].map((kept) => kept.join('') || '-');
}
