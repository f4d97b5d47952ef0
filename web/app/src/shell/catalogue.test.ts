/** The message catalogues: complete in every language, and the only place with words that a visitor reads. */

import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import project from '../../project.inlang/settings.json';
import { BASE_LOCALE, LOCALES } from '../ui/settings-values';

const CATALOGUES = import.meta.glob<Catalogue>('../../messages/**/*.json', { eager: true, import: 'default' });
const COMPONENTS = import.meta.glob<string>('../**/*.svelte', { eager: true, query: '?raw', import: 'default' });
const CODE = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../paraglide/**', '!../wasm/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** The files of a language, as paths in its folder. */
const NAMES = namesOf(BASE_LOCALE);
const LETTERS = /\p{L}/u;
/** Attributes whose values are shown or read aloud. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder', 'label']);

type Catalogue = Record<string, unknown>;

function namesOf(locale: string): string[] {
  const folder = `../../messages/${locale}/`;
  return Object.keys(CATALOGUES).flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
}

function catalogue(name: string, locale: string): Catalogue {
  const found = CATALOGUES[`../../messages/${locale}/${name}`];
  if (!found) throw new Error(`there is no catalogue messages/${locale}/${name}`);
  return found;
}

/** Returns all texts of one message: one, or one for each plural form. */
function texts(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (!Array.isArray(message)) return [];
  return message.flatMap((variant: { match?: Record<string, string> }) => Object.values(variant.match ?? {}));
}

function placeholders(message: unknown): string[] {
  return [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

/** Returns the words in a template that do not come from the catalogue. */
function literals(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) {
    for (const each of node) literals(each, found);
  } else if (typeof node === 'object' && node !== null) {
    const { type, name, data, value } = node as { type?: string; name?: string; data?: string; value?: unknown };
    if (type === 'Text' && data !== undefined && LETTERS.test(data)) found.push(data.trim());
    if (type === 'Attribute') {
      // Other attributes are for the machine; code inside them is none of these words either.
      if (name !== undefined && SPOKEN.has(name)) literals(value, found);
      return found;
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'css' && key !== 'instance') literals(child, found);
  }
  return found;
}

describe('the catalogues', () => {
  it.each(LOCALES)('of %s are the files that the build reads', (locale) => {
    const read = project['plugin.inlang.messageFormat'].pathPattern;
    const paths = namesOf(locale).map((name) => `./messages/{locale}/${name}`);
    expect(paths.toSorted()).toEqual(read.toSorted());
  });

  it('are there for no other language', () => {
    const folders = Object.keys(CATALOGUES).map((path) => path.split('/')[3]);
    expect([...new Set(folders)].toSorted()).toEqual([...LOCALES].toSorted());
  });
});

describe.each(NAMES)('%s', (name) => {
  const english = catalogue(name, BASE_LOCALE);
  const keys = Object.keys(english).filter((key) => key !== '$schema');

  it('is not empty', () => expect(keys.length).toBeGreaterThan(5));

  it.each(LOCALES)('has the same messages in %s', (locale) => {
    const other = catalogue(name, locale);
    expect(
      Object.keys(other)
        .filter((key) => key !== '$schema')
        .sort(),
    ).toEqual([...keys].sort());
    for (const key of keys) {
      expect(placeholders(other[key]), `${locale}: ${key}`).toEqual(placeholders(english[key]));
      expect(texts(other[key]).length, `${locale}: ${key}`).toBeGreaterThan(0);
      for (const text of texts(other[key])) expect(text.trim(), `${locale}: ${key}`).not.toBe('');
    }
  });

  it('holds every plural form that the language has', () => {
    for (const locale of LOCALES) {
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      for (const message of Object.values(catalogue(name, locale))) {
        if (!Array.isArray(message)) continue;
        const cases = Object.keys((message[0] as { match: object }).match).join(' ');
        for (const form of forms) expect(cases, locale).toContain(`=${form}`);
      }
    }
  });

  it('holds nothing that is not used', () => {
    const words = new Set(Object.values(CODE).flatMap((text) => text.match(/\w+/g) ?? []));
    const unused = keys.filter((key) => !words.has(key));
    // The sentences of errors are found by their codes.
    if (name !== 'errors.json') expect(unused).toEqual([]);
  });
});

it('finds words that are written into a template', () => {
  const find = (source: string): string[] => literals(parse(source, { modern: true }).fragment);
  expect(find('<p>Hello</p>')).toEqual(['Hello']);
  expect(find('<p title="Hello">{name}, 5</p>')).toEqual(['Hello']);
  expect(find('<p class="hello" data-x="y">{m.hello()} · 1</p>')).toEqual([]);
  expect(find('{#if a}<b aria-label="Да">{x}</b>{/if}')).toEqual(['Да']);
});

describe('Svelte files', () => {
  it.each(Object.entries(COMPONENTS))('%s has no words of its own', (_file, source) => {
    expect(literals(parse(source, { modern: true }).fragment)).toEqual([]);
  });

  it('are all looked at', () => expect(Object.keys(COMPONENTS).length).toBeGreaterThan(10));
});
