import { beforeAll, describe, expect, it } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import { NO_FILTERS, parseFilters, queryOf, readOpening, searchOf } from './filters';

beforeAll(() => startRules());

describe('the filters of the archive', () => {
  it('come from an address and go back there', () => {
    const search =
      '?player=Ada&opponent=bob&variant=glinski&speed=blitz&result=win&rated=true&opening=b1b2+b7b6&from=2026-01-31';
    const filters = parseFilters(search);
    expect(filters).toEqual({
      ...NO_FILTERS,
      player: 'Ada',
      opponent: 'bob',
      variant: 'glinski',
      speed: 'blitz',
      result: 'win',
      rated: 'true',
      opening: 'b1b2 b7b6',
      from: '2026-01-31',
    });
    expect(parseFilters(searchOf(filters))).toEqual(filters);
    expect(searchOf(NO_FILTERS)).toBe('');
  });

  it('leave out what is wrong', () => {
    expect(parseFilters('?player=<b>&variant=../x&speed=warp&rated=yes&from=2026-13-45&to=tomorrow&x=1')).toEqual(
      NO_FILTERS,
    );
    expect(parseFilters('?variant=shafran&opening=nonsense').opening).toBe('');
  });

  it('leave out what makes no sense together', () => {
    expect(parseFilters('?result=win').result).toBe('');
    expect(parseFilters('?result=1-0').result).toBe('1-0');
    expect(parseFilters('?player=Ada&result=1-0').result).toBe('');
    expect(parseFilters('?opponent=bob').opponent).toBe('');
    expect(parseFilters('?opening=e2e5').opening).toBe('');
    expect(queryOf({ ...NO_FILTERS, opening: 'e2e5', result: 'win' })).toEqual({});
  });
});

describe('an opening that is typed', () => {
  it.each([
    ['e2e5 e9e6', ['e2e5', 'e9e6']],
    ['1. e5 e6 2. Nc4', ['e2e5', 'e9e6', 'b1c4']],
    ['e2e5+e9e6', ['e2e5', 'e9e6']],
    ['', []],
  ])('is read from %s', (text, moves) => expect(readOpening('shafran', text)).toEqual({ moves }));

  it('names what is no move', () => {
    expect(readOpening('shafran', 'e2e5 e2e5')).toEqual({ wrong: 'e2e5' });
    expect(readOpening('shafran', 'hello')).toEqual({ wrong: 'hello' });
  });
});
