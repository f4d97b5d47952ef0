import { describe, expect, it } from 'vitest';
import { endingNames, endingPath, endingSides, isEndingOf } from './endings';

describe('endings', () => {
  it('are five of three pieces and thirty of four', () => {
    const names = endingNames('mccooey');
    expect(new Set(names).size).toBe(35);
    expect(names.filter((name) => name.length === 3)).toEqual(['KQK', 'KRK', 'KBK', 'KNK', 'KPK']);
  });

  it('are sixty more of five pieces in Shafran’s chess, and two with a pawn', () => {
    const names = endingNames('shafran');
    expect(new Set(names).size).toBe(97);
    const five = names.slice(35);
    expect([five[0], five[1], five[19], five[20], five[59]]).toEqual(['KQQQK', 'KQQRK', 'KNNNK', 'KQQKQ', 'KNNKN']);
    expect(five.slice(60)).toEqual(['KQPKQ', 'KRPKR']);
    expect(endingNames('glinski').slice(35)).toEqual(five.slice(0, 60));
  });

  it('name the stronger side first', () => {
    const known = (name: string): boolean => isEndingOf('shafran', name);
    for (const name of ['KQKR', 'KBNK', 'KPKP', 'KRKN', 'KBBKN']) expect(known(name), name).toBe(true);
    for (const name of ['KRKQ', 'KNBK', 'KKQ', 'kqkr', 'KQKR2', 'KNKBB', 'KNBKN', 'KQQPK', 'KK', '']) {
      expect(known(name), name).toBe(false);
    }
    expect(isEndingOf('brusky', 'KBBKN')).toBe(false);
  });

  it('have two sides', () => {
    expect(endingSides('KBNK')).toEqual([['k', 'b', 'n'], ['k']]);
    expect(endingSides('KQKR')).toEqual([
      ['k', 'q'],
      ['k', 'r'],
    ]);
    expect(endingPath('shafran', 'KQK')).toBe('/endings/shafran/KQK');
  });
});
