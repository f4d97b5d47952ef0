/** What the measuring programs share: the built program, and statistics. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Makes the harness start the release build of the program, else the debug build, unless SAFFRON_BIN names another. */
export function useBuiltProgram() {
  const built = ['release', 'debug']
    .map((kind) => fileURLToPath(new URL(`../../target/${kind}/saffron`, import.meta.url)))
    .find((path) => existsSync(path));
  process.env.SAFFRON_BIN ??= built;
}

/**
 * Returns the value below which this share of the values lies; 0 without values.
 * @param {readonly number[]} values @param {number} share from 0 to 1
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
