/** Rows of the endgame tables' panel: the moves, grouped by result. */

import type { TableMove, TablePosition, TableResult, TableRule } from '../../generated/protocol';
import { movesOf } from '../../text/endings';

export interface TableRow {
  uci: string;
  san: string;
  /** Moves of the winner to the end, including this one; a dash for a draw. */
  moves: string;
  /** Effect of the 50-move rule on the result; absent if there is none. */
  rule?: TableRule;
}

export interface TableGroup {
  /** Result for the side that moves. */
  result: TableResult;
  rows: TableRow[];
}

const NONE = '–';

function row({ uci, san, plies, fiftyMoves }: TableMove): TableRow {
  const moves = plies === null ? NONE : String(movesOf(plies));
  return fiftyMoves ? { uci, san, moves, rule: fiftyMoves } : { uci, san, moves };
}

/** Returns the effects of the 50-move rule that occur among these moves. */
export function rulesOf({ moves }: TablePosition): TableRule[] {
  return (['too-late', 'unclear'] as const).filter((rule) => moves.some(({ fiftyMoves }) => fiftyMoves === rule));
}

/** Returns the groups, best first, with the best move first in each, as the server sends them. */
export function tableGroups({ moves }: TablePosition): TableGroup[] {
  const groups: TableGroup[] = [];
  for (const move of moves) {
    const last = groups.at(-1);
    if (last?.result === move.result) last.rows.push(row(move));
    else groups.push({ result: move.result, rows: [row(move)] });
  }
  return groups;
}
