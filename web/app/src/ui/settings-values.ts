/** Settings of the page: values, defaults and validation. */

import { PIECE_SETS } from '../../../board/src/pieces';
import { baseLocale, locales } from '../../project.inlang/settings.json';
import type { Locale } from '../paraglide/runtime.js';
import { NOTATIONS } from '../text/notation';

/** The languages of the page. */
export const LOCALES = locales as readonly Locale[];
/** Language whose addresses have no prefix; also the fallback for visitors whose language is not supported. */
export const BASE_LOCALE = baseLocale as Locale;
export type { Locale };

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Colour themes of the board, defined in the board's themes.css. */
export const BOARD_THEMES = ['saffron', 'moss', 'colour-blind', 'high-contrast'] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];

/** Settings with a few possible values. */
export const CHOICES = {
  theme: THEMES,
  /** Letters of the pieces; `auto` follows the page's language. */
  notation: ['auto', ...NOTATIONS],
  boardTheme: BOARD_THEMES,
  pieceSet: PIECE_SETS,
  coordinates: ['outside', 'inside', 'all', 'off'],
  /** Speed of moving pieces. */
  animation: ['none', 'fast', 'normal', 'slow'],
} as const;

/** Settings that are on or off, with their defaults. */
export const SWITCHES = {
  /** Shows the destinations of a piece that is picked up. */
  destinations: true,
  /** Shows a move in a game first and plays it after confirmation. */
  confirmMoves: false,
  /** Hides the pieces. */
  blindfold: false,
  sounds: true,
  /** Explains the rules beside the board. */
  voice: true,
  /** Reviews the visitor's games when they end. */
  reviewGames: true,
} as const;

/** Duration of a move's animation in milliseconds. */
export const ANIMATION_MS: Record<SettingsValues['animation'], number> = { none: 0, fast: 90, normal: 160, slow: 400 };

/** Minimum size of the board as a share of the largest that fits in the window. */
export const MIN_BOARD_SIZE = 0.5;

type Choices = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };
type Switches = { [Name in keyof typeof SWITCHES]: boolean };

export type SettingsValues = Choices &
  Switches & {
    /** Chosen language; `null` to follow the browser's languages. */
    locale: Locale | null;
    /** Size of the board as a share of the largest that fits in the window: from `MIN_BOARD_SIZE` to 1. */
    boardSize: number;
  };

export const DEFAULTS: SettingsValues = {
  locale: null,
  theme: 'system',
  notation: 'auto',
  boardTheme: 'saffron',
  pieceSet: 'classic',
  coordinates: 'outside',
  animation: 'normal',
  boardSize: 1,
  ...SWITCHES,
};

/** Old names of the values for coordinates and animation, from when they could only be on or off. */
const EARLIER: Record<string, [off: string, on: string]> = {
  coordinates: ['off', 'outside'],
  animation: ['none', 'normal'],
};

/** Rounds the board's size to whole percent and limits it to its range. */
export function boundedSize(size: number): number {
  return Math.round(Math.min(1, Math.max(MIN_BOARD_SIZE, size)) * 100) / 100;
}

export function isLocale(value: unknown): value is Locale {
  return (LOCALES as readonly unknown[]).includes(value);
}

/** Parses stored settings. Missing or invalid values get their defaults. */
export function parseSettings(value: unknown): SettingsValues {
  const settings = { ...DEFAULTS };
  if (typeof value !== 'object' || value === null) return settings;
  const stored = value as Record<string, unknown>;
  if (isLocale(stored.locale)) settings.locale = stored.locale;
  const known: Partial<Record<string, unknown>> = {};
  for (const [name, values] of Object.entries(CHOICES)) {
    const given = stored[name];
    const chosen = typeof given === 'boolean' ? EARLIER[name]?.[Number(given)] : given;
    if ((values as readonly unknown[]).includes(chosen)) known[name] = chosen;
  }
  if (typeof stored.boardSize === 'number' && Number.isFinite(stored.boardSize)) {
    known.boardSize = boundedSize(stored.boardSize);
  }
  for (const name of Object.keys(SWITCHES)) if (typeof stored[name] === 'boolean') known[name] = stored[name];
  return Object.assign(settings, known);
}

/** Returns the first of the browser's languages that the page supports; the base locale if there is none. */
export function detectLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const base = language.toLowerCase().split('-')[0];
    if (isLocale(base)) return base;
  }
  return BASE_LOCALE;
}
