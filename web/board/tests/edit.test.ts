import { describe, expect, it } from 'vitest';
import { freeMove, paint, put, remove } from '../src/edit';
import { activate, drop, select } from '../src/moves';
import { initialState, type State } from '../src/state';
import type { Config } from '../src/index';
import { pieces, shafran } from './boards';

function start(config: Partial<Config> = {}): State {
  return initialState({ board: shafran, pieces: pieces('Ke1 Pe2 ke10'), movable: { free: true }, ...config });
}

const list = (state: State) => [...state.pieces].map(([cell, piece]) => piece + cell).toSorted();
const kinds = (step: { effects: readonly { kind: string }[] }) => step.effects.map((e) => e.kind);

describe('free moves', () => {
  it('take any piece to any cell, and what stood there away', () => {
    const moved = activate(select(start(), 'e10').state, 'a1');
    expect(list(moved.state)).toEqual(['Ke1', 'Pe2', 'ka1']);
    const taken = freeMove(start(), 'e2', 'e10');
    expect(list(taken.state)).toEqual(['Ke1', 'Pe10']);
    expect(taken.effects).toContainEqual({ kind: 'after', from: 'e2', to: 'e10', captured: 'k' });
    expect(kinds(taken)).toContain('change');
  });

  it('never change the pieces handed in, and never lose or add one but by capture', () => {
    const state = start();
    for (const { name: from } of shafran.cells) {
      for (const { name: to } of shafran.cells) {
        const before = list(state);
        const after = freeMove(state, from, to).state;
        expect(list(state)).toEqual(before);
        const captured = state.pieces.has(from) && state.pieces.has(to) && from !== to ? 1 : 0;
        expect(after.pieces.size).toBe(before.length - captured);
      }
    }
  });

  it('are for the sides that are movable only', () => {
    const state = start({ movable: { free: true, color: 'w' } });
    expect(freeMove(state, 'e10', 'a1').state).toBe(state);
    expect(select(state, 'e10').state.selected).toBeNull();
    expect(freeMove(start(), 'e2', 'z9').state.pieces.size).toBe(3);
  });
});

describe('putting and removing', () => {
  it('puts a piece in place of another, and says so', () => {
    const step = put(start(), 'q', 'e2');
    expect(list(step.state)).toEqual(['Ke1', 'ke10', 'qe2']);
    expect(step.effects).toContainEqual({ kind: 'put', piece: 'q', cell: 'e2' });
    expect(step.effects).toContainEqual({ kind: 'say', text: 'Black queen put on e2.' });
    const state = start();
    expect(put(state, 'q', 'z9')).toEqual({ state, effects: [] });
  });

  it('removes a piece that is there', () => {
    expect(list(remove(start(), 'e2').state)).toEqual(['Ke1', 'ke10']);
    const state = start();
    expect(remove(state, 'e5')).toEqual({ state, effects: [] });
  });

  it('follows the palette: puts, takes the same away again, and erases', () => {
    const palette = start({ selectedPalette: 'Q' });
    const once = activate(palette, 'e2').state;
    expect(list(once)).toEqual(['Ke1', 'Qe2', 'ke10']);
    expect(list(activate(once, 'e2').state)).toEqual(['Ke1', 'ke10']);
    expect(list(activate(start({ selectedPalette: 'eraser' }), 'e1').state)).toEqual(['Pe2', 'ke10']);
    expect(paint(start(), 'e2').effects).toEqual([]);
  });

  it('adds a piece dragged from outside the board, and removes one dropped there', () => {
    const drag = { from: null, piece: 'n', x: 0, y: 0, over: 'a1', touch: false };
    expect(list(drop({ ...start(), drag }, 'a1').state)).toContain('na1');
    expect(list(drop({ ...start(), drag }, null).state)).toHaveLength(3);
    const held = { ...drag, from: 'e2', piece: 'P' };
    expect(list(drop({ ...start(), drag: held }, null).state)).toHaveLength(3);
    const off = start({ draggable: { deleteOnDropOff: true } });
    expect(list(drop({ ...off, drag: held }, null).state)).toEqual(['Ke1', 'ke10']);
  });
});
