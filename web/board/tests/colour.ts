/** Calculations with colours for tests of contrast. Colours are `#rrggbb` or `#rrggbbaa` in sRGB. */

type Triple = [number, number, number];

function parse(colour: string): { rgb: Triple; alpha: number } {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return { rgb: [part(1), part(3), part(5)], alpha: colour.length > 7 ? part(7) : 1 };
}

function format(rgb: Triple): string {
  const byte = (v: number) => Math.round(Math.min(Math.max(v, 0), 1) * 255);
  return `#${rgb.map((v) => byte(v).toString(16).padStart(2, '0')).join('')}`;
}

function linear({ rgb }: { rgb: Triple }): Triple {
  return rgb.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as Triple;
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(parse(colour));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two opaque colours as defined by WCAG, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` (0 to 1) of one colour with another, as `color-mix(in srgb, a share, b)`. */
export function mix(a: string, share: number, b: string): string {
  const [from, to] = [parse(a).rgb, parse(b).rgb];
  return format(from.map((v, i) => v * share + (to[i] ?? 0) * (1 - share)) as Triple);
}

/** Returns a transparent colour laid over an opaque one. */
export function over(colour: string, ground: string): string {
  return mix(colour, parse(colour).alpha, ground);
}

/** Converts a colour to CIELAB with the white point D65. */
export function lab(colour: string): Triple {
  const [r, g, b] = linear(parse(colour));
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Returns the difference of two colours as their distance in CIELAB. About 2 is just visible, 10 is obvious. */
export function distance(a: string, b: string): number {
  const [one, other] = [lab(a), lab(b)];
  return Math.hypot(...one.map((v, i) => v - (other[i] ?? 0)));
}

/** Simulation of colour-vision deficiencies: the matrices of Machado, Oliveira and Fernandes (2009) for linear sRGB. */
const DEFICIENCIES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

/** A deficiency of colour vision. */
export type Deficiency = keyof typeof DEFICIENCIES;

/** All deficiencies that {@link seenWith} supports. */
export const ALL_DEFICIENCIES = Object.keys(DEFICIENCIES) as Deficiency[];

/** Returns a colour as seen with a deficiency. */
export function seenWith(deficiency: Deficiency, colour: string): string {
  const matrix = DEFICIENCIES[deficiency];
  const rgb = linear(parse(colour));
  const seen = [0, 3, 6].map((row) => rgb.reduce((sum, v, i) => sum + v * (matrix[row + i] ?? 0), 0));
  return format(seen.map((v) => (v <= 0.0031308 ? 12.92 * v : 1.055 * Math.max(v, 0) ** (1 / 2.4) - 0.055)) as Triple);
}
