import { describe, expect, it } from 'vitest';
import { m } from '../paraglide/messages.js';
import { LOCALES } from '../ui/settings-values';
import {
  controlText,
  guestName,
  isNamed,
  minutesText,
  nameFor,
  playerName,
  pointsText,
  ratingText,
  signedText,
} from './people';

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
    expect(playerName({ name: 'Saffron-3', kind: 'computer', level: 3 })).toBe('Saffron\u00a03');
    expect(playerName({ name: 'Saffron-3', kind: 'computer' })).toBe('Saffron 3');
    expect(nameFor('a', { account: 'a', name: 'Ada', kind: 'person' })).toBe('You');
    expect(nameFor('b', { account: 'a', name: 'Ada', kind: 'person' })).toBe('Ada');
    expect(nameFor(null, { name: 'Ada', kind: 'person' })).toBe('Ada');
  });

  it('give each guest a word that stays', () => {
    const accounts = Array.from({ length: 200 }, (_, index) => `k${(index * 7919).toString(36)}`);
    const names = accounts.map((account) => guestName(account));
    expect(accounts.map((account) => playerName({ account, name: null, kind: 'guest' }))).toEqual(names);
    expect(new Set(names).size).toBeGreaterThan(30);
    for (const name of names) expect(name).toMatch(/^Guest [A-Z][a-z]+$/);
  });

  it('have as many words for guests in every language, none twice', () => {
    const words = LOCALES.map((locale) => m.person_guest_words({}, { locale }).split(' '));
    for (const list of words) expect(new Set(list).size).toBe(words[0]?.length);
  });

  it('tell ratings and their changes', () => {
    expect(ratingText({ rating: 1500, provisional: true })).toBe('1500?');
    expect(ratingText({ rating: 1612, provisional: false })).toBe('1612');
    expect(ratingText({ rating: null, provisional: false })).toBe('');
    expect([signedText(7), signedText(-7), signedText(0)]).toEqual(['+7', '−7', '±0']);
  });

  it('write points as on a score sheet', () => {
    expect([0, 1, 2, 3, 4, 11, 14].map(pointsText)).toEqual(['0', '¼', '½', '¾', '1', '2¾', '3½']);
    expect([-2, -4, -6].map(pointsText)).toEqual(['−½', '−1', '−1½']);
  });

  it('find names as they are typed', () => {
    expect(isNamed('Horváth, Kata', 'horvath')).toBe(true);
    expect(isNamed('Долгов Борис', ' долгов')).toBe(true);
    expect(isNamed('Weiß, Jürgen', 'kata')).toBe(false);
  });
});
