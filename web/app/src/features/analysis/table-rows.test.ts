import { expect, it } from 'vitest';
import type { TableMove, TableResult } from '../../generated/protocol';
import { tableGroups } from './table-rows';

const move = (uci: string, result: TableResult, plies: number | null): TableMove => ({ uci, san: uci, result, plies });

it('moves stand in groups by result, in their order', () => {
  const moves = [move('a', 'win', 1), move('b', 'win', 8), move('c', 'draw', null), move('d', 'loss', 5)];
  expect(tableGroups({ result: 'win', plies: 1, moves })).toEqual([
    {
      result: 'win',
      rows: [
        { uci: 'a', san: 'a', moves: '1' },
        { uci: 'b', san: 'b', moves: '4' },
      ],
    },
    { result: 'draw', rows: [{ uci: 'c', san: 'c', moves: '–' }] },
    { result: 'loss', rows: [{ uci: 'd', san: 'd', moves: '3' }] },
  ]);
  expect(tableGroups({ result: 'loss', plies: 0, moves: [] })).toEqual([]);
});
