import { describe, expect, it } from 'vitest';
import type { ArenaInfo } from '../../generated/protocol';
import { countdownText, lastGamesTime, sheetText, termsText } from './arena-text';

const terms = { initial: 180, increment: 2, rated: true, minutes: 90 } as ArenaInfo['settings'];

describe('texts of an arena', () => {
  it('say its terms', () => {
    expect(termsText({ settings: terms, speed: 'blitz' })).toBe('3+2 · Blitz · Rated · 1 hr 30 min');
  });

  it('count down to 0:00 and no further', () => {
    expect([61_000, 60_001, 60_000, 1, 0, -5].map(countdownText)).toEqual([
      '1:01',
      '1:01',
      '1:00',
      '0:01',
      '0:00',
      '0:00',
    ]);
    expect(countdownText(26 * 3_600_000)).toBe('26:00:00');
    expect(countdownText(49 * 3_600_000)).toBe('2 days 1 hr');
  });

  it('know when no more games begin', () => {
    expect([30, 60, 180, 600].map((initial) => lastGamesTime({ initial }))).toEqual([30_000, 30_000, 90_000, 120_000]);
  });

  it('read the points aloud', () => {
    const sheet = [
      { points: 2, double: false },
      { points: 4, double: true },
    ];
    expect(sheetText(sheet)).toBe('2; 4, twice');
    expect(sheetText([])).toBe('no games yet');
  });
});
