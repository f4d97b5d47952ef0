import { describe, expect, it } from 'vitest';
import { activate, cancel, choose, drop, playPremove, select } from '../src/moves';
import { configure, initialState, isPickable, type State } from '../src/state';
import type { Config, LegalMove } from '../src/index';
import { pieces, shafran } from './boards';

const DESTS = new Map([
  ['e2', ['e3', 'd3']],
  ['d9', ['d10']],
  ['e1', ['e2', 'b1']],
]);

/** Black to move; the user is White. */
function start(premovable: Config['premovable'] = {}): State {
  return initialState({
    board: shafran,
    pieces: pieces('Ra1 Ke1 Pe2 Pd9 ke10'),
    turn: 'b',
    movable: 'w',
    moves: [{ uci: 'e10e9', from: 'e10', to: 'e9' }],
    premovable: { enabled: true, dests: DESTS, ...premovable },
  });
}

const premoved = (state: State, from: string, to: string) => activate(select(state, from).state, to);
const move = (from: string, to: string, more: Partial<LegalMove> = {}): LegalMove => ({
  uci: `${from}${to}${more.promotion ?? ''}`,
  from,
  to,
  ...more,
});
const played = (state: State) => playPremove(state).effects.flatMap((e) => (e.kind === 'move' ? e.move : []));

describe('entering a premove', () => {
  it('is for the pieces of the one who waits, where there is somewhere to go', () => {
    expect(['e2', 'a1', 'e10', 'e5'].map((cell) => isPickable(start(), cell))).toEqual([true, false, false, false]);
    expect(isPickable(start({ enabled: false }), 'e2')).toBe(false);
    expect(isPickable(configure(start(), { movable: 'both' }), 'e2')).toBe(false);
    expect(isPickable(configure(start(), { viewOnly: true }), 'e2')).toBe(false);
  });

  it('goes by two clicks and by dragging, and plays nothing yet', () => {
    const { state, effects } = premoved(start(), 'e2', 'd3');
    expect(state.premovable.current).toEqual({ from: 'e2', to: 'd3' });
    expect(state.selected).toBeNull();
    expect(effects).toContainEqual({ kind: 'premove', premove: { from: 'e2', to: 'd3' } });
    expect(effects.some((e) => e.kind === 'move')).toBe(false);
    const drag = { from: 'e2', piece: 'P', x: 0, y: 0, over: 'e3', touch: false };
    expect(drop({ ...start(), drag }, 'e3').state.premovable.current).toEqual({ from: 'e2', to: 'e3' });
    expect(drop({ ...start(), drag }, 'e4').state.premovable.current).toBeNull();
  });

  it('asks which piece a pawn is to become', () => {
    const asked = premoved(start({ promotion: (_, to) => (to === 'd10' ? ['q', 'n'] : []) }), 'd9', 'd10').state;
    expect(asked.question).toMatchObject({ kind: 'premove', to: 'd10' });
    expect(choose(asked, 1).state.premovable.current).toEqual({ from: 'd9', to: 'd10', promotion: 'n' });
    expect(cancel(asked).state.premovable.current).toBeNull();
  });

  it('leaves castling out when told to', () => {
    expect(premoved(start(), 'e1', 'b1').state.premovable.current).not.toBeNull();
    expect(premoved(start({ castle: false }), 'e1', 'b1').state.premovable.current).toBeNull();
    expect(premoved(start({ castle: false }), 'e1', 'e2').state.premovable.current).not.toBeNull();
  });
});

describe('taking a premove back', () => {
  const waiting = () => premoved(start(), 'e2', 'd3').state;

  it('is done by a click elsewhere, by Escape, and by picking a piece up', () => {
    const unset = { kind: 'premove', premove: null };
    for (const step of [activate(waiting(), 'a4'), cancel(waiting()), activate(waiting(), 'e1')]) {
      expect(step.state.premovable.current).toBeNull();
      expect(step.effects).toContainEqual(unset);
    }
  });

  it('happens by itself when it can no longer be meant', () => {
    expect(configure(waiting(), { pieces: pieces('Ra1 Ke1 ke10 Pe2 qe9') }).premovable.current).not.toBeNull();
    expect(configure(waiting(), { premovable: { dests: new Map([['e2', ['e3']]]) } }).premovable.current).toBeNull();
    expect(configure(waiting(), { pieces: pieces('Ra1 Ke1 ke10 qe2') }).premovable.current).toBeNull();
    expect(configure(waiting(), { premovable: { enabled: false } }).premovable.current).toBeNull();
  });
});

describe('playing a premove', () => {
  const then = (from: string, to: string, moves: LegalMove[], premovable: Config['premovable'] = {}) =>
    configure(premoved(start(premovable), from, to).state, { turn: 'w', moves });

  it('plays it if it is legal, and gives it up otherwise', () => {
    const legal = move('e2', 'd3', { capture: 'd3' });
    expect(played(then('e2', 'd3', [legal, move('e2', 'e3')]))).toEqual([legal]);
    const not = playPremove(then('e2', 'd3', [move('e2', 'e3')]));
    expect(not.state.premovable.current).toBeNull();
    expect(not.effects.some((e) => e.kind === 'move')).toBe(false);
    expect(playPremove(start())).toMatchObject({ effects: [] });
  });

  it('promotes to the piece that was chosen, or to a queen', () => {
    const moves = (['n', 'q', 'r'] as const).map((promotion) => move('d9', 'd10', { promotion }));
    expect(played(then('d9', 'd10', moves)).map((m) => m.promotion)).toEqual(['q']);
    const promotion = () => ['r'] as const;
    expect(played(then('d9', 'd10', moves, { promotion })).map((m) => m.promotion)).toEqual(['r']);
  });

  it('castles, and asks where castling can be meant in two ways', () => {
    const castling = move('e1', 'b1', { castling: 'Q-0-0-0', rook: ['a1', 'c1'] });
    expect(played(then('e1', 'b1', [castling]))).toEqual([castling]);
    const step = playPremove(then('e1', 'b1', [castling, move('e1', 'b1', { uci: 'Kb1' })]));
    expect(step.state.question?.kind).toBe('castling');
  });
});
