import { describe, expect, it } from 'vitest';
import { squares } from './heat-map';

const MONDAY = Date.parse('2026-06-01T00:00:00Z');

describe('the days with a game', () => {
  it('are in columns of weeks from Monday to Sunday', () => {
    const days = Array.from({ length: 177 }, () => 0);
    const all = squares(MONDAY, days);
    const at = (day: string) => all.find((square) => new Date(square.at).toISOString().startsWith(day));
    expect(all[0]).toEqual({ at: MONDAY, games: 0, level: 0, week: 0, weekday: 0 });
    expect(at('2026-06-07')).toMatchObject({ week: 0, weekday: 6 });
    expect(at('2026-06-08')).toMatchObject({ week: 1, weekday: 0 });
    expect(at('2026-11-24')).toMatchObject({ week: 25, weekday: 1 });
    expect(all.at(-1)).toBe(at('2026-11-24'));
  });

  it('are darker the more games there were', () => {
    expect(squares(MONDAY, [0, 1, 2, 3, 4, 90]).map(({ level }) => level)).toEqual([0, 1, 2, 2, 3, 3]);
  });
});
