/** Links within the site, in the language of the page. */

import { BASE_LOCALE, LOCALES } from './settings-values';
import type { Locale } from './settings-values';
import { settings } from './settings.svelte';

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

/** Returns the address of a page in the current language. */
export function href(path: string): string {
  return inLocale(path, settings.locale);
}
