/** Moves as this visitor reads them. */

import { notationOf, translated } from '../text/notation';
import { settings } from './settings.svelte';

/** A move or a line in English letters, with the letters that are set. */
export function moveText(move: string): string {
  const { notation } = settings;
  return translated(move, notation === 'auto' ? notationOf(settings.locale) : notation);
}

/** A number as it is written in the language of the page: `+0,61` in Russian for `+0.61`. */
export function decimalText(number: string): string {
  return settings.locale === 'en' ? number : number.replace('.', ',');
}
