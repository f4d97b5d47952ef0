/** Languages in addresses: a prefix, but for the base language. */

import { BASE_LOCALE, detectLocale, LOCALES } from './settings-values';
import type { Locale, SettingsValues } from './settings-values';

/** Splits the language off an address: `/ru/learn` is `/learn` in Russian. */
export function splitLocale(path: string): { locale: Locale | null; path: string } {
  const first = /^\/([a-z]+)(?=$|[/?#])/.exec(path)?.[1];
  const locale = LOCALES.find((known) => known === first && known !== BASE_LOCALE) ?? null;
  if (!locale) return { locale, path };
  const rest = path.slice(locale.length + 1);
  return { locale, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Returns the address of a page in a language. */
export function inLocale(path: string, locale: Locale): string {
  if (locale === BASE_LOCALE) return path;
  return `/${locale}${path.replace(/^\/(?=$|[?#])/, '')}`;
}

/** Returns the visitor's language: the chosen one, or the first of the browser's that the page has. */
export function preferredLocale(settings: Pick<SettingsValues, 'locale'>, languages: readonly string[]): Locale {
  return settings.locale ?? detectLocale(languages);
}
