import { describe, expect, it } from 'vitest';
import { clearShapes, toggleShape } from '../src/draw';
import { activate, cancel, choose, drop, select } from '../src/moves';
import { cellInfo, configure, initialState, isMovable, targetsFrom, type State } from '../src/state';
import type { Config, LegalMove } from '../src/index';
import { pieces, shafran } from './boards';

const move = (from: string, to: string, more: Partial<LegalMove> = {}): LegalMove => ({
  uci: `${from}${to}${more.promotion ?? ''}`,
  from,
  to,
  ...more,
});

const PROMOTIONS = (['r', 'b', 'n', 'q'] as const).map((promotion) => move('d9', 'd10', { promotion }));
const MOVES = [
  move('e2', 'e3'),
  move('e2', 'e4'),
  move('e1', 'b1', { castling: 'Q-0-0-0', rook: ['a1', 'c1'] }),
  ...PROMOTIONS,
];
const POSITION = pieces('Ra1 Ke1 Pe2 Pd9 ke10');

/** Returns the choices of the open question. */
function choicesOf({ question }: State) {
  return question && question.kind !== 'confirm' ? question.choices : [];
}

function start(more = {}) {
  return initialState({ board: shafran, pieces: POSITION, moves: MOVES, ...more });
}

describe('whose pieces can be moved', () => {
  it('offers only pieces with legal moves, of the side to move, for the user who plays it', () => {
    expect(isMovable(start(), 'e2')).toBe(true);
    expect(isMovable(start(), 'a1')).toBe(false);
    expect(isMovable(start(), 'e5')).toBe(false);
    expect(isMovable(start({ movable: 'b' }), 'e2')).toBe(false);
    expect(isMovable(start({ movable: 'none' }), 'e2')).toBe(false);
    expect(isMovable(start({ turn: 'b' }), 'e2')).toBe(false);
    expect(isMovable(start({ viewOnly: true }), 'e2')).toBe(false);
  });

  it('groups the moves by target, so that promotions are one target', () => {
    expect([...targetsFrom(start(), 'd9').keys()]).toEqual(['d10']);
    expect(targetsFrom(start(), 'd9').get('d10')).toHaveLength(4);
    expect(targetsFrom(start(), null).size).toBe(0);
  });
});

describe('clicking', () => {
  it('picks up, then moves', () => {
    const picked = activate(start(), 'e2');
    expect(picked.state.selected).toBe('e2');
    expect(picked.effects).toContainEqual({ kind: 'select', cell: 'e2' });
    const moved = activate(picked.state, 'e4');
    expect(moved.effects).toContainEqual({ kind: 'move', move: MOVES[1] });
    expect(moved.state.selected).toBeNull();
  });

  it('picks another piece up instead, and puts back on a second click or elsewhere', () => {
    const picked = activate(start(), 'e2').state;
    expect(activate(picked, 'e1').state.selected).toBe('e1');
    expect(activate(picked, 'e2').state.selected).toBeNull();
    const elsewhere = activate(picked, 'a4');
    expect(elsewhere.state.selected).toBeNull();
    expect(elsewhere.effects.some((e) => e.kind === 'move')).toBe(false);
  });

  it('hands castling over as it was handed in', () => {
    const { effects } = activate(select(start(), 'e1').state, 'b1');
    expect(effects).toContainEqual({ kind: 'move', move: MOVES[2] });
  });

  it('castles also by putting the king on the rook, unless that is switched off', () => {
    const picked = select(start(), 'e1').state;
    expect([...targetsFrom(picked, 'e1').keys()]).toEqual(['b1', 'a1']);
    expect(activate(picked, 'a1').effects).toContainEqual({ kind: 'move', move: MOVES[2] });
    const strict = select(start({ movable: { rookCastle: false } }), 'e1').state;
    expect([...targetsFrom(strict, 'e1').keys()]).toEqual(['b1']);
    expect(activate(strict, 'a1').effects.some((e) => e.kind === 'move')).toBe(false);
  });

  it('asks which castling is meant on a rook with two, and between castling and a step of the king', () => {
    const short = move('e1', 'c1', { castling: 'Q-0-0', rook: ['a1', 'd1'] });
    const both = [...MOVES, short, move('e1', 'b1', { uci: 'Kb1' })];
    const picked = select(start({ moves: both }), 'e1').state;
    const rook = activate(picked, 'a1').state;
    expect(rook.question).toMatchObject({ kind: 'castling', to: 'a1' });
    expect(choicesOf(rook).map((m) => m.castling)).toEqual(['Q-0-0', 'Q-0-0-0']);
    const shared = activate(picked, 'b1').state;
    expect(choicesOf(shared).map((m) => m.castling)).toEqual([undefined, 'Q-0-0-0']);
    expect(choose(shared, 0).effects).toContainEqual({ kind: 'move', move: choicesOf(shared)[0] });
    // The question closes when one of its moves is no longer legal.
    expect(configure(shared, { moves: [short] }).question).toBeNull();
  });

  it('does nothing on a picture', () => {
    const state = start({ viewOnly: true });
    expect(activate(state, 'e2')).toEqual({ state, effects: [] });
  });
});

describe('dragging', () => {
  const dragging = () => ({
    ...select(start(), 'e2').state,
    drag: { from: 'e2', piece: 'P', x: 0, y: 0, over: null, touch: false },
  });

  it('moves on a target, stays picked up where it was, and goes back anywhere else', () => {
    expect(drop(dragging(), 'e3').effects).toContainEqual({ kind: 'move', move: MOVES[0] });
    expect(drop(dragging(), 'e2').state).toMatchObject({ selected: 'e2', drag: null });
    expect(drop(dragging(), 'g9').state).toMatchObject({ selected: null, drag: null });
    expect(drop(dragging(), null).state).toMatchObject({ selected: null, drag: null });
  });

  it('is given up when the position changes under it', () => {
    const next = configure(dragging(), { pieces: pieces('Ke1 ke10'), moves: [] });
    expect(next.drag).toBeNull();
    expect(next.selected).toBeNull();
  });
});

describe('promotion', () => {
  const asked = () => activate(select(start(), 'd9').state, 'd10').state;

  it('asks, queen first, and moves only after the choice', () => {
    const step = activate(select(start(), 'd9').state, 'd10');
    expect(step.effects.some((e) => e.kind === 'move')).toBe(false);
    expect(choicesOf(step.state).map((m) => m.promotion)).toEqual(['q', 'n', 'r', 'b']);
    const knight = PROMOTIONS[2] as LegalMove;
    const chosen = choose(step.state, 1);
    expect(chosen.effects).toContainEqual({ kind: 'move', move: knight });
    expect(chosen.state.question).toBeNull();
  });

  it('can be cancelled', () => {
    const { state, effects } = cancel(asked());
    expect(state).toMatchObject({ question: null, selected: null });
    expect(effects.some((e) => e.kind === 'move')).toBe(false);
  });

  it('takes no move that was not offered', () => {
    const state = asked();
    for (const index of [-1, 4]) expect(choose(state, index)).toEqual({ state, effects: [] });
  });

  it('closes when the move is legal no more', () => {
    expect(configure(asked(), { moves: [MOVES[0] as LegalMove] }).question).toBeNull();
    expect(configure(asked(), { lastMove: ['e1', 'e2'] }).question).not.toBeNull();
  });

  it('is not asked where one piece alone can be had', () => {
    const only = move('d9', 'd10', { promotion: 'q' });
    const { effects } = activate(select(start({ moves: [only] }), 'd9').state, 'd10');
    expect(effects).toContainEqual({ kind: 'move', move: only });
  });
});

describe('configure', () => {
  it('takes a group of options in part, and keeps it the same object where nothing changes', () => {
    const state = start({ movable: { rookCastle: false } });
    expect(state.movable).toMatchObject({ color: 'both', rookCastle: false });
    expect(configure(state, { movable: 'b' }).movable).toMatchObject({ color: 'b', rookCastle: false });
    expect(configure(state, { movable: { color: 'both' } }).movable).toBe(state.movable);
  });

  it('keeps equal pieces as the same object, so that nothing is redrawn', () => {
    const state = start();
    expect(configure(state, { pieces: pieces('ke10 Pd9 Pe2 Ke1 Ra1') }).pieces).toBe(state.pieces);
    expect(configure(state, { pieces: pieces('Ke1 ke10') }).pieces).not.toBe(state.pieces);
  });

  it('keeps a piece picked up as long as it can still move', () => {
    const picked = select(start(), 'e2').state;
    expect(configure(picked, { moves: [...MOVES] }).selected).toBe('e2');
    expect(configure(picked, { turn: 'b' }).selected).toBeNull();
  });

  it('leaves an option alone that is named but undefined', () => {
    const state = start({ orientation: 'b' });
    const { orientation, geometry } = configure(state, { orientation: undefined } as unknown as Partial<Config>);
    expect([orientation, geometry]).toEqual(['b', state.geometry]);
  });
});

describe('arrows and marks', () => {
  const arrow = { from: 'a1', to: 'c3' };

  it('are drawn, taken away by drawing them again, and recoloured', () => {
    const one = toggleShape(start(), arrow).state;
    expect(one.drawable.shapes).toEqual([arrow]);
    expect(toggleShape(one, { ...arrow, brush: 'blue' }).state.drawable.shapes).toEqual([]);
    expect(toggleShape(one, { ...arrow, brush: 'red' }).state.drawable.shapes).toEqual([{ ...arrow, brush: 'red' }]);
    expect(toggleShape(one, { from: 'a1' }).state.drawable.shapes).toHaveLength(2);
  });

  it('are all cleared at once, and by a new position', () => {
    const one = toggleShape(start(), arrow).state;
    expect(clearShapes(one).effects).toEqual([{ kind: 'draw', shapes: [] }]);
    expect(clearShapes(start()).effects).toEqual([]);
    expect(configure(one, { pieces: pieces('Ke1 ke10') }).drawable.shapes).toEqual([]);
  });
});

describe('cellInfo', () => {
  it('counts cells to go to, not moves', () => {
    const state = start();
    expect(cellInfo(state, 'd9', 0, new Map())).toMatchObject({ piece: 'P', moves: 1, target: null });
    expect(cellInfo(state, 'e2', 0, new Map())).toMatchObject({ moves: 2 });
  });

  it('counts the cells that the king may go to, and not the rooks as well', () => {
    expect(cellInfo(start(), 'e1', 0, new Map())).toMatchObject({ moves: 1 });
    const targets = targetsFrom(start(), 'e1');
    expect(cellInfo(start(), 'a1', 0, targets).target).toEqual({
      capture: false,
      promotion: false,
      castling: 'Q-0-0-0',
    });
  });

  it('tells what the picked-up piece would do', () => {
    const state = select(start({ lastMove: ['e9', 'e10'], check: 'e10' }), 'e1').state;
    const targets = targetsFrom(state, 'e1');
    expect(cellInfo(state, 'b1', 2, targets).target).toEqual({ capture: false, promotion: false, castling: 'Q-0-0-0' });
    expect(cellInfo(state, 'e10', 2, targets)).toMatchObject({ target: null, lastMove: true, check: true });
  });
});
