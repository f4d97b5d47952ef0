import { describe, expect, it } from 'vitest';
import { cellAt, layOut, UNIT } from '../src/geometry';
import { labelSize } from '../src/render';
import { deVasa, glinski, shafran } from './boards';

const BOARDS = { shafran, glinski, deVasa };
const SIDES = ['w', 'b'] as const;
const TURNS = Array.from({ length: 12 }, (_, i) => i * 30);

describe('coordinates outside', () => {
  it('have letters outside the board and numbers within it, apart, each at the end of its own file or rank', () => {
    for (const board of Object.values(BOARDS)) {
      for (const side of SIDES) {
        for (const rotation of TURNS) {
          const geometry = layOut(board, side, 'outside', rotation);
          for (const [i, label] of geometry.labels.entries()) {
            expect(cellAt(geometry, label) === null).toBe(!/^\d/.test(label.text));
            const near = [...geometry.centres].toSorted(
              ([, a], [, b]) => Math.hypot(a.x - label.x, a.y - label.y) - Math.hypot(b.x - label.x, b.y - label.y),
            )[0]?.[0];
            const cell = board.cells.find((c) => c.name === near);
            expect([cell?.file, String(cell?.rank)]).toContain(label.text);
            for (const other of geometry.labels.slice(i + 1)) {
              expect(Math.hypot(other.x - label.x, other.y - label.y)).toBeGreaterThan(0.35 * UNIT);
            }
          }
        }
      }
    }
  });

  it('are at the left and below for both sides, or above where one edge would have both', () => {
    for (const board of Object.values(BOARDS)) {
      for (const side of SIDES) {
        const { labels, viewBox } = layOut(board, side, 'outside');
        const middle = { x: viewBox.x + viewBox.width / 2, y: viewBox.y + viewBox.height / 2 };
        const files = new Set(board.cells.map((c) => c.file));
        for (const file of files) {
          const above = board === glinski && side === 'b';
          expect(labels.some((l) => l.text === file && l.y > middle.y !== above)).toBe(true);
        }
        for (const label of labels.filter((l) => !files.has(l.text))) expect(label.x).toBeLessThan(middle.x + UNIT);
      }
    }
  });

  it('name a slanted file at both ends, leaning as it does', () => {
    const { labels } = layOut(deVasa, 'w', 'outside');
    expect(labels.filter((l) => l.text === 'c').map((l) => l.turn)).toEqual([-30, -30]);
    expect(labels.filter((l) => l.text === '3').map((l) => l.turn)).toEqual([0]);
    expect(layOut(shafran, 'w', 'outside').labels.every((l) => l.turn === 0)).toBe(true);
  });
});

describe('coordinates on the cells', () => {
  it('are on the edge, or on every cell with its name', () => {
    for (const board of Object.values(BOARDS)) {
      for (const side of SIDES) {
        const inside = layOut(board, side, 'inside');
        expect(inside.labels.every((l) => cellAt(inside, l) !== null)).toBe(true);
        const all = layOut(board, side, 'all');
        expect(all.labels.map((l) => l.text)).toEqual(all.labels.map((l) => cellAt(all, l)));
        expect(all.labels).toHaveLength(board.cells.length);
      }
    }
  });
});

describe('labelSize', () => {
  it('is about 10.5 pixels on a board of 700, at least 8 on a phone, and never overwhelms', () => {
    expect(labelSize(0.7, 1000) * 0.7).toBeCloseTo(10.5, 1);
    expect(labelSize(0.36, 1000) * 0.36).toBeCloseTo(8, 1);
    expect(labelSize(2, 1000) * 2).toBe(12);
    expect(labelSize(0.1, 1000)).toBe(34);
  });
});
