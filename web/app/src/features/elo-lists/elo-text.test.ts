import { describe, expect, it } from 'vitest';
import { ApiError } from '../../domain/api';
import type { ErrorCode } from '../../generated/protocol';
import { averageOf, dayOf, hundredths, problemText, signed } from './elo-text';

describe('texts of Elo lists', () => {
  it('gives numbers their signs', () => {
    expect([12, -3, 0].map((value) => signed(value))).toEqual(['+12', '−3', '0']);
    expect([0.61, -0.04, 0].map((value) => signed(value, 2))).toEqual(['+0.61', '−0.04', '0.00']);
    expect(signed(-0.04, 1)).toBe('0.0');
    expect(hundredths(39)).toBe('0.39');
  });

  it('names a day in whatever time zone', () => {
    expect(dayOf('2026-11-29')).toBe('Nov 29, 2026');
  });

  it('counts two opponents of 1800 into the average of a first rating', () => {
    const initial = {
      opponents: [1600, 1650, 1700, 1750, 1800],
      points: 12,
      percentage: 57,
      difference: 50,
      rating: 1779,
    };
    expect(averageOf(initial)).toBe(1729);
  });

  it('explains refusals', () => {
    const text = (error: ErrorCode): string => problemText(new ApiError(error, 400, null));
    expect(text({ code: 'invalid_entry', params: { field: 'rating' } })).toContain('Rating before the list');
    expect(text({ code: 'same_name', params: { name: 'Anna' } })).toContain('Anna');
    expect(text({ code: 'foreign_report', params: { problem: 'EOF' } })).toBe('The file cannot be taken over: EOF');
    expect(text({ code: 'too_many', params: { limit: 5 } })).toContain('5');
    expect(text({ code: 'changed' })).toContain('another device');
  });
});
