import { describe, expect, it } from 'vitest';
import themes from '../../../board/theme.json';
import { BOARD_THEMES, DEFAULTS, detectLocale, parseSettings } from './settings-values';

describe('detectLocale', () => {
  it('takes the first language that the page speaks', () => {
    expect(detectLocale(['ru-RU', 'en'])).toBe('ru');
    expect(detectLocale(['fi', 'RU', 'en-GB'])).toBe('ru');
    expect(detectLocale(['en-US', 'ru'])).toBe('en');
  });

  it('speaks English to everybody else', () => {
    expect(detectLocale(['fi-FI', 'rue'])).toBe('en');
    expect(detectLocale([])).toBe('en');
  });
});

describe('parseSettings', () => {
  it('keeps what is valid and forgets the rest', () => {
    const stored = {
      locale: 'ru',
      theme: 'dark',
      notation: 'pl',
      boardTheme: 'high-contrast',
      pieceSet: 'letters',
      coordinates: 'all',
      animation: 'fast',
      boardSize: 0.75,
      destinations: false,
      confirmMoves: true,
      blindfold: true,
      sounds: false,
      voice: false,
      reviewGames: false,
    };
    expect(parseSettings(stored)).toEqual(stored);
    const wrong = {
      locale: 'xx',
      theme: 7,
      notation: 'xx',
      boardTheme: 'pink',
      pieceSet: null,
      coordinates: 'no',
      boardSize: '1',
      sounds: 1,
    };
    expect(parseSettings(wrong)).toEqual(DEFAULTS);
    for (const broken of [null, undefined, 3, 'text', []]) expect(parseSettings(broken)).toEqual(DEFAULTS);
  });

  it('understands coordinates and animation of the time when they were only on or off', () => {
    expect(parseSettings({ coordinates: false, animation: false })).toMatchObject({
      coordinates: 'off',
      animation: 'none',
    });
    expect(parseSettings({ coordinates: true, animation: true })).toEqual(DEFAULTS);
    expect(parseSettings({ theme: true })).toEqual(DEFAULTS);
  });

  it('keeps the size of the board within its bounds', () => {
    for (const [stored, size] of [
      [0, 0.5],
      [0.333, 0.5],
      [0.876, 0.88],
      [7, 1],
      [Number.NaN, 1],
    ] as const) {
      expect(parseSettings({ boardSize: stored }).boardSize).toBe(size);
    }
  });
});

describe('the names of the themes', () => {
  it('are those of the style sheet', () => {
    expect([...BOARD_THEMES]).toEqual(Object.keys(themes));
  });
});
