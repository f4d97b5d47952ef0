import { describe, expect, it } from 'vitest';
import { acrossLines, cellAt, centreOf, corners, fromScreen, layOut, lineEnds, UNIT } from '../src/geometry';
import { deVasa, glinski, shafran } from './boards';

const BOARDS = { shafran, glinski, deVasa };

function around(board: typeof shafran, cell: string, orientation: 'w' | 'b' = 'w') {
  return Object.fromEntries(layOut(board, orientation, true).neighbours.get(cell) ?? []);
}

describe('layOut', () => {
  it('has the numbers of cells and of touching pairs that the boards have', () => {
    const counted = Object.values(BOARDS).map((board) => {
      const { centres, neighbours } = layOut(board, 'w', true);
      const touching = [...neighbours.values()].reduce((sum, list) => sum + list.size, 0) / 2;
      return [centres.size, touching];
    });
    // A hexagon with 6 cells a side has 9*36-15*6+6 = 240 pairs; a 9 by 9 rhombus 2*72+64 = 208.
    expect(counted.slice(1)).toEqual([
      [91, 240],
      [81, 208],
    ]);
    expect(counted[0]?.[0]).toBe(70);
  });

  it('knows the neighbours by their direction on the screen', () => {
    expect(around(shafran, 'e4')).toEqual({ n: 'e5', ne: 'f5', se: 'f4', s: 'e3', sw: 'd3', nw: 'd4' });
    expect(around(deVasa, 'e5')).toEqual({ ne: 'f6', e: 'f5', se: 'e4', sw: 'd4', w: 'd5', nw: 'e6' });
    expect(around(shafran, 'a1')).toEqual({ n: 'a2', ne: 'b2', se: 'b1' });
  });

  it('turns the board by 180 degrees for Black', () => {
    expect(around(shafran, 'e4', 'b')).toEqual({ s: 'e5', sw: 'f5', nw: 'f4', n: 'e3', ne: 'd3', se: 'd4' });
    for (const board of Object.values(BOARDS)) {
      const white = layOut(board, 'w', true);
      const black = layOut(board, 'b', true);
      for (const [cell, { x, y }] of white.centres) expect(centreOf(black, cell)).toEqual({ x: -x || 0, y: -y || 0 });
      expect(black.labels.map(({ x, y }) => [-x || 0, -y || 0])).toEqual(white.labels.map(({ x, y }) => [x, y]));
    }
  });

  it('fits the picture tightly around cells and coordinates', () => {
    for (const board of Object.values(BOARDS)) {
      for (const orientation of ['w', 'b'] as const) {
        for (const coordinates of [true, false]) {
          const { viewBox, centres, labels, flatTop } = layOut(board, orientation, coordinates);
          const points = [...centres.values()].flatMap((c) =>
            corners(flatTop).map((p) => ({ x: c.x + p.x, y: c.y + p.y })),
          );
          const all = [...points, ...labels];
          for (const [axis, from, size] of [
            ['x', viewBox.x, viewBox.width],
            ['y', viewBox.y, viewBox.height],
          ] as const) {
            const values = all.map((p) => p[axis]);
            const before = Math.min(...values) - from;
            const after = from + size - Math.max(...values);
            expect(Math.min(before, after)).toBeGreaterThan(0);
            expect(Math.max(before, after)).toBeLessThan(0.25 * UNIT);
          }
        }
      }
    }
  });

  it('leaves the coordinates out when asked', () => {
    expect(layOut(shafran, 'w', false).labels).toEqual([]);
  });
});

describe('cellAt', () => {
  it('finds every cell by a point near each of its corners and edges', () => {
    for (const board of Object.values(BOARDS)) {
      const geometry = layOut(board, 'b', true);
      for (const [cell, centre] of geometry.centres) {
        for (const corner of corners(board.flatTop, 55)) {
          expect(cellAt(geometry, { x: centre.x + corner.x, y: centre.y + corner.y })).toBe(cell);
        }
      }
    }
  });

  it('finds nothing beside the board', () => {
    const geometry = layOut(shafran, 'w', true);
    const { x, y } = centreOf(geometry, 'a1');
    expect(cellAt(geometry, { x: x - 60, y })).toBeNull();
    expect(cellAt(geometry, { x, y: y + 51 })).toBeNull();
    expect(cellAt(geometry, { x, y: y + 49 })).toBe('a1');
  });
});

describe('fromScreen', () => {
  it('takes the empty room beside a centred picture into account', () => {
    const viewBox = { x: -100, y: 0, width: 200, height: 400 };
    const rect = { left: 10, top: 20, width: 300, height: 200 };
    // The picture is 100 pixels wide in the middle of 300, so one pixel is two units.
    expect(fromScreen(160, 120, rect, viewBox)).toEqual({ x: 0, y: 200 });
    expect(fromScreen(110, 20, rect, viewBox)).toEqual({ x: -100, y: 0 });
  });
});

describe('walking over the board', () => {
  it('comes back to where it began', () => {
    for (const board of Object.values(BOARDS)) {
      const geometry = layOut(board, 'w', true);
      for (const [cell, centre] of geometry.centres) {
        const anchor = board.flatTop ? centre.y : centre.x;
        for (const sign of [1, -1] as const) {
          const there = acrossLines(geometry, cell, sign, anchor);
          if (there === null) continue;
          const back = acrossLines(geometry, there, sign === 1 ? -1 : 1, anchor);
          expect(back).toBe(cell);
        }
      }
    }
  });

  it('stays on the level where it began instead of sliding down the ranks', () => {
    const geometry = layOut(glinski, 'w', true);
    const anchor = centreOf(geometry, 'a3').y;
    const visited = ['a3'];
    for (let next: string | null = 'a3'; next !== null;) {
      next = acrossLines(geometry, next, 1, anchor);
      if (next) visited.push(next);
    }
    expect(visited).toEqual(['a3', 'b4', 'c4', 'd5', 'e5', 'f6', 'g5', 'h5', 'i4', 'k4', 'l3']);
  });

  it('knows both ends of a file, or of a rank where ranks are level', () => {
    expect(lineEnds(shafran, 'f5')).toEqual(['f2', 'f10']);
    expect(lineEnds(deVasa, 'd4')).toEqual(['a4', 'i4']);
    expect(lineEnds(shafran, 'f1')).toBeNull();
  });
});
