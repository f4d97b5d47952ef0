import { describe, expect, it } from 'vitest';
import { anchorOf, CellTyping, moveFocus, readKey, type Key } from '../src/keyboard';
import { select } from '../src/moves';
import { initialState, type State } from '../src/state';
import { deVasa, glinski, pieces, shafran } from './boards';

const key = (name: string, code = ''): Key => ({ key: name, code });

function press(state: State, pressed: Key): string {
  const action = readKey(pressed, state.geometry.flatTop);
  return action ? moveFocus(state, action, anchorOf(state, state.focused)) : state.focused;
}

describe('keys', () => {
  it('step to all six neighbours, in every alphabet', () => {
    const state = { ...initialState({ board: shafran }), focused: 'e4' };
    const steps = [
      ['й', 'KeyQ', 'd4'],
      ['w', 'KeyW', 'e5'],
      ['e', 'KeyE', 'f5'],
      ['a', 'KeyA', 'd3'],
      ['s', 'KeyS', 'e3'],
      ['D', 'KeyD', 'f4'],
    ] as const;
    for (const [name, code, goal] of steps) expect(press(state, key(name, code))).toBe(goal);
  });

  it('step to all six neighbours where hexagons have a pointed top', () => {
    const state = { ...initialState({ board: deVasa }), focused: 'e5' };
    const steps = [
      ['KeyW', 'e6'],
      ['KeyE', 'f6'],
      ['KeyA', 'd5'],
      ['KeyD', 'f5'],
      ['KeyZ', 'd4'],
      ['KeyX', 'e4'],
    ] as const;
    for (const [code, goal] of steps) expect(press(state, key('?', code))).toBe(goal);
  });

  it('follow the screen when the board is turned', () => {
    const state = { ...initialState({ board: shafran, orientation: 'b' }), focused: 'e4' };
    expect(press(state, key('ArrowUp'))).toBe('e3');
    expect(press(state, key('e', 'KeyE'))).toBe('d3');
  });

  it('stop at the edge', () => {
    const state = { ...initialState({ board: shafran }), focused: 'a1' };
    expect(press(state, key('ArrowDown'))).toBe('a1');
    expect(press(state, key('ArrowLeft'))).toBe('a1');
  });

  it('reach every cell with the four arrows alone', () => {
    for (const board of [shafran, glinski, deVasa]) {
      const state = initialState({ board });
      const reached = new Set([state.focused]);
      for (const cell of reached) {
        for (const name of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          reached.add(press({ ...state, focused: cell }, key(name)));
        }
      }
      expect(reached.size).toBe(board.cells.length);
    }
  });

  it('go to both ends of the line', () => {
    const state = { ...initialState({ board: shafran }), focused: 'f5' };
    expect(press(state, key('Home'))).toBe('f2');
    expect(press(state, key('End'))).toBe('f10');
  });

  it('are left to the page with Ctrl, Alt or Meta, and when they mean nothing', () => {
    expect(readKey({ ...key('a', 'KeyA'), ctrlKey: true }, true)).toBeNull();
    expect(readKey({ ...key('ArrowLeft'), altKey: true }, true)).toBeNull();
    expect(readKey(key('Tab', 'Tab'), true)).toBeNull();
    expect(readKey(key('z', 'KeyZ'), true)).toBeNull();
  });

  it('go round the pieces that can move, and round the targets of the one picked up', () => {
    const moves = [
      { uci: 'e2e3', from: 'e2', to: 'e3' },
      { uci: 'e2e4', from: 'e2', to: 'e4' },
      { uci: 'a2a3', from: 'a2', to: 'a3' },
    ];
    const state = initialState({ board: shafran, pieces: pieces('Ke1 Pe2 Pa2 ke10'), moves });
    const next = key('n', 'KeyN');
    expect(press({ ...state, focused: 'e10' }, next)).toBe('a2');
    expect(press({ ...state, focused: 'a2' }, next)).toBe('e2');
    expect(press({ ...state, focused: 'e2' }, next)).toBe('a2');
    expect(press({ ...state, focused: 'a2' }, key('p', 'KeyP'))).toBe('e2');
    const picked = select(state, 'e2').state;
    expect(press({ ...picked, focused: 'e10' }, next)).toBe('e4');
    expect(press({ ...picked, focused: 'e4' }, next)).toBe('e3');
  });
});

describe('typing a cell', () => {
  const cells = initialState({ board: shafran }).geometry.centres;

  it('jumps as soon as a cell is named, and on to one with two digits', () => {
    const typing = new CellTyping();
    expect(typing.take(key('e', 'KeyE'), cells, 100)).toBeNull();
    expect(typing.take(key('1', 'Digit1'), cells, 200)).toBe('e1');
    expect(typing.take(key('0', 'Digit0'), cells, 300)).toBe('e10');
  });

  it('forgets after a pause, and after a key that is part of no name', () => {
    const typing = new CellTyping();
    typing.take(key('e', 'KeyE'), cells, 100);
    expect(typing.take(key('1', 'Digit1'), cells, 5000)).toBeNull();
    typing.take(key('e', 'KeyE'), cells, 6000);
    typing.take(key('Enter', 'Enter'), cells, 6100);
    expect(typing.take(key('1', 'Digit1'), cells, 6200)).toBeNull();
  });

  it('names no cell that the board lacks', () => {
    const typing = new CellTyping();
    typing.take(key('f', 'KeyF'), cells, 100);
    expect(typing.take(key('1', 'Digit1'), cells, 200)).toBeNull();
    expect(typing.take(key('0', 'Digit0'), cells, 300)).toBe('f10');
  });

  it('reads the place of the key where the alphabet is another', () => {
    const typing = new CellTyping();
    typing.take(key('а', 'KeyF'), cells, 100);
    expect(typing.take(key('3', 'Digit3'), cells, 200)).toBe('f3');
  });
});
