/** Shares as they are read. */

/** Returns the number of decimals of a percentage: one, or as many as give two digits of its distance from 0 or 100. */
function decimalsOf(percent: number): number {
  const least = Math.min(percent, 100 - percent);
  let decimals = 1;
  while (least < 0.95 * 10 ** (1 - decimals) && decimals < 9) decimals += 1;
  return decimals;
}

/** Formats a part of a whole in percent, such as `41.5 %`. */
export function shareText(part: number, whole: number, locale: string): string {
  const percent = whole === 0 ? 0 : (part * 100) / whole;
  const decimals = part === 0 || part === whole ? 0 : decimalsOf(percent);
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(percent / 100);
}

/** Formats a part of a whole in percent with one decimal, for lists. */
export function briefShareText(part: number, whole: number, locale: string): string {
  if (part === 0 || part === whole) return shareText(part, whole, locale);
  const percent = (part * 100) / whole;
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  if (percent < 0.05) return `<${format.format(0.001)}`;
  if (percent >= 99.95) return `>${format.format(0.999)}`;
  return format.format(percent / 100);
}

/** Formats a count with separated thousands. */
export function countText(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count);
}
