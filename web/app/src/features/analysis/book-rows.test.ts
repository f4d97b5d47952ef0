import { expect, test } from 'vitest';
import { bookRows, pawns } from './book-rows';

test('pawns have a sign', () => {
  expect([28, -5, 0, 1234].map(pawns)).toEqual(['+0.28', '−0.05', '0.00', '+12.34']);
});

test('a row says what is known, and a dash where nothing is', () => {
  const rows = bookRows([
    { uci: 'e2e5', san: 'e5', cp: 28, games: 3, points: 1.75, share: 0.997 },
    { uci: 'b1c4', san: 'Nc4', cp: -3, games: 0, points: 0, share: 0.003 },
    { uci: 'd2d3', san: 'd3', cp: -40, games: 0, points: 0, share: 0 },
  ]);
  expect(rows.map(({ score, played }) => [score, played])).toEqual([
    ['58%', '100%'],
    ['–', '<1%'],
    ['–', '–'],
  ]);
  expect(rows[0]).toMatchObject({ uci: 'e2e5', san: 'e5', evaluation: '+0.28', games: '3' });
});
