import { describe, expect, it } from 'vitest';
import { briefShareText, countText, shareText } from './shares';

describe('shares', () => {
  it.each([
    [0, 7, '0%'],
    [7, 7, '100%'],
    [415, 1000, '41.5%'],
    [19, 1_000_000, '0.0019%'],
    [17, 10_000, '0.17%'],
    [999_981, 1_000_000, '99.9981%'],
    [1, 100, '1.0%'],
    [5, 1000, '0.50%'],
  ])('of %i in %i are %s', (part, whole, text) => expect(shareText(part, whole, 'en')).toBe(text));

  it.each([
    [0, 7, '0%'],
    [7, 7, '100%'],
    [415, 1000, '41.5%'],
    [19, 1_000_000, '<0.1%'],
    [5, 10_000, '0.1%'],
    [9_994, 10_000, '99.9%'],
    [9_995, 10_000, '>99.9%'],
  ])('of %i in %i are %s in a list', (part, whole, text) => expect(briefShareText(part, whole, 'en')).toBe(text));

  it('are written as the language does', () => {
    expect(shareText(415, 1000, 'ru')).toMatch(/^41,5\s%$/);
    expect(countText(648_810, 'en')).toBe('648,810');
    expect(countText(648_810, 'ru')).toMatch(/^648\s810$/);
  });
});
