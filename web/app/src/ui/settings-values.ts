/** The settings of the page, their values and what to make of stored ones. */

export const LOCALES = ['en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface SettingsValues {
  /** `null` until someone chooses: then the browser's languages decide. */
  locale: Locale | null;
  theme: Theme;
  coordinates: boolean;
  animation: boolean;
}

export const DEFAULTS: SettingsValues = { locale: null, theme: 'system', coordinates: true, animation: true };

export function isLocale(value: unknown): value is Locale {
  return (LOCALES as readonly unknown[]).includes(value);
}

export function parseSettings(value: unknown): SettingsValues {
  const settings = { ...DEFAULTS };
  if (typeof value !== 'object' || value === null) return settings;
  const stored = value as Record<string, unknown>;
  if (isLocale(stored.locale)) settings.locale = stored.locale;
  if ((THEMES as readonly unknown[]).includes(stored.theme)) settings.theme = stored.theme as Theme;
  if (typeof stored.coordinates === 'boolean') settings.coordinates = stored.coordinates;
  if (typeof stored.animation === 'boolean') settings.animation = stored.animation;
  return settings;
}

/** The first of the browser's languages that the page speaks; English where there is none. */
export function detectLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const base = language.toLowerCase().split('-')[0];
    if (isLocale(base)) return base;
  }
  return 'en';
}
