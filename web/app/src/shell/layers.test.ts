/** The layers of the page: imports go downwards only, and features do not import each other. */

import { describe, expect, it } from 'vitest';

const LAYERS = ['generated', 'domain', 'text', 'ui', 'features', 'shell'];
const SOURCES = import.meta.glob<string>(
  ['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts', '!../paraglide/**', '!../wasm/**'],
  { eager: true, query: '?raw', import: 'default' },
);

/** The path of an import, from `src`; `null` outside of the layers. */
function target(file: string, specifier: string): string[] | null {
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return LAYERS.includes(parts[0] ?? '') ? parts : null;
}

const FILES = Object.entries(SOURCES)
  .map(([path, text]) => [path.replace('../', '').replace(/^\.\//, 'shell/'), text] as const)
  .filter(([path]) => path.includes('/'));

describe('imports', () => {
  it('are found', () => expect(FILES.length).toBeGreaterThan(60));

  it.each(FILES)('of %s go downwards', (file, text) => {
    const [layer = '', feature] = file.split('/');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?'(\.[^'?]*)/g)) {
      const imported = target(file, specifier);
      if (!imported) continue;
      expect(LAYERS.indexOf(imported[0] ?? ''), specifier).toBeLessThanOrEqual(LAYERS.indexOf(layer));
      if (layer === 'features' && imported[0] === 'features') expect(imported[1], specifier).toBe(feature);
    }
  });
});
