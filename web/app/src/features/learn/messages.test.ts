import { describe, expect, it } from 'vitest';
import { BASE_LOCALE, LOCALES } from '../../ui/settings-values';

type Catalogue = Record<string, string>;

const FILES = import.meta.glob<Catalogue>('../../../messages/*/{page,rules,variants/*}.json', {
  eager: true,
  import: 'default',
});

/** Returns the messages of a language: those of the learning pages in their order, or those of the rest of the page. */
function catalogue(locale: string, part: 'learn' | 'app'): Catalogue {
  const files = Object.entries(FILES).filter(([path]) => path.startsWith(`../../../messages/${locale}/`));
  const app = (path: string): boolean => path.endsWith('/page.json');
  const wanted = files.filter(([path]) => app(path) === (part === 'app')).map(([, messages]) => messages);
  return Object.fromEntries(
    wanted.flatMap(Object.entries<string>).filter(([key]) => part === 'app' || key.startsWith('rules_')),
  );
}

const app = catalogue(BASE_LOCALE, 'app');
const en = catalogue(BASE_LOCALE, 'learn');
const OTHERS = LOCALES.filter((locale) => locale !== BASE_LOCALE).map(
  (locale) => [locale, catalogue(locale, 'learn')] as const,
);

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

/** Returns the letters of a text without placeholders. */
function letters(text = ''): string {
  return text.replace(/\{\w+\}/g, '').replace(/\P{L}/gu, '');
}

/** Returns a pattern for letters of the language's script. */
function ownLetter(locale: string): RegExp {
  return new RegExp(`\\p{Script=${new Intl.Locale(locale).maximize().script ?? 'Latn'}}`, 'u');
}

describe('the messages of the learning pages', () => {
  it('are found wherever a page uses one, and none is left over', () => {
    expect(used.size).toBeGreaterThan(100);
    expect([...used].toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('do not hide one of the app', () => {
    expect(Object.keys(en).filter((key) => key in app)).toEqual([]);
  });

  it.each(OTHERS)('are the same in %s, and written in its letters', (locale, other) => {
    expect(Object.keys(other)).toEqual(Object.keys(en));
    const own = ownLetter(locale);
    expect(Object.keys(other).filter((key) => letters(other[key]) !== '' && !own.test(letters(other[key])))).toEqual(
      [],
    );
  });

  it.each(Object.keys(en))('%s names the same cells, moves and values in every language', (key) => {
    const one = en[key] ?? '';
    expect(one.trim()).not.toBe('');
    expect(one.split('`').length % 2).toBe(1);
    expect([...letters(one)].filter((letter) => !ownLetter(BASE_LOCALE).test(letter))).toEqual([]);
    for (const [locale, other] of OTHERS) {
      for (const notation of [/`([^`]*)`/g, /\{(\w+)\}/g]) {
        expect(found(other[key] ?? '', notation), locale).toEqual(found(one, notation));
      }
    }
  });
});
