import { describe, expect, it } from 'vitest';
import { parseSavedReview } from './saved-review';

const GOOD = {
  version: 1,
  variant: 'shafran',
  startFen: 'f',
  moves: ['a', 'b'],
  first: 1,
  assessments: [{ eval: { cp: 3, text: '+0.03', share: 0.5 }, moves: ['b'] }, null],
};

describe('parseSavedReview', () => {
  it('reads what was written', () => expect(parseSavedReview(JSON.parse(JSON.stringify(GOOD)))).toEqual(GOOD));

  it.each([
    ['nothing', null],
    ['another version', { ...GOOD, version: 2 }],
    ['no variant', { ...GOOD, variant: 5 }],
    ['no position', { ...GOOD, startFen: null }],
    ['moves that are none', { ...GOOD, moves: [5] }],
    ['half a move', { ...GOOD, first: 0.5 }],
    ['less than nothing', { ...GOOD, first: -1 }],
    ['no assessments', { ...GOOD, assessments: {} }],
    ['assessments that are none', { ...GOOD, assessments: [{ eval: 3, moves: [] }] }],
  ])('refuses %s', (_what, value) => expect(parseSavedReview(value)).toBeNull());
});
