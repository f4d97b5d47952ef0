import { describe, expect, it } from 'vitest';
import type { GameOffer, Seek, TimeControl } from '../../generated/protocol';
import { answers, CLOCKS, clockOf, INCREMENTS, INITIALS, sameControl, speedOf } from './controls';

const clock = (initial: number, increment: number): TimeControl => ({ kind: 'clock', initial, increment });

describe('time controls', () => {
  it.each([
    [clock(60, 0), 'bullet'],
    [clock(120, 1), 'bullet'],
    [clock(179, 0), 'bullet'],
    [clock(180, 0), 'blitz'],
    [clock(300, 3), 'blitz'],
    [clock(480, 0), 'rapid'],
    [clock(900, 10), 'rapid'],
    [clock(1500, 0), 'classical'],
    [{ kind: 'correspondence', days: 3 }, 'correspondence'],
    [{ kind: 'unlimited' }, 'correspondence'],
  ] as const)('%o is %s', (control, speed) => expect(speedOf(control)).toBe(speed));

  it('can all be chosen on the sliders, which rise', () => {
    for (const [minutes, increment] of CLOCKS) {
      expect(INITIALS).toContain(minutes * 60);
      expect(INCREMENTS).toContain(increment);
    }
    for (const list of [INITIALS, INCREMENTS]) expect([...list].sort((a, b) => a - b)).toEqual(list);
    expect([INITIALS.at(-1), INCREMENTS.at(-1)]).toEqual([10_800, 180]);
  });

  it('are compared by what they are', () => {
    expect(sameControl(clock(300, 3), clockOf([5, 3]))).toBe(true);
    expect(sameControl(clock(300, 3), clock(300, 0))).toBe(false);
    expect(sameControl({ kind: 'correspondence', days: 3 }, { kind: 'correspondence', days: 5 })).toBe(false);
    expect(sameControl({ kind: 'unlimited' }, { kind: 'correspondence', days: 5 })).toBe(false);
  });
});

describe('answers', () => {
  const offer: GameOffer = { variant: 'shafran', control: clock(300, 3), rated: false, side: 'random' };
  const seek = (part: Partial<GameOffer>): Seek => ({ offer: { ...offer, ...part } }) as Seek;

  it('wants the same game, and sides that go together', () => {
    expect(answers(seek({}), offer)).toBe(true);
    expect(answers(seek({ variant: 'glinski' }), offer)).toBe(false);
    expect(answers(seek({ rated: true }), offer)).toBe(false);
    expect(answers(seek({ control: clock(300, 0) }), offer)).toBe(false);
    expect(answers(seek({ side: 'white' }), offer)).toBe(true);
    expect(answers(seek({ side: 'white' }), { ...offer, side: 'black' })).toBe(true);
    expect(answers(seek({ side: 'white' }), { ...offer, side: 'white' })).toBe(false);
  });
});
