import { describe, expect, it } from 'vitest';
import { DEFAULTS, detectLocale, parseSettings } from './settings-values';

describe('detectLocale', () => {
  it('takes the first language that the page speaks', () => {
    expect(detectLocale(['ru-RU', 'en'])).toBe('ru');
    expect(detectLocale(['de', 'RU', 'en-GB'])).toBe('ru');
    expect(detectLocale(['en-US', 'ru'])).toBe('en');
  });

  it('speaks English to everybody else', () => {
    expect(detectLocale(['de-DE', 'rue'])).toBe('en');
    expect(detectLocale([])).toBe('en');
  });
});

describe('parseSettings', () => {
  it('keeps what is valid and forgets the rest', () => {
    expect(
      parseSettings({ locale: 'ru', theme: 'dark', notation: 'pl', coordinates: false, animation: false }),
    ).toEqual({
      locale: 'ru',
      theme: 'dark',
      notation: 'pl',
      coordinates: false,
      animation: false,
    });
    expect(parseSettings({ locale: 'xx', theme: 7, notation: 'xx', coordinates: 'no' })).toEqual(DEFAULTS);
    for (const broken of [null, undefined, 3, 'text', []]) expect(parseSettings(broken)).toEqual(DEFAULTS);
  });
});
