import { expect, it } from 'vitest';
import type { TableMove, TableResult } from '../../generated/protocol';
import { knownBriefText, knownText } from '../../text/endings';
import { rulesOf, tableGroups } from './table-rows';

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

it('moves that the 50-move rule overtakes are marked', () => {
  const moves: TableMove[] = [{ ...move('a', 'win', 9), fiftyMoves: 'too-late' }, move('b', 'win', 11)];
  const position = { result: 'win', plies: 9, moves } as const;
  expect(tableGroups(position)[0]?.rows).toEqual([
    { uci: 'a', san: 'a', moves: '5', rule: 'too-late' },
    { uci: 'b', san: 'b', moves: '6' },
  ]);
  expect(rulesOf(position)).toEqual(['too-late']);
  expect(knownText({ result: 'win', plies: 9, fiftyMoves: 'too-late' }, 'w')).toBe(
    'White wins in 5 moves, but the 50-move rule comes first',
  );
  expect(knownText({ result: 'win', plies: 9, fiftyMoves: 'unclear' }, 'b')).toMatch(
    /^Black wins in 5 moves, but .* may/,
  );
  expect(knownBriefText({ result: 'win', plies: 9, fiftyMoves: 'unclear' }, 'b')).toBe('½? · Black wins in 5 moves');
  expect(knownBriefText({ result: 'draw', plies: null }, 'b')).toBe(knownText({ result: 'draw', plies: null }, 'b'));
  expect(knownText({ result: 'win', plies: 9 }, 'b')).toBe('Black wins in 5 moves');
});
