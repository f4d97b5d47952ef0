/** Check of the style sheets' custom properties, since a misspelt one silently has no effect. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDERS = ['app/src', 'board/src'];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|css|ts)$/.test(name) && !/\.test\.ts$|^paraglide|^wasm/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
);
const DEFINED = new Set(
  FILES.flatMap(([, text]) => [
    ...text.matchAll(/(--[\w-]+)\s*:/g),
    ...text.matchAll(/setProperty\(\s*['`](--[\w-]+)/g),
    ...text.matchAll(/style:(--[\w-]+)/g),
  ]).map(([, name = '']) => name),
);

describe('custom properties', () => {
  it('are found', () => expect(DEFINED.size).toBeGreaterThan(40));

  it.each(FILES.filter(([, text]) => text.includes('var(--')))('that %s uses are defined', (_, text) => {
    // A property with a fallback may be undefined.
    const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !DEFINED.has(name))).toEqual([]);
  });
});
