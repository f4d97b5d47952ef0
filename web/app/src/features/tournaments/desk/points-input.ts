/** Points as people type them: `1½`, `0.5`, `1,25`. */

const FRACTIONS: Readonly<Record<string, number>> = { '¼': 1, '½': 2, '¾': 3 };

/** Returns the quarters of a positive number of points; `null` if the text is none, or has other fractions. */
export function quartersOf(text: string): number | null {
  const [, whole = '', sign, decimals] = /^\s*(\d*)\s*(?:([¼½¾])|[.,](\d{1,2}))?\s*$/.exec(text) ?? [];
  if (whole === '' && sign === undefined && decimals === undefined) return null;
  const part = sign === undefined ? Number(`0.${decimals ?? 0}`) * 4 : (FRACTIONS[sign] ?? 0);
  const quarters = Number(whole) * 4 + part;
  return Number.isInteger(quarters) && quarters > 0 ? quarters : null;
}
