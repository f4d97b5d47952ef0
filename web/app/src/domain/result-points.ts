/** Points of results. */

/** Returns the quarters of both sides; `null` if the result is not known. */
export function quartersOf(result: string | null): { w: number; b: number } | null {
  if (result === null) return null;
  const known: Record<string, number> = { '1': 4, '+': 4, '3/4': 3, '1/2': 2, '1/4': 1 };
  const [white = '', black = ''] = /^[+-]/.test(result) ? result.split('/') : result.split('-');
  return { w: known[white] ?? 0, b: known[black] ?? 0 };
}
