import { describe, expect, it } from 'vitest';
import { NO_ENTRY, readEntries } from './entry-list';

describe('readEntries', () => {
  it('reads what the list saves', () => {
    const text = 'name;birth;club;rating;games;K;change\nHorváth Kata;1990;Szeged;1850;34;20;5\nMira;;;;0;;';
    const entries = readEntries(text, new Set()).map(({ entry }) => entry);
    expect(entries).toEqual([
      { ...NO_ENTRY, name: 'Horváth Kata', club: 'Szeged', birth: 1990, rating: 1850, games: 34 },
      { ...NO_ENTRY, name: 'Mira' },
    ]);
  });

  it('leaves out ratings that cannot be entered', () => {
    const [low, high] = readEntries('Kata Horváth 1399\nMira Novak 3501', new Set());
    expect([low?.entry.rating, low?.outside, low?.blocked]).toEqual([null, true, false]);
    expect(high?.outside).toBe(true);
    expect(readEntries('Kata Horváth 1400\nMira Novak 3500', new Set()).map(({ outside }) => outside)).toEqual([
      false,
      false,
    ]);
  });

  it('blocks those who have an entry', () => {
    const rows = readEntries('Kata Horváth 1850\nMira Novak 1652', new Set(['Mira Novak']));
    expect(rows.map(({ blocked }) => blocked)).toEqual([false, true]);
  });
});
