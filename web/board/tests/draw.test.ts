import { describe, expect, it } from 'vitest';
import { brushFor, drawByKey, isLineOrLeap, snapTo, toggleShape } from '../src/draw';
import { centreOf, layOut, UNIT } from '../src/geometry';
import { initialState } from '../src/state';
import { deVasa, glinski, shafran } from './boards';

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

describe('brushes', () => {
  it('follow the modifiers', () => {
    const brush = (change: Partial<typeof none>) => brushFor({ ...none, ...change });
    expect([brush({}), brush({ shiftKey: true }), brush({ ctrlKey: true })]).toEqual(['green', 'red', 'red']);
    expect([brush({ altKey: true }), brush({ altKey: true, shiftKey: true })]).toEqual(['blue', 'yellow']);
  });
});

describe('snapping', () => {
  it('knows 12 leaps and the lines of a queen from a cell in the middle', () => {
    const geometry = layOut(glinski, 'w', false);
    const goals = geometry.order.filter((cell) => cell !== 'f6' && isLineOrLeap(geometry, 'f6', cell));
    // A queen on f6 of an empty board has 30 rook's and 12 bishop's moves, a knight 12.
    expect(goals).toHaveLength(30 + 12 + 12);
    expect(goals).toEqual(expect.arrayContaining(['f11', 'a1', 'e4', 'g8', 'h6']));
  });

  it('goes to the nearest such cell, the same one however the board is turned', () => {
    for (const board of [shafran, glinski, deVasa]) {
      for (const rotation of [0, 30, 90, 180]) {
        const geometry = layOut(board, 'w', false, rotation);
        for (const { name: from } of board.cells.slice(0, 5)) {
          for (const { name: to } of board.cells) {
            const snapped = snapTo(geometry, from, centreOf(geometry, to));
            expect(isLineOrLeap(geometry, from, snapped)).toBe(true);
            if (isLineOrLeap(geometry, from, to)) expect(snapped).toBe(to);
            else {
              const [a, b] = [centreOf(geometry, to), centreOf(geometry, snapped)];
              expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(4 * UNIT);
            }
          }
        }
      }
    }
  });
});

describe('drawing from the keyboard', () => {
  it('begins at the focus and ends there, and twice on one cell marks it', () => {
    const state = { ...initialState({ board: shafran }), focused: 'a1' };
    const begun = drawByKey(state, 'green').state;
    expect(begun.drawing).toEqual({ from: 'a1', brush: 'green' });
    expect(drawByKey(begun, 'red').state.drawable.shapes).toEqual([{ from: 'a1', brush: 'green' }]);
    const arrow = drawByKey({ ...begun, focused: 'b2' }, 'green');
    expect(arrow.state.drawable.shapes).toEqual([{ from: 'a1', to: 'b2', brush: 'green' }]);
    expect(arrow.effects).toContainEqual({ kind: 'say', text: 'Arrow from a1 to b2, green.' });
    const off = { ...initialState({ board: shafran, drawable: false }), focused: 'a1' };
    expect(drawByKey(off, 'green').state.drawing).toBeNull();
  });

  it('says what is taken away', () => {
    const one = toggleShape(initialState({ board: shafran }), { from: 'a1', brush: 'red' }).state;
    expect(toggleShape(one, { from: 'a1', brush: 'red' }).effects).toContainEqual({
      kind: 'say',
      text: 'Mark on a1, red, taken away.',
    });
  });
});
