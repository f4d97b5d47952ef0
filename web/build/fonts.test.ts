import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import project from '../app/project.inlang/settings.json' with { type: 'json' };
import { SUBSETS, unicodeRange } from './fonts.ts';

const CSS = readFileSync('app/src/ui/typeface.css', 'utf8');

describe('the fonts', () => {
  it.each(Object.entries(SUBSETS))('%s are asked for by the characters that they have', (name, ranges) => {
    const face = CSS.split('@font-face').find((text) => text.includes(`fonts/${name}.woff2`));
    const named = /unicode-range:([^;]+);/
      .exec(face ?? '')?.[1]
      ?.replaceAll(/\s+/g, ' ')
      .trim();
    expect(named).toBe(unicodeRange(ranges));
  });

  it.each(project.locales)('have all letters of the texts in %s', (language) => {
    const has = (code: number): boolean =>
      Object.values(SUBSETS).some((ranges) => ranges.some(([first, last]) => first <= code && code <= last));
    const texts = readFileSync(`app/messages/${language}/page.json`, 'utf8');
    const letters = new Set(texts.match(/\p{L}/gu));
    expect([...letters].filter((letter) => !has(letter.codePointAt(0) ?? 0))).toEqual([]);
  });
});
