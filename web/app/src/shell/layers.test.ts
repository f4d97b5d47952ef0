/** Tests of the imports of page and board: downwards only, never between features, never in a circle. */

import { describe, expect, it } from 'vitest';

/** Folders of the page, each of which may import those before it. The board is below them and imports none. */
const LAYERS = ['generated', 'domain', 'text', 'ui', 'features', 'shell'];

const SOURCES = import.meta.glob<string>(
  [
    '../**/*.svelte',
    '../**/*.ts',
    '../../../board/src/*.ts',
    '!../**/*.test.ts',
    '!../**/*.d.ts',
    '!../paraglide/**',
    '!../wasm/**',
  ],
  { eager: true, query: '?raw', import: 'default' },
);

/** Resolves a path relative to a folder. */
function from(folder: string, path: string): string {
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Texts of the files by their paths in `web`. */
const FILES = new Map(Object.entries(SOURCES).map(([path, text]) => [from('app/src/shell', path), text]));

/** Returns the paths of a file's imports; a path without a source file, such as JSON, stays as written. */
function imports(path: string): string[] {
  const folder = path.split('/').slice(0, -1).join('/');
  const specifiers = (FILES.get(path) ?? '').matchAll(/(?:from|import)\s*\(?'(\.[^'?]*)/g);
  return [...specifiers].map(([, specifier = '']) => {
    const target = from(folder, specifier);
    return [target, `${target}.ts`, target.replace(/\.js$/, '.ts')].find((name) => FILES.has(name)) ?? target;
  });
}

/** Returns a circle of imports reached from a file, as a list of its files; `null` if there is none. */
function circle(path: string, above: readonly string[], done: Set<string>): string[] | null {
  if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
  if (done.has(path)) return null;
  for (const imported of imports(path)) {
    const found = FILES.has(imported) ? circle(imported, [...above, path], done) : null;
    if (found) return found;
  }
  done.add(path);
  return null;
}

const page = [...FILES.keys()].filter((path) => /^app\/src\/.*\//.test(path));
const board = [...FILES.keys()].filter((path) => path.startsWith('board/'));

describe('imports', () => {
  it('are found', () => {
    expect(page.length).toBeGreaterThan(60);
    expect(board.length).toBeGreaterThan(20);
    expect(imports('board/src/index.ts')).toContain('board/src/moves.ts');
    expect(imports('app/src/shell/App.svelte')).toContain('app/src/shell/router.svelte.ts');
  });

  it.each(page)('of %s go downwards', (path) => {
    const [layer = '', feature] = path.split('/').slice(2);
    for (const imported of imports(path).filter((target) => target.startsWith('app/src/'))) {
      const [other = '', otherFeature] = imported.split('/').slice(2);
      if (!LAYERS.includes(other)) continue;
      expect(LAYERS.indexOf(other), imported).toBeLessThanOrEqual(LAYERS.indexOf(layer));
      if (layer === 'features' && other === 'features') expect(otherFeature, imported).toBe(feature);
    }
  });

  it.each(board)('of %s stay within the board', (path) => {
    expect(imports(path).filter((target) => !target.startsWith('board/'))).toEqual([]);
  });

  it('make no circle', () => {
    const done = new Set<string>();
    // The generated files of types refer to each other.
    const [generated, written] = [true, false].map((is) =>
      [...FILES.keys()].filter((path) => path.startsWith('app/src/generated/') === is),
    );
    generated?.forEach((path) => done.add(path));
    for (const path of written ?? []) expect(circle(path, [], done)).toBeNull();
  });
});
