/** Links within the site, in the language of the page. */

import { LOCALES } from './settings-values';
import type { Locale } from './settings-values';
import { settings } from './settings.svelte';

/** The language whose addresses have no prefix. */
export const BASE_LOCALE: Locale = 'en';

/** Takes the language out of an address: `/ru/learn` is `/learn` in Russian. */
export function splitLocale(path: string): { locale: Locale | null; path: string } {
  const [, first = '', ...rest] = path.split('/');
  const locale = LOCALES.find((known) => known === first && known !== BASE_LOCALE) ?? null;
  return locale ? { locale, path: `/${rest.join('/')}` } : { locale: null, path };
}

/** The address of a page in a language. */
export function inLocale(path: string, locale: Locale): string {
  if (locale === BASE_LOCALE) return path;
  return path === '/' || path.startsWith('/?') || path.startsWith('/#')
    ? `/${locale}${path.slice(1)}`
    : `/${locale}${path}`;
}

/** The address of a page in the language that is shown. */
export function href(path: string): string {
  return inLocale(path, settings.locale);
}
