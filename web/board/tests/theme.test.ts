// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import pieces from '../pieces.json';
import theme from '../theme.json';

const css = readFileSync(new URL('../src/board.css', import.meta.url), 'utf8');

function flatten(value: object, prefix = '--sfb'): [string, string][] {
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string' ? [[`${prefix}-${name}`, part] as [string, string]] : flatten(part, `${prefix}-${name}`),
  );
}

/** Contrast ratio of two colours as WCAG defines it. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('theme.json', () => {
  it('has the colours of the style sheet', () => {
    const dark = new Map(flatten(theme.dark));
    const light = flatten(theme.light);
    expect(light.map(([name]) => name)).toEqual([...dark.keys()]);
    for (const [name, colour] of light) expect(css).toContain(`${name}: light-dark(${colour}, ${dark.get(name)});`);
  });

  it.each(['light', 'dark'] as const)('keeps %s tones apart and pieces visible on all of them', (name) => {
    const { cell0, cell1, cell2, white, black } = theme[name];
    expect(contrast(cell0, cell1)).toBeGreaterThan(1.2);
    expect(contrast(cell1, cell2)).toBeGreaterThan(1.2);
    for (const cell of [cell0, cell1, cell2]) {
      expect(contrast(white.stroke, cell)).toBeGreaterThan(3);
      expect(contrast(black.fill, cell)).toBeGreaterThan(3);
    }
    expect(contrast(white.fill, black.fill)).toBeGreaterThan(9);
    expect(contrast(black.detail, black.fill)).toBeGreaterThan(7);
  });
});

describe('pieces.json', () => {
  const { size, ...drawings } = pieces;

  it('has the six pieces', () => {
    expect(Object.keys(drawings).toSorted()).toEqual(['bishop', 'king', 'knight', 'pawn', 'queen', 'rook']);
  });

  it.each(Object.entries(drawings))('draws the %s with closed outlines inside its box', (_, { body }) => {
    const outlines = body.split(/(?=M)/);
    expect(outlines.every((outline) => outline.endsWith('Z'))).toBe(true);
    // Absolute points and arcs' end points stay inside with room for half of the outline's width.
    const numbers = [...body.matchAll(/[MLC]([-\d. ]+)/g)].flatMap((m) => (m[1] ?? '').trim().split(/ +/).map(Number));
    expect(numbers.length).toBeGreaterThan(0);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(3.5);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(size - 3.5);
  });
});
