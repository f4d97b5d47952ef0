import { describe, expect, it } from 'vitest';
import { forget, keys, read, write } from './storage';
import type { Store } from './storage';

function memory(): Store {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

describe('storage', () => {
  it('gives back what was kept', () => {
    const store = memory();
    expect(write('a', { b: [1, 'x', null] }, store)).toBe(true);
    expect(read('a', store)).toEqual({ b: [1, 'x', null] });
    expect(read('other', store)).toBeNull();
    expect(keys(store)).toEqual(['a']);
    forget('a', store);
    expect(read('a', store)).toBeNull();
  });

  it('forgets quietly when it is full, forbidden or broken', () => {
    const broken = memory();
    broken.setItem('a', '{not JSON');
    expect(read('a', broken)).toBeNull();
    const full: Store = {
      ...memory(),
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(write('a', 1, full)).toBe(false);
    expect(write('a', 1, null)).toBe(false);
    expect(read('a', null)).toBeNull();
    expect(keys(null)).toEqual([]);
    expect(() => forget('a', null)).not.toThrow();
  });
});
