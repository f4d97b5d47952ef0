import { describe, expect, it } from 'vitest';
import { controlText, minutesText, playerName, ratingText, signedText } from './people';

describe('names around a game', () => {
  it('tell time controls', () => {
    expect(controlText({ kind: 'clock', initial: 300, increment: 3 })).toBe('5+3');
    expect(controlText({ kind: 'clock', initial: 15, increment: 0 })).toBe('¼+0');
    expect(controlText({ kind: 'correspondence', days: 1 })).toBe('1 day');
    expect(controlText({ kind: 'unlimited' })).toBe('Unlimited');
    expect(minutesText(90)).toBe('1.5');
  });

  it('tell players', () => {
    expect(playerName({ name: 'Ada', kind: 'person' })).toBe('Ada');
    expect(playerName({ name: null, kind: 'guest' })).toBe('Guest');
    expect(playerName({ name: null, kind: 'closed' })).toBe('Closed account');
    expect(playerName({ name: 'Level-3', kind: 'computer', level: 3 })).toBe('Computer, level\u00a03');
  });

  it('tell ratings and their changes', () => {
    expect(ratingText({ rating: 1500, provisional: true })).toBe('1500?');
    expect(ratingText({ rating: 1612, provisional: false })).toBe('1612');
    expect(ratingText({ rating: null, provisional: false })).toBe('');
    expect([signedText(7), signedText(-7), signedText(0)]).toEqual(['+7', '−7', '±0']);
  });
});
