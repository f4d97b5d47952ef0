/** Names of tie-breaks by their codes, such as `BH-C1`, with what a modifier leaves out. */

import { m } from '../paraglide/messages.js';

/** Texts of a tie-break: its name in full, as the head of a column, and what it counts, in a sentence. */
export type TieBreakText = readonly [name: () => string, short: () => string, about: () => string];

/** What the modifiers leave out, in full and behind the short name. */
const MODIFIERS: Readonly<Record<string, readonly [name: (input: { name: string }) => string, short: string]>> = {
  C1: [m.tie_break_cut, '−1'],
  C2: [m.tie_break_cut_2, '−2'],
  M1: [m.tie_break_median, '±1'],
  M2: [m.tie_break_median_2, '±2'],
};

/** Returns the codes of all tie-breaks, those with modifiers behind those without. */
export function tieBreakCodes(texts: Readonly<Record<string, TieBreakText>>, modified: ReadonlySet<string>): string[] {
  return Object.keys(texts).flatMap((code) => {
    const modifiers = modified.has(code) ? Object.keys(MODIFIERS) : [];
    return [code].concat(modifiers.map((modifier) => `${code}-${modifier}`));
  });
}

/** Returns the name of a tie-break; the code itself if it is newer than this page. */
export function nameOfTieBreak(texts: Readonly<Record<string, TieBreakText>>, code: string): string {
  const [kind = '', modifier] = code.split('-');
  const name = texts[kind]?.[0]();
  if (name === undefined) return code;
  return modifier === undefined ? name : (MODIFIERS[modifier]?.[0]({ name }) ?? code);
}

/** Returns the name of a tie-break for the head of a column. */
export function shortTieBreak(texts: Readonly<Record<string, TieBreakText>>, code: string): string {
  const [kind = '', modifier] = code.split('-');
  const name = texts[kind]?.[1]();
  if (name === undefined) return code;
  return modifier === undefined ? name : `${name} ${MODIFIERS[modifier]?.[1] ?? modifier}`;
}

/** Returns what a tie-break counts, in a sentence; empty if it is newer than this page. */
export function aboutTieBreak(texts: Readonly<Record<string, TieBreakText>>, code: string): string {
  return texts[code.split('-')[0] ?? '']?.[2]() ?? '';
}
