/** What the panel of the endgame tables shows: the moves in groups, those with one result together. */

import type { TableMove, TablePosition, TableResult } from '../../generated/protocol';
import { movesOf } from '../../text/endings';

export interface TableRow {
  uci: string;
  san: string;
  /** Moves of the winner to the end, this one included; a dash for a draw. */
  moves: string;
}

export interface TableGroup {
  /** To the side that moves. */
  result: TableResult;
  rows: TableRow[];
}

const NONE = '–';

function row({ uci, san, plies }: TableMove): TableRow {
  return { uci, san, moves: plies === null ? NONE : String(movesOf(plies)) };
}

/** The best group first, and in it the best move, as the server sends them. */
export function tableGroups({ moves }: TablePosition): TableGroup[] {
  const groups: TableGroup[] = [];
  for (const move of moves) {
    const last = groups.at(-1);
    if (last?.result === move.result) last.rows.push(row(move));
    else groups.push({ result: move.result, rows: [row(move)] });
  }
  return groups;
}
