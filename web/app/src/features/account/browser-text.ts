/** Name of a browser from its user-agent string. */

/** In this order, since many browsers also name the ones they are based on. */
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

/** Returns a browser's description such as `Firefox, Linux`. Unknown parts are left out; `null` if all are unknown. */
export function browserText(userAgent: string): string | null {
  const find = (list: readonly [RegExp, string][]): string[] =>
    list.filter(([pattern]) => pattern.test(userAgent)).map(([, name]) => name);
  const parts = [find(BROWSERS)[0], find(SYSTEMS)[0]].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(', ');
}
