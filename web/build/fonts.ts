import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const SOURCE = '@fontsource-variable/source-sans-3';
/** Weights that the page uses. */
const WEIGHTS = { min: 400, max: 700 };

type Range = readonly [first: number, last: number];

/** Characters of each file, which `unicode-range` in ui/typeface.css repeats. */
export const SUBSETS: Readonly<Record<string, readonly Range[]>> = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2010, 0x2027],
    [0x202f, 0x203a],
    [0x2044, 0x2044],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2212, 0x2212],
  ],
  'latin-ext': [
    [0x100, 0x130],
    [0x132, 0x151],
    [0x154, 0x17f],
    [0x218, 0x21b],
  ],
  cyrillic: [
    [0x401, 0x401],
    [0x404, 0x404],
    [0x406, 0x407],
    [0x40e, 0x40e],
    [0x410, 0x44f],
    [0x451, 0x451],
    [0x454, 0x454],
    [0x456, 0x457],
    [0x45e, 0x45e],
    [0x490, 0x491],
    [0x2116, 0x2116],
  ],
};

/** Writes ranges in the form of `unicode-range`: `U+20-7E, U+131`. */
export function unicodeRange(ranges: readonly Range[]): string {
  const hex = (code: number): string => code.toString(16).toUpperCase();
  return ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ');
}

function charactersOf(ranges: readonly Range[]): string {
  const codes = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step));
  return String.fromCodePoint(...codes);
}

/**
 * Makes the fonts that ui/typeface.css names: Source Sans 3 with only the characters and weights of the page, and without its
 * name, which its licence reserves for the unchanged font. Emits the licence next to them.
 */
export function fonts(): Plugin {
  const source = dirname(createRequire(import.meta.url).resolve(`${SOURCE}/package.json`));
  let folder = '';
  return {
    name: 'saffron-fonts',
    configResolved(config) {
      folder = join(config.root, 'src/ui/fonts');
    },
    async buildStart() {
      const manifest = await readFile(join(source, 'package.json'));
      const plan = createHash('sha256')
        .update(manifest)
        .update(JSON.stringify([SUBSETS, WEIGHTS]))
        .digest('hex');
      const made = join(folder, 'plan.txt');
      if ((await readFile(made, 'utf8').catch(() => '')) === plan) return;
      await mkdir(folder, { recursive: true });
      for (const [name, ranges] of Object.entries(SUBSETS)) {
        const whole = await readFile(join(source, 'files', `source-sans-3-${name}-wght-normal.woff2`));
        const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } } as const;
        await writeFile(join(folder, `${name}.woff2`), await subsetFont(whole, charactersOf(ranges), options));
      }
      await writeFile(made, plan);
    },
    async generateBundle() {
      const licence = await readFile(join(source, 'LICENSE'), 'utf8');
      const notice = `The fonts of this page are made from Source Sans 3, copyright Adobe.\n\n${licence}`;
      this.emitFile({ type: 'asset', fileName: 'assets/fonts-licence.txt', source: notice });
    },
  };
}
