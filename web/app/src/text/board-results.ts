/** Results of boards as texts. */

/** Formats a result of a board: `1–0`, `½–½`, `+ –`; empty if it is not known. */
export function resultText(result: string | null): string {
  if (result === null) return '';
  if (result.includes('/') && /^[+-]/.test(result)) return result.replace('/', ' ').replaceAll('-', '–');
  return result.split('-').map(half).join('–');
}

/** Formats what a side has from a result: `1`, `½`, `+`; empty if it is not known. */
export function resultFor(result: string | null, side: 'w' | 'b'): string {
  const parts = /^[+-]/.test(result ?? '') ? (result ?? '').split('/') : (result ?? '').split('-').map(half);
  return (parts[side === 'w' ? 0 : 1] ?? '').replace('-', '–');
}

function half(text: string): string {
  const fractions: Record<string, string> = { '1/4': '¼', '1/2': '½', '3/4': '¾' };
  return fractions[text] ?? text;
}
