import { describe, expect, it } from 'vitest';
import { endingNames, endingPath, endingSides, isEndingName } from './endings';

describe('endings', () => {
  it('are five of three pieces and thirty of four', () => {
    const names = endingNames();
    expect(new Set(names).size).toBe(35);
    expect(names.filter((name) => name.length === 3)).toEqual(['KQK', 'KRK', 'KBK', 'KNK', 'KPK']);
  });

  it('name the stronger side first', () => {
    for (const name of ['KQKR', 'KBNK', 'KPKP', 'KRKN']) expect(isEndingName(name), name).toBe(true);
    for (const name of ['KRKQ', 'KNBK', 'KKQ', 'kqkr', 'KQKR2', 'KQQQK', 'KK', '']) {
      expect(isEndingName(name), name).toBe(false);
    }
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
