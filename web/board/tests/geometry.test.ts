import { describe, expect, it } from 'vitest';
import {
  acrossLines,
  aspectRatio,
  bestRotation,
  cellAt,
  centreOf,
  corners,
  fromScreen,
  layOut,
  lineEnds,
  UNIT,
} from '../src/geometry';
import { deVasa, glinski, shafran } from './boards';

const BOARDS = { shafran, glinski, deVasa };
const TURNS = Array.from({ length: 12 }, (_, i) => i * 30);

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
    }
  });

  it('fits the picture tightly around cells and coordinates, and keeps it and the cells in place whatever is shown', () => {
    for (const board of Object.values(BOARDS)) {
      for (const rotation of TURNS) {
        const first = layOut(board, 'w', true, rotation);
        for (const orientation of ['w', 'b'] as const) {
          for (const coordinates of ['outside', 'inside', 'all', false] as const) {
            const { viewBox, centres, flatTop, labels } = layOut(board, orientation, coordinates, rotation);
            const shift = { x: viewBox.x - first.viewBox.x, y: viewBox.y - first.viewBox.y };
            expect(viewBox.width).toBeCloseTo(first.viewBox.width, 1);
            expect(viewBox.height).toBeCloseTo(first.viewBox.height, 1);
            // Cells lie in the same places of the picture, under other names.
            const places = [...first.centres.values()];
            for (const { x, y } of centres.values()) {
              expect(places.some((p) => Math.hypot(x - shift.x - p.x, y - shift.y - p.y) < 0.1)).toBe(true);
            }
            const points = [...centres.values()].flatMap((c) =>
              corners(flatTop).map((p) => ({ x: c.x + p.x, y: c.y + p.y })),
            );
            for (const [axis, from, size] of [
              ['x', viewBox.x, viewBox.width],
              ['y', viewBox.y, viewBox.height],
            ] as const) {
              const values = [...points, ...labels].map((p) => p[axis]);
              const before = Math.min(...values) - from;
              const after = from + size - Math.max(...values);
              expect(Math.min(before, after)).toBeGreaterThan(0);
              expect(Math.max(before, after)).toBeLessThan(0.75 * UNIT);
            }
          }
        }
      }
    }
  });

  it('leaves the coordinates out when asked', () => {
    expect(layOut(shafran, 'w', false).labels).toEqual([]);
  });
});

describe('turning the board', () => {
  it('keeps cells apart, neighbours neighbours, and lines lines', () => {
    for (const board of Object.values(BOARDS)) {
      const upright = layOut(board, 'w', true);
      const names = (of: typeof upright, cell: string) => [...(of.neighbours.get(cell)?.values() ?? [])].toSorted();
      for (const rotation of TURNS) {
        const geometry = layOut(board, 'w', true, rotation);
        expect(geometry.flatTop).toBe(rotation % 60 === 0 ? board.flatTop : !board.flatTop);
        for (const cell of upright.order) {
          expect(names(geometry, cell)).toEqual(names(upright, cell));
          expect(cellAt(geometry, centreOf(geometry, cell))).toBe(cell);
        }
      }
    }
  });

  it('turns clockwise, and takes the nearest turn that the lattice permits', () => {
    const geometry = layOut(deVasa, 'w', true, 90);
    // White, who was at the bottom, is at the left; the a file is above.
    expect(centreOf(geometry, 'a1').x).toBeLessThan(centreOf(geometry, 'a9').x);
    expect(centreOf(geometry, 'a1').y).toBeLessThan(centreOf(geometry, 'i1').y);
    expect(layOut(deVasa, 'w', true, 100)).toEqual(geometry);
    expect(layOut(deVasa, 'w', true, -270)).toEqual(geometry);
    expect(lineEnds(geometry, deVasa, 'd4')).toEqual(['a4', 'i4']);
  });

  it('chooses the turn in which the cells are largest', () => {
    // A phone: De Vasa's board is wide, Shafran's and Glinski's are not.
    expect(bestRotation(deVasa, 360, 560)).toBe(90);
    expect(bestRotation(deVasa, 800, 560)).toBe(0);
    expect(bestRotation(shafran, 360, 560)).toBe(0);
    expect(bestRotation(deVasa, 360, 560, [0])).toBe(0);
    expect(aspectRatio(deVasa)).toBeGreaterThan(1.4);
    expect(aspectRatio(deVasa, 90)).toBeCloseTo(1 / aspectRatio(deVasa), 1);
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

  it('finds no cell outside the board', () => {
    const geometry = layOut(shafran, 'w', true);
    const { x, y } = centreOf(geometry, 'a1');
    expect(cellAt(geometry, { x: x - 60, y })).toBeNull();
    expect(cellAt(geometry, { x, y: y + 51 })).toBeNull();
    expect(cellAt(geometry, { x, y: y + 49 })).toBe('a1');
  });
});

describe('fromScreen', () => {
  it('takes the margins of a centred picture into account', () => {
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
    expect(lineEnds(layOut(shafran, 'b', true), shafran, 'f5')).toEqual(['f2', 'f10']);
    expect(lineEnds(layOut(deVasa, 'w', true), deVasa, 'd4')).toEqual(['a4', 'i4']);
    expect(lineEnds(layOut(shafran, 'w', true), shafran, 'f1')).toBeNull();
  });
});
