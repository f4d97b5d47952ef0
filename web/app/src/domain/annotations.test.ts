import { describe, expect, it } from 'vitest';
import { changed, evalText, joined, parseAnnotation, signOf, toggledGlyph } from './annotations';

const anywhere = (): boolean => true;

describe('glyphs', () => {
  it('replace others of their kind', () => {
    expect(toggledGlyph([], 1)).toEqual([1]);
    expect(toggledGlyph([1], 4)).toEqual([4]);
    expect(toggledGlyph([1], 16)).toEqual([1, 16]);
    expect(toggledGlyph([1, 16], 10)).toEqual([1, 10]);
    expect(toggledGlyph([1, 40], 36)).toEqual([1, 36, 40]);
  });

  it('go when they are set again', () => expect(toggledGlyph([1, 16], 16)).toEqual([1]));

  it('without a sign show their number', () => expect([signOf(3), signOf(200)]).toEqual(['!!', '$200']));
});

describe('changes', () => {
  it('leave out what is empty', () => {
    expect(changed({ comment: 'a', nags: [1] }, { comment: '' })).toEqual({ nags: [1] });
    expect(changed({ nags: [1] }, { nags: [] })).toEqual({});
  });
});

describe('two annotations in one', () => {
  it('say each thing once', () => {
    const first = { comment: 'Good.', nags: [1], shapes: [{ brush: 'red' as const, from: 'a1' }], clock: 5 };
    const second = {
      comment: 'Long.',
      nags: [1, 14],
      shapes: [
        { brush: 'blue' as const, from: 'a1' },
        { brush: 'blue' as const, from: 'b1' },
      ],
      eval: { cp: 3 },
    };
    expect(joined(first, second)).toEqual({
      comment: 'Good. Long.',
      nags: [1, 14],
      shapes: [
        { brush: 'red', from: 'a1' },
        { brush: 'blue', from: 'b1' },
      ],
      eval: { cp: 3 },
      clock: 5,
    });
    expect(joined(first, first)).toEqual(first);
    expect(joined({}, second)).toEqual(second);
  });
});

describe('what was kept', () => {
  it('is read again', () => {
    const kept = {
      comment: 'a',
      commentBefore: 'b',
      nags: [1],
      shapes: [{ brush: 'green', from: 'a1', to: 'b1' }],
      eval: { mate: -3, depth: 4 },
      clock: 9,
    };
    expect(parseAnnotation(kept, anywhere)).toEqual(kept);
  });

  it('is read without what is no annotation', () => {
    const odd = {
      comment: 5,
      nags: [-1, 'x', 256, 2, 2],
      shapes: [{ brush: 'pink', from: 'a1' }, { brush: 'red' }, { brush: 'red', from: 'z9' }, 7],
      eval: { cp: 'a', mate: 0 },
      clock: 0.5,
    };
    expect(parseAnnotation(odd, (cell) => cell === 'a1')).toEqual({ nags: [2] });
    expect(parseAnnotation(null, anywhere)).toEqual({});
  });
});

describe('evaluations', () => {
  it.each([
    [{ cp: 35 }, '+0.35'],
    [{ cp: -120 }, '-1.20'],
    [{ cp: 0 }, '0.00'],
    [{ mate: -3 }, '#-3'],
  ])('%j is %s', (given, text) => expect(evalText(given)).toBe(text));
});
