/** The settings of the page, their values and what to make of stored ones. */

import { NOTATIONS } from '../text/notation';

export const LOCALES = ['en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Settings that are one of a few values. */
export const CHOICES = {
  theme: THEMES,
  /** The letters of pieces; `auto` follows the language of the page. */
  notation: ['auto', ...NOTATIONS],
} as const;

/** Settings that are on or off, and what they are until someone chooses. */
export const SWITCHES = {
  coordinates: true,
  animation: true,
} as const;

type Choices = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };
type Switches = { [Name in keyof typeof SWITCHES]: boolean };

export type SettingsValues = Choices &
  Switches & {
    /** `null` until someone chooses: then the browser's languages decide. */
    locale: Locale | null;
  };

export const DEFAULTS: SettingsValues = { locale: null, theme: 'system', notation: 'auto', ...SWITCHES };

export function isLocale(value: unknown): value is Locale {
  return (LOCALES as readonly unknown[]).includes(value);
}

export function parseSettings(value: unknown): SettingsValues {
  const settings = { ...DEFAULTS };
  if (typeof value !== 'object' || value === null) return settings;
  const stored = value as Record<string, unknown>;
  if (isLocale(stored.locale)) settings.locale = stored.locale;
  const known: Partial<Record<string, unknown>> = {};
  for (const [name, values] of Object.entries(CHOICES)) {
    if ((values as readonly unknown[]).includes(stored[name])) known[name] = stored[name];
  }
  for (const name of Object.keys(SWITCHES)) if (typeof stored[name] === 'boolean') known[name] = stored[name];
  return Object.assign(settings, known);
}

/** The first of the browser's languages that the page speaks; English where there is none. */
export function detectLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const base = language.toLowerCase().split('-')[0];
    if (isLocale(base)) return base;
  }
  return 'en';
}
