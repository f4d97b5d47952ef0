/** Endgame tables in a review: their results replace evaluations. */

import type { TablePosition, TableResult } from '../../generated/protocol';
import type { Assessment, Side, TableValue } from '../../generated/types';
import { newGame } from '../rules';
import type { EndgameTables } from '../tables';

export type Tables = Pick<EndgameTables, 'lookUp'>;

/** Plies without a capture or a pawn move after which a draw can be claimed. */
const CLAIM = 100;

/** Returns whether the 50-move rule, which tables ignore, cannot change the result. */
function isSure({ plies }: TableValue, fen: string): boolean {
  return plies === null || Number(fen.split(' ')[4] ?? 0) + plies <= CLAIM;
}

/** Looks up a position whose result is certain under the 50-move rule; `null` if it is not, or if the look-up fails. */
export async function surelyKnown(tables: Tables, variant: string, fen: string): Promise<TablePosition | null> {
  try {
    const known = await tables.lookUp(variant, fen);
    return known && known.moves.length > 0 && isSure(known, fen) ? known : null;
  } catch {
    return null;
  }
}

/** Converts a table entry to an assessment, with the moves of best play from there. */
export function assessmentOf({ result, plies }: TablePosition, moves: string[]): Assessment {
  return { table: { result, plies }, moves };
}

/** Maximum number of plies of best play shown. */
const LINE_LENGTH = 10;

/**
 * Returns the tables' best move in a position and best play after it, as far as they know it. In a drawn position only the move,
 * since many moves keep a draw.
 */
export async function bestLine(tables: Tables, variant: string, fen: string, known: TablePosition): Promise<string[]> {
  const line: string[] = [];
  const game = newGame(variant, fen);
  try {
    let at: TablePosition | null = known;
    while (at) {
      const [best] = at.moves;
      if (!best) break;
      line.push(best.uci);
      if (best.plies === null || best.plies <= 1 || line.length === LINE_LENGTH) break;
      game.playOn(best.uci);
      at = await surelyKnown(tables, variant, game.state().fen);
    }
  } finally {
    game.free();
  }
  return line;
}

const REVERSED: Record<TableResult, TableResult> = {
  win: 'loss',
  'stalemate-win': 'stalemate-loss',
  draw: 'draw',
  'stalemate-loss': 'stalemate-win',
  loss: 'win',
};

/**
 * Returns the value of the position after a move for its side to move; `null` if the game is over or the value is not certain.
 */
export function valueAfter({ moves }: TablePosition, uci: string, fen: string): TableValue | null {
  const move = moves.find((one) => one.uci === uci);
  if (!move || move.plies === 1) return null;
  const value = { result: REVERSED[move.result], plies: move.plies === null ? null : move.plies - 1 };
  return isSure(value, fen) ? value : null;
}

/** Returns White's score for a result. */
export function shareOfResult(result: TableResult, turn: Side): number {
  const share = { win: 1, 'stalemate-win': 0.75, draw: 0.5, 'stalemate-loss': 0.25, loss: 0 }[result];
  return turn === 'w' ? share : 1 - share;
}
