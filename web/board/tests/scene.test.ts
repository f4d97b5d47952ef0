// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import themes from '../theme.json';
import { centreOf, layOut, round } from '../src/geometry';
import { mix, placed, sceneOf, sceneSvg } from '../src/scene';
import { deVasa, shafran } from './boards';

const colours = themes.saffron.light;
const pieces = [
  { cell: 'e1', piece: 'K' },
  { cell: 'e10', piece: 'k' },
];

describe('mixed colours', () => {
  it('have the share that is wanted of each', () => {
    expect(mix('#ff0000', 0.5, '#0000ff')).toBe('#800080');
    expect(mix('#123456', 1, '#ffffff')).toBe('#123456');
    expect(mix('#123456', 0, '#0a0b0c')).toBe('#0a0b0c');
  });
});

describe('a scene', () => {
  it('has the rim, one outline for each colour of cells, and the pieces', () => {
    const { items, box } = sceneOf({ board: shafran, pieces, colours, coordinates: false });
    // Rim, three tones, light; shadow, body and details of two kings.
    expect(items).toHaveLength(4 + 3 + 1 + 2 * (3 + 2));
    expect(box).toEqual(layOut(shafran, 'w', false).viewBox);
  });

  it('has the strokes of the style sheet around the board', () => {
    const css = readFileSync(join(import.meta.dirname, '../src/board.css'), 'utf8');
    const rules = ['frame', 'rim-light', 'rim', 'rim-line'].map((part) => {
      const rule = new RegExp(`\\.sfb-${part} \\{([^}]*stroke-width[^}]*)\\}`).exec(css)?.[1] ?? '';
      const down = /translateY\((-?[\d.]+)px\)/.exec(rule)?.[1] ?? '0';
      return { width: Number(/stroke-width: ([\d.]+)/.exec(rule)?.[1]), down: Number(down) };
    });
    const drawn = sceneOf({ board: shafran, pieces, colours }).items.slice(0, 4);
    expect(drawn.map((item) => item.kind === 'path' && { width: item.stroke?.width, down: item.place?.y })).toEqual(
      rules,
    );
  });

  it('marks the last move and the king in check', () => {
    const fills = (options: object): Set<string> =>
      new Set(
        sceneOf({ board: shafran, pieces: [], colours, ...options }).items.flatMap((item) =>
          item.kind === 'path' && item.fill !== undefined ? [item.fill] : [],
        ),
      );
    expect(fills({}).size).toBe(3);
    const marked = fills({ lastMove: ['e2', 'e5'], check: 'e10' });
    expect(marked.size).toBeGreaterThanOrEqual(5);
    expect(marked).toContain(
      mix(colours.check, 0.8, colours[`cell${shafran.cells.find((c) => c.name === 'e10')?.colour ?? 0}`]),
    );
  });

  it('puts pieces into the middle of their cells, for both sides and turned', () => {
    for (const orientation of ['w', 'b'] as const) {
      for (const rotation of [0, 90]) {
        const geometry = layOut(deVasa, orientation, false, rotation);
        const cell = deVasa.cells[0]?.name ?? '';
        const scene = sceneOf({
          board: deVasa,
          pieces: [{ cell, piece: 'q' }],
          colours,
          orientation,
          rotation,
          coordinates: false,
        });
        const body = scene.items.at(-2);
        const { place } = body?.kind === 'path' ? body : {};
        const centre = centreOf(geometry, cell);
        expect(place?.x).toBeCloseTo(centre.x - 46, 0);
        expect(place?.y).toBeCloseTo(centre.y - 46, 0);
      }
    }
  });

  it('draws arrows and marks in the colour of their brush, and none outside the board', () => {
    const shapes = [{ from: 'e2', to: 'e5', brush: 'red' }, { from: 'e5' }, { from: 'z9', to: 'e5' }];
    const drawn = sceneOf({ board: shafran, pieces: [], colours, coordinates: false, shapes }).items.slice(4 + 3 + 1);
    expect(drawn).toHaveLength(2);
    expect(drawn[0]).toMatchObject({ fill: colours.red });
    expect(drawn[1]).toMatchObject({ stroke: { colour: colours.blue } });
  });

  it('can be put into another one', () => {
    const scene = sceneOf({ board: shafran, pieces, colours });
    const cells = placed(scene, 10, 20, 0.5)[4];
    const { x, y } = scene.box;
    expect(cells).toMatchObject({ place: { x: round(10 - x / 2), y: round(20 - y / 2), scale: 0.5 } });
  });
});

describe('the SVG of a scene', () => {
  it('needs nothing around it, and says what it is', () => {
    const svg = sceneSvg(
      sceneOf({ board: shafran, pieces, colours, shapes: [{ from: 'e2', label: '<1>' }] }),
      'A & B',
      300,
    );
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[-\d. ]+" width="300" height="\d+" role="img">/,
    );
    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).toContain('>&lt;1&gt;</text>');
    expect(svg).not.toMatch(/class=|style=|var\(|NaN|undefined/);
  });

  it('is an XML document', () => {
    const svg = sceneSvg(sceneOf({ board: deVasa, pieces, colours, coordinates: 'all' }), 'x');
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(parsed.querySelectorAll('text')).toHaveLength(deVasa.cells.length);
  });
});
