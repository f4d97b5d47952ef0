import { describe, expect, it } from 'vitest';
import { dateText, detailsOf, isDate, withDetails } from './game-details';

describe('the details of a game', () => {
  it('are read from its tags, without what is not known', () => {
    const details = detailsOf([
      ['Event', '?'],
      ['White', 'Ada'],
      ['Date', '????.??.??'],
      ['Round', '-'],
      ['Opening', 'A'],
    ]);
    expect(details).toMatchObject({ Event: '', White: 'Ada', Date: '', Round: '' });
    const tags = withDetails([['Opening', 'A']], { ...details, Black: ' Bo ' });
    expect(tags).toEqual([
      ['White', 'Ada'],
      ['Black', 'Bo'],
      ['Opening', 'A'],
    ]);
  });

  it.each(['', '2026.11.23', '2026.??.??', '????.11.??', ' 2026.01.31 '])('may have the date "%s"', (text) =>
    expect(isDate(text)).toBe(true),
  );

  it.each(['2026', '2026.13.01', '2026.00.10', '2026.11.32', '23.11.2026', 'soon'])('cannot have "%s"', (text) =>
    expect(isDate(text)).toBe(false),
  );

  it('show the date as far as it is known', () => {
    expect(dateText('2026.11.23', 'en')).toBe('November 23, 2026');
    expect(dateText('2026.11.??', 'en')).toBe('November 2026');
    expect(dateText('2026.??.??', 'en')).toBe('2026');
    expect(dateText('????.??.??', 'en')).toBe('');
    expect(dateText('', 'en')).toBe('');
  });
});
