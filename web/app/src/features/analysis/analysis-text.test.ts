// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { evalText, shortEvalText } from './analysis-text';

describe('evaluations in the bar', () => {
  it.each([
    ['+0.37', '0.4'],
    ['-0.37', '0.4'],
    ['+0.04', '0.0'],
    ['-1.95', '2.0'],
    ['+9.96', '10.0'],
    ['#3', '#3'],
    ['#-12', '#12'],
    ['1-0', '1–0'],
    ['0-1', '0–1'],
    ['1/2-1/2', '½–½'],
    ['3/4-1/4', '¾–¼'],
    ['1/4-3/4', '¼–¾'],
  ])('are rounded, and a result is one: %s', (text, short) => {
    expect(shortEvalText(text)).toBe(short);
  });

  it('are heard in full', () => {
    expect(['+0.37', '#-12', '1-0', '1/2-1/2'].map(evalText)).toEqual(['+0.37', '#-12', '1–0', '½–½']);
  });
});
