/** Names of the languages in themselves. They come from every catalogue, since a page has the messages of one language only. */

import type { Locale } from './settings-values';

const NAMES = import.meta.glob<string>('../../messages/*/page.json', { eager: true, import: 'language_name' });

/** Returns the name of a language, such as `English`. */
export function languageName(locale: Locale): string {
  return NAMES[`../../messages/${locale}/page.json`] ?? locale;
}
