import { describe, expect, it } from 'vitest';
import { planAnimation } from '../src/animate';
import { describeMove } from '../src/announce';
import { centreOf, layOut } from '../src/geometry';
import { GLINSKI_START, pieces, shafran, SHAFRAN_START } from './boards';

const geometry = layOut(shafran, 'w', false);
const distance = (a: string, b: string) => {
  const from = centreOf(geometry, a);
  const to = centreOf(geometry, b);
  return Math.hypot(from.x - to.x, from.y - to.y);
};
const position = (list: string) => new Map(pieces(list).map((p) => [p.cell, p.piece]));
const plan = (before: string, after: string, ...hints: [string, string][]) =>
  planAnimation(position(before), position(after), distance, hints);

describe('planAnimation', () => {
  it('slides the piece that moved and fades the one that it captured', () => {
    expect(plan('Ke1 Ra1 na6', 'Ke1 Ra6')).toEqual({
      slides: [{ from: 'a1', to: 'a6', piece: 'R' }],
      fades: [{ cell: 'a6', piece: 'n' }],
    });
  });

  it('fades a pawn captured in passing where it stood', () => {
    expect(plan('Pd5 pe6', 'Pe7').fades).toEqual([{ cell: 'e6', piece: 'p' }]);
  });

  it('slides king and rook in castling', () => {
    expect(plan('Ke1 Ra1', 'Kb1 Rc1').slides).toEqual(
      expect.arrayContaining([
        { from: 'e1', to: 'b1', piece: 'K' },
        { from: 'a1', to: 'c1', piece: 'R' },
      ]),
    );
  });

  it('slides a pawn as the piece that it became, and back again', () => {
    expect(plan('Pe9', 'Qe10', ['e9', 'e10']).slides).toEqual([{ from: 'e9', to: 'e10', piece: 'Q' }]);
    expect(plan('Qe10', 'Pe9', ['e10', 'e9']).slides).toEqual([{ from: 'e10', to: 'e9', piece: 'P' }]);
    expect(plan('Pe9', 'Qe10').slides).toEqual([]);
  });

  it('pairs equal pieces that are nearest', () => {
    const { slides } = plan('Pa2 Pi6', 'Pa3 Pi7');
    expect(slides.map((s) => [s.from, s.to]).toSorted()).toEqual([
      ['a2', 'a3'],
      ['i6', 'i7'],
    ]);
  });

  it('takes another game for a new position, not for moves', () => {
    const toMap = (list: typeof SHAFRAN_START) => new Map(list.map((p) => [p.cell, p.piece]));
    const change = planAnimation(toMap(SHAFRAN_START), toMap(GLINSKI_START), distance, []);
    expect(change).toEqual({ slides: [], fades: [] });
  });
});

describe('describeMove', () => {
  const tell = (before: string, after: string, from: string, to: string, check = false, mate = false) =>
    describeMove(position(before), position(after), [from, to], { check, mate });

  it('tells a plain move, a capture and check', () => {
    expect(tell('Ra1 na6', 'Ra6', 'a1', 'a6', true)).toEqual({
      piece: 'R',
      from: 'a1',
      to: 'a6',
      captured: 'n',
      promotion: null,
      rook: null,
      check: true,
      mate: false,
    });
    expect(tell('Ra1 na6', 'Ra3 na6', 'a1', 'a3')).toMatchObject({ captured: null, check: false });
    expect(tell('Ra1 na6', 'Ra3 na6', 'a1', 'a3', true, true)).toMatchObject({ check: true, mate: true });
  });

  it('tells a capture in passing, a promotion and castling', () => {
    expect(tell('Pd5 pe6', 'Pe7', 'd5', 'e7')).toMatchObject({ captured: 'p' });
    expect(tell('Pe9 rf10', 'Nf10', 'e9', 'f10')).toMatchObject({ piece: 'P', promotion: 'N', captured: 'r' });
    expect(tell('Ke1 Ra1', 'Kb1 Rc1', 'e1', 'b1')).toMatchObject({ rook: ['a1', 'c1'], captured: null });
    // The rook lands on the cell that the king passed over; the king never lands where the rook stood.
    expect(tell('Ke1 Ra1', 'Kc1 Rd1', 'e1', 'c1')).toMatchObject({ rook: ['a1', 'd1'] });
  });

  it('is silent when the positions are not this move apart', () => {
    expect(tell('Ra3', 'Ra1', 'a1', 'a3')).toBeNull();
    expect(tell('Ra1', 'Ra1', 'a1', 'a3')).toBeNull();
    expect(tell('Ra1', 'ra3', 'a1', 'a3')).toBeNull();
  });
});
