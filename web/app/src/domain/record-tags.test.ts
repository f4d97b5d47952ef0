import { expect, it } from 'vitest';
import { recordTags } from './record-tags';

it('names the players and the day', () => {
  const day = new Date(2026, 0, 5);
  expect(recordTags({ computer: 'b', level: 7 }, day)).toEqual([
    ['Event', 'Casual game'],
    ['Site', 'Saffron'],
    ['Date', '2026.01.05'],
    ['White', 'Player'],
    ['Black', 'Saffron 7'],
  ]);
  expect(recordTags({ computer: null, level: 7 }, day).slice(3)).toEqual([
    ['White', 'Player'],
    ['Black', 'Player'],
  ]);
});
