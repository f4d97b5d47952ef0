/** Moves and numbers as the visitor writes them. */

import { notationOf, translated } from '../text/notation';
import { settings } from './settings.svelte';

/** Converts a move or a line from English letters to the chosen ones. */
export function moveText(move: string): string {
  const { notation } = settings;
  return translated(move, notation === 'auto' ? notationOf(settings.locale) : notation);
}

const separators = new Map<string, string>();

/** Returns the decimal separator of a language. */
function decimalSeparator(locale: string): string {
  const known = separators.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const separator = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  separators.set(locale, separator);
  return separator;
}

/** Formats a number with the decimal separator of the page's language: `+0,61` in Russian for `+0.61`. */
export function decimalText(number: string): string {
  return number.replace('.', decimalSeparator(settings.locale));
}

export function percentText(percent: number): string {
  return new Intl.NumberFormat(settings.locale, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100);
}
