/** A browser by the text with which it names itself. */

/** In this order: many browsers name those that they descend from, too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox, Linux`; what is not known is left out, and nothing at all is `null`. */
export function browserText(userAgent: string): string | null {
  const find = (list: readonly [RegExp, string][]): string[] =>
    list.filter(([pattern]) => pattern.test(userAgent)).map(([, name]) => name);
  const parts = [find(BROWSERS)[0], find(SYSTEMS)[0]].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(', ');
}
