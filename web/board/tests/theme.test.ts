import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import themes from '../theme.json';
import { ALL_DEFICIENCIES, contrast, distance, lab, mix, over, seenWith } from './colour';
import { properties, themeCss } from './theme-css';

const css = readFileSync(new URL('../src/board.css', import.meta.url), 'utf8');

/** Returns the opacity of a role's colour over the cell's tone, as board.css mixes it. */
function share(role: string): number {
  const rule = new RegExp(
    `\\.sfb-${role} \\{\\s*fill: color-mix\\(in srgb, var\\(--sfb-${role}\\) (\\d+)%, var\\(--sfb-tone\\)\\)`,
  );
  const percent = rule.exec(css)?.[1];
  if (percent === undefined) throw new Error(`board.css does not mix ${role} with the tone`);
  return Number(percent) / 100;
}

const SHARES = { last: share('last'), selected: share('selected'), premove: share('premove') };

/** Share of the check colour in the middle of the king's cell. */
const CHECK = 0.95;

/** Backgrounds of the board: the page's colours, and plain white and black. */
const PAGES = { light: ['#ffffff', '#faf6ef', '#f1e9dc'], dark: ['#000000', '#1a1612', '#241e18'] };

type Theme = (typeof themes)['saffron']['light'];

const ALL = Object.entries(themes).flatMap(([name, modes]) =>
  (['light', 'dark'] as const).map((mode) => ({ name, mode, theme: modes[mode] as Theme })),
);

const tonesOf = ({ cell0, cell1, cell2 }: Theme) => [cell0, cell1, cell2];

/** Returns a role's colour on each of the three tones. */
function onTones(theme: Theme, role: keyof typeof SHARES | 'check'): string[] {
  return tonesOf(theme).map((tone) => mix(theme[role], role === 'check' ? CHECK : SHARES[role], tone));
}

/** Returns all backgrounds of a piece with their names. */
function grounds(theme: Theme): [name: string, colour: string][] {
  const roles = (['last', 'selected', 'premove', 'check'] as const).flatMap((role) =>
    onTones(theme, role).map((colour, tone): [string, string] => [`${role} on tone ${tone}`, colour]),
  );
  return [...tonesOf(theme).map((colour, tone): [string, string] => [`tone ${tone}`, colour]), ...roles];
}

describe('themes.css', () => {
  it('has the colours of theme.json', async () => {
    for (const { light, dark } of Object.values(themes)) {
      expect(properties(dark).map(([name]) => name)).toEqual(properties(light).map(([name]) => name));
    }
    await expect(themeCss(themes)).toMatchFileSnapshot('../src/themes.css');
  });

  it('has every colour that the style sheet of the board uses', () => {
    const named = new Set(properties(themes.saffron.light).map(([name]) => name));
    for (const [, name] of css.matchAll(/^\s*(--sfb-[\w-]+):/gm)) named.add(name ?? '');
    const used = [...css.matchAll(/var\((--sfb-[\w-]+)\)/g)].map(([, name]) => name);
    expect(used.filter((name) => !named.has(name ?? ''))).toEqual([]);
  });
});

describe.each(ALL)('$name, $mode', ({ name, mode, theme }) => {
  const least = name === 'high-contrast' ? 7 : 3;

  it('has tones that are told apart and still one board', () => {
    const lightness = tonesOf(theme).map((tone) => lab(tone)[0]);
    for (const i of [0, 1]) {
      const step = (lightness[i] ?? 0) - (lightness[i + 1] ?? 0);
      expect(step).toBeGreaterThan(8);
      expect(step).toBeLessThan(16);
    }
  });

  it.each(['white', 'black'] as const)('shows the silhouette of %s pieces everywhere', (side) => {
    const { fill, stroke } = theme[side];
    for (const [where, ground] of grounds(theme)) {
      const best = Math.max(contrast(fill, ground), contrast(stroke, ground));
      expect(best, where).toBeGreaterThanOrEqual(least);
    }
  });

  it('tells the sides apart by their bodies', () => {
    expect(contrast(theme.white.fill, theme.black.fill)).toBeGreaterThanOrEqual(4.5);
    // The bodies themselves stand out, too: black ones clearly, white ones at least slightly on the palest tone.
    for (const tone of tonesOf(theme)) {
      expect(contrast(theme.black.fill, tone)).toBeGreaterThanOrEqual(3.5);
      expect(contrast(theme.white.fill, tone)).toBeGreaterThanOrEqual(1.1);
    }
    for (const { fill, detail } of [theme.white, theme.black]) {
      expect(contrast(fill, detail)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('shows targets and highlights', () => {
    for (const [where, ground] of grounds(theme)) {
      expect(contrast(over(theme.target, ground), ground), where).toBeGreaterThanOrEqual(
        name === 'high-contrast' ? 3 : 1.5,
      );
    }
    for (const role of ['last', 'selected', 'premove', 'check'] as const) {
      onTones(theme, role).forEach((colour, tone) => {
        expect(distance(colour, tonesOf(theme)[tone] ?? ''), `${role} on tone ${tone}`).toBeGreaterThan(15);
      });
    }
  });

  it('has coordinates that can be read', () => {
    for (const page of PAGES[mode]) expect(contrast(theme.label, page)).toBeGreaterThanOrEqual(4.5);
    for (const [where, ground] of grounds(theme)) {
      const small = where.startsWith('check') || where.startsWith('premove') ? 3 : 4.5;
      expect(contrast(theme['label-inside'], ground), where).toBeGreaterThanOrEqual(small);
    }
  });
});

describe.each(ALL.filter(({ name }) => name === 'colour-blind'))('$name, $mode', ({ theme }) => {
  it.each([null, ...ALL_DEFICIENCIES])('tells roles and brushes apart (%s)', (deficiency) => {
    const seen = (colour: string) => (deficiency === null ? colour : seenWith(deficiency, colour));
    const roles = (['last', 'selected', 'premove', 'check'] as const).map((role) => onTones(theme, role).map(seen));
    const tones = tonesOf(theme).map(seen);
    for (const [index, role] of roles.entries()) {
      for (const other of [tones, ...roles.slice(index + 1)]) {
        for (const a of role) for (const b of other) expect(distance(a, b), `${a} ${b}`).toBeGreaterThan(14);
      }
    }
    const brushes = [theme.red, theme.green, theme.blue, theme.yellow].map(seen);
    for (const [index, a] of brushes.entries()) {
      for (const b of brushes.slice(index + 1)) expect(distance(a, b), `${a} ${b}`).toBeGreaterThan(20);
    }
  });
});
