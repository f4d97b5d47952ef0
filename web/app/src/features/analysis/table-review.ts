/** What endgame tables say of the positions of a review: it counts in place of an evaluation. */

import type { TablePosition, TableResult } from '../../generated/protocol';
import type { Assessment, Side, TableValue } from '../../generated/types';
import { newGame } from '../../domain/rules';
import type { EndgameTables } from '../../domain/tables';

export type Tables = Pick<EndgameTables, 'lookUp'>;

/** Half-moves without a capture or a pawn move after which a draw can be claimed. */
const CLAIM = 100;

/** Whether the rule of 50 moves, which tables leave out, cannot take the result away. */
function isSure({ plies }: TableValue, fen: string): boolean {
  return plies === null || Number(fen.split(' ')[4] ?? 0) + plies <= CLAIM;
}

/** What tables surely know of a position; `null` where they do not, or it cannot be found out now. */
export async function surelyKnown(tables: Tables, variant: string, fen: string): Promise<TablePosition | null> {
  try {
    const known = await tables.lookUp(variant, fen);
    return known && known.moves.length > 0 && isSure(known, fen) ? known : null;
  } catch {
    return null;
  }
}

/** As the review takes it, with the moves of best play from there on. */
export function assessmentOf({ result, plies }: TablePosition, moves: string[]): Assessment {
  return { table: { result, plies }, moves };
}

/** So many half-moves of best play are shown. */
const LINE_LENGTH = 10;

/**
 * The best move by the tables in a position, and what follows with best play of both sides, as far as they know it. In a drawn position
 * only the move: many keep a draw.
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

/** The value of the position after a move, to its side to move; `null` where it is over, or not sure. */
export function valueAfter({ moves }: TablePosition, uci: string, fen: string): TableValue | null {
  const move = moves.find((one) => one.uci === uci);
  if (!move || move.plies === 1) return null;
  const value = { result: REVERSED[move.result], plies: move.plies === null ? null : move.plies - 1 };
  return isSure(value, fen) ? value : null;
}

/** White's share of the point with a result. */
export function shareOfResult(result: TableResult, turn: Side): number {
  const share = { win: 1, 'stalemate-win': 0.75, draw: 0.5, 'stalemate-loss': 0.25, loss: 0 }[result];
  return turn === 'w' ? share : 1 - share;
}
