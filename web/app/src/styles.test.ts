/** Check that the styles of the page use the tokens of app.css. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseCss } from 'svelte/compiler';
import type { AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const FOLDER = 'app/src';
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(svelte|css)$/.test(name) && !/^(?:paraglide|wasm)/.test(name),
);
/** Properties whose lengths are tokens. */
const PROPERTIES =
  /^(?:font-size|border-(?:\w+-)*radius|(?:row-|column-)?gap|(?:padding|margin)(?:-(?:block|inline|top|right|bottom|left))?(?:-(?:start|end))?)$/;
const LENGTH = /(?<![\w.-])-?(?:\d+\.)?\d*[1-9]\d*(?:rem|px|em|pt|ch|vw|vh)/;
/** `.hidden`, which is invisible. */
const EXCEPT = new Set(['app.css margin: -1px']);

/** Declarations of a file, nested ones too. */
function declarations(name: string): { property: string; value: string }[] {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const css = name.endsWith('.css') ? parseCss(text) : parse(text, { modern: true }).css;
  const found: { property: string; value: string }[] = [];
  const walk = (nodes: readonly unknown[]): void => {
    for (const node of nodes as AST.CSS.Node[]) {
      if (node.type === 'Declaration') found.push(node);
      else if (node.type === 'Block') walk(node.children);
      else if ((node.type === 'Rule' || node.type === 'Atrule') && node.block) walk(node.block.children);
    }
  };
  walk(css?.children ?? []);
  return found;
}

const DECLARATIONS = new Map(FILES.map((name) => [name, declarations(name)]));

describe('text sizes, radii and spaces', () => {
  it('are looked for in the styles of the page', () => {
    const all = [...DECLARATIONS.values()].flat();
    expect(all.filter(({ property }) => PROPERTIES.test(property)).length).toBeGreaterThan(800);
  });

  it.each(FILES)('of %s are tokens', (name) => {
    const literals = (DECLARATIONS.get(name) ?? [])
      .filter(({ property, value }) => PROPERTIES.test(property) && LENGTH.test(value))
      .map(({ property, value }) => `${name} ${property}: ${value}`);
    expect(literals.filter((text) => !EXCEPT.has(text))).toEqual([]);
  });

  it('that are literals would be seen', () => {
    expect(LENGTH.test('0 auto 0.0625rem')).toBe(true);
    expect(LENGTH.test('calc(var(--space-8) + 3px)')).toBe(true);
    expect(LENGTH.test('0 auto var(--space-12) 50%')).toBe(false);
  });
});
