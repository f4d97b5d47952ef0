import { describe, expect, it } from 'vitest';
import app from '../../../messages/en.json';
import english from '../../../messages/rules/en.json';
import russian from '../../../messages/rules/ru.json';

type Catalogue = Record<string, string>;

function catalogue(file: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(file).filter(([key]) => key !== '$schema'));
}

const en = catalogue(english);
const ru = catalogue(russian);

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.svelte', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, inner]) => inner ?? '').toSorted();
}

const used = new Set(
  Object.values(sources)
    .flatMap((text) => found(text, /\bm\.(rules_\w+)/g))
    .filter((key) => !(key in app)),
);

describe('the messages of the learning pages', () => {
  it('are found in both languages wherever a page uses one', () => {
    expect(used.size).toBeGreaterThan(100);
    expect([...used].filter((key) => !(key in en))).toEqual([]);
    expect([...used].filter((key) => !(key in ru))).toEqual([]);
  });

  it('are the same in both files, and none is left over', () => {
    expect(Object.keys(ru)).toEqual(Object.keys(en));
    expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
  });

  it('do not hide one of the app', () => {
    expect(Object.keys(en).filter((key) => key in app)).toEqual([]);
  });

  it('are really translated', () => {
    const words = (text = ''): string => text.replace(/\{\w+\}/g, '').replace(/\P{L}/gu, '');
    expect(Object.keys(ru).filter((key) => words(ru[key]) !== '' && !/[а-яё]/i.test(words(ru[key])))).toEqual([]);
    expect(Object.keys(en).filter((key) => /[а-яё]/i.test(en[key] ?? ''))).toEqual([]);
  });

  it.each(Object.keys(en))('%s names the same cells, moves and values in both', (key) => {
    const [one, other] = [en[key] ?? '', ru[key] ?? ''];
    expect(one.trim()).not.toBe('');
    for (const notation of [/`([^`]*)`/g, /\{(\w+)\}/g]) {
      expect(found(other, notation)).toEqual(found(one, notation));
    }
    expect(one.split('`').length % 2).toBe(1);
  });
});
