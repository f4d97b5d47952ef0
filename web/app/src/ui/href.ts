/** Links within the site, in the language of the page. */

import { inLocale, splitLocale } from './locale-paths';
import type { Locale } from './settings-values';
import { settings } from './settings.svelte';

/** Returns the address of a page in the current language. */
export function href(path: string): string {
  return inLocale(path, settings.locale);
}

/** Stores the visitor's choice of a language, and opens this page in it: the scripts of a page have one language. */
export function chooseLocale(locale: Locale): void {
  settings.change({ locale });
  const { path } = splitLocale(location.pathname);
  location.replace(inLocale(path, locale) + location.search + location.hash);
}
