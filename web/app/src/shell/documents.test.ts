/** Tests of the build's documents: every address has a document, and every document is a page. */

// @ts-expect-error It has no types.
import { JSDOM } from 'jsdom';
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { topicsOf } from '../domain/addresses';
import { VARIANT_IDS } from '../domain/variant-ids';
import { showPuzzle } from '../features/puzzles/preview';
import Puzzles from '../features/puzzles/Puzzles.svelte';
import { inLocale, splitLocale } from '../ui/locale-paths';
import { BASE_LOCALE, LOCALES } from '../ui/settings-values';
import { settings } from '../ui/settings.svelte';
import type { PageDocument, Redirect } from './page-document';
import type * as Addresses from './addresses';
import type * as Documents from './documents';
import type * as Routes from './routes';

/** Rules as a data address; none if they have not been built. */
const [wasm] = Object.values(
  import.meta.glob<string>('../wasm/saffron_rules_bg.wasm', { query: '?url&inline', import: 'default' }),
);

let all: PageDocument[] = [];
let moved: Redirect[] = [];
let made: typeof Documents;
let routes: typeof Routes;
let table: ReturnType<typeof Addresses.allPages> = [];

/** Returns the page that the app shows at an address. */
function shown(path: string): string {
  return routes.parseRoute(splitLocale(path).path).page;
}

function tags(head: string, pattern: RegExp): string[] {
  return [...head.matchAll(pattern)].map(([, value]) => value ?? '');
}

/** Returns the visible texts of a page in their order, with the state of bars and buttons. */
function textOf(page: Element): string[] {
  // The address of the puzzle and what is read aloud are of no use in a preview.
  for (const unseen of page.querySelectorAll('ol .hidden')) unseen.remove();
  const bars = [...page.querySelectorAll('.bar')].map((bar) => `${bar.classList.contains('toMove')}`);
  const buttons = [...page.querySelectorAll('button')].map((button) => `${button.disabled}`);
  const texts = [...page.querySelectorAll('*')].flatMap(({ localName, childNodes }) =>
    localName === 'text' ? [] : [...childNodes].filter(({ nodeType }) => nodeType === 3).map((node) => node.nodeValue),
  );
  return [...bars, ...buttons, ...texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')];
}

describe.skipIf(!wasm)('the documents', () => {
  beforeAll(async () => {
    if (!wasm) return;
    made = await import('./documents');
    routes = await import('./routes');
    table = (await import('./addresses')).allPages();
    all = made.documents(await (await fetch(await wasm())).arrayBuffer());
    moved = made.redirects();
    // All pages at once, on a machine that may be busy.
  }, 120_000);

  const pages = (): PageDocument[] => all.filter(({ kind }) => kind === 'page');

  it('are pages of the app, each with one document', () => {
    const paths = pages().map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => shown(path) === 'missing')).toEqual([]);
  });

  it('hold every learning page in every language', () => {
    const paths = new Set(pages().map(({ path }) => path));
    for (const prefix of LOCALES.map((locale) => (locale === BASE_LOCALE ? '' : `/${locale}`))) {
      expect(paths).toContain(`${prefix}/learn`);
      for (const id of VARIANT_IDS) {
        expect(paths).toContain(`${prefix}/learn/${id}`);
        for (const topic of topicsOf(id)) expect(paths).toContain(`${prefix}/learn/${id}/${topic}`);
      }
    }
  });

  it('have a title and a description of their own', () => {
    for (const locale of LOCALES) {
      const heads = pages().filter((document) => document.locale === locale && document.path.includes('/learn'));
      const titles = heads.flatMap(({ head }) => tags(head, /<title>([^<]+)<\/title>/g));
      const descriptions = heads.flatMap(({ head }) => tags(head, /name="description" content="([^"]+)"/g));
      expect(new Set(titles).size).toBe(heads.length);
      expect(new Set(descriptions).size).toBe(heads.length);
      for (const text of descriptions) expect(text.length, text).toBeGreaterThan(40);
      for (const text of descriptions) expect(text.length, text).toBeLessThanOrEqual(200);
    }
  });

  it('name themselves, and each other in the other languages', () => {
    const paths = new Set(pages().map(({ path }) => path));
    for (const { path, head } of pages()) {
      expect(tags(head, /rel="canonical" href="https:\/\/saffron\.invalid([^"]+)"/g)).toEqual([path]);
      const others = tags(head, /hreflang="[^"]+" href="https:\/\/saffron\.invalid([^"]+)"/g);
      expect(others.length).toBe(LOCALES.length + 1);
      expect(others).toContain(path);
      expect(
        others.filter((other) => !paths.has(other)),
        path,
      ).toEqual([]);
    }
  });

  it('leave what is kept, and what is missing, out of search engines', () => {
    const others = all.filter(({ kind }) => kind !== 'page');
    expect(others.filter(({ kind }) => kind === 'missing').length).toBe(LOCALES.length);
    for (const { head } of others) expect(head).toContain('content="noindex"');
  });

  it('are there for variants that the operator adds, where the app has a page of each variant', () => {
    const paths = all.filter(({ kind }) => kind === 'added').map(({ path }) => path);
    const ofVariants = table.flatMap(([name, { tail }]) =>
      /^(?:variant|analysis|exercise)$/.test(tail) ? [`/${name}`] : [],
    );
    expect(ofVariants.length).toBeGreaterThan(4);
    const inAll = LOCALES.flatMap((locale) => ofVariants.map((path) => inLocale(path, locale)));
    expect(paths.toSorted()).toEqual(inAll.toSorted());
    for (const path of paths) expect(shown(`${path}/a-variant`), path).toBe(shown(path));
  });

  it('cover every page of the table in every language, where an id or name may follow too', () => {
    const BELOW = { page: '', missing: '/nothing', added: '/a-variant', named: '/', kept: '/' };
    const IDS: Partial<Record<string, string[]>> = {
      kept: ['A123456789', 'A123456789ab', 'A123456789-2'],
      named: ['Name', 'rook-1'],
    };
    const found = new Set<string>();
    for (const { path, kind, locale } of all) {
      const ids = IDS[kind] ?? [''];
      const names = ids.map((id) => shown(`${path === '/' ? '' : path}${BELOW[kind]}${id}` || '/'));
      const name = names.find((each) => kind === 'missing' || each !== 'missing');
      expect(name, path).toBeDefined();
      found.add(`${name} ${locale}`);
    }
    const expected = table.flatMap(([name]) => LOCALES.map((locale) => `${name} ${locale}`));
    expect([...found].toSorted()).toEqual(expected.toSorted());
  });

  it('hold the whole text and every diagram of a learning page', () => {
    const castling = all.find(({ path }) => path === '/learn/shafran/castling');
    expect(castling?.content).toBe('whole');
    expect(castling?.body.match(/role="img"/g)?.length).toBe(4);
    expect(castling?.body).toContain('Q-0-0-0');
    expect(castling?.body).toContain('href="/learn/shafran/promotion"');
    expect(all.find(({ path }) => path === '/ru/learn/shafran/castling')?.body).toContain('href="/ru/learn/shafran');
    for (const { body, path } of all) expect(body, path).not.toMatch(/undefined|\[object|<!--/);
  });

  it('have no style attributes', () => {
    for (const { body, path } of all) expect(body, path).not.toMatch(/<[^>]* style=/);
  });

  it('link to documents only', () => {
    const paths = new Set(all.map(({ path }) => path));
    for (const { body, path } of all) {
      const links = tags(body, /<a [^>]*href="(\/[^"#?]*)/g);
      expect(links.length, path).toBeGreaterThan(5);
      expect(
        links.filter((link) => !paths.has(link)),
        path,
      ).toEqual([]);
    }
  });

  it('say on every other page where one can read without scripts', () => {
    for (const { body, content } of all) {
      if (content === null) expect(body).toMatch(/^<noscript>.*\/learn\/shafran/);
      if (content === 'preview') expect(body).toMatch(/<main[^>]*><noscript>.*\/learn\/shafran/);
    }
  });

  it('show the board and the choice of a game where one plays', () => {
    const previews = all.filter(({ preview }) => preview === 'play');
    const paths = LOCALES.flatMap((locale) => {
      const prefix = locale === 'en' ? '' : `/${locale}`;
      const front = [prefix || '/', `${prefix}/play`];
      return front.concat(VARIANT_IDS.map((id) => `${prefix}/play/${id}`));
    });
    expect(previews.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    for (const { path, body } of previews) {
      const variant = VARIANT_IDS.find((id) => path.endsWith(`/${id}`)) ?? VARIANT_IDS[0];
      expect(body, path).toContain(`data-prerendered="${path}"`);
      expect(body, path).toMatch(/<div class="preview" inert/);
      expect(body, path).toContain(`<use href="#board-${variant}"`);
      // Pieces of both sides.
      expect(tags(body, /data-piece="([kK])"/g).toSorted()).toEqual(['K', 'k']);
      expect(tags(body, /name="variant" value="(\w+)" checked/g)).toEqual([variant]);
      expect(body, path).toMatch(/<button [^>]*type="submit"/);
      for (const id of VARIANT_IDS) expect(body, path).toContain(`data-part="start-${id}"`);
    }
  });

  it('have a page of puzzles for either side', () => {
    const previews = all.filter(({ preview }) => preview === 'puzzles');
    const ids = [null, ...VARIANT_IDS];
    const paths = LOCALES.flatMap((locale) => ids.map((id) => inLocale(id ? `/puzzles/${id}` : '/puzzles', locale)));
    expect(previews.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    for (const { path, body, content } of previews) {
      const variant = VARIANT_IDS.find((id) => path.endsWith(`/${id}`)) ?? VARIANT_IDS[0];
      expect(content).toBe('preview');
      expect(body, path).toContain(`data-prerendered="${path}"`);
      for (const solver of ['w', 'b']) expect(body, path).toContain(`<template data-solver="${solver}">`);
      for (const bottom of ['', '-b']) expect(body, path).toContain(`<use href="#board-${variant}${bottom}"`);
    }
  });

  it.each(LOCALES)(
    'become the puzzles page of any day, in %s',
    (locale) => {
      settings.locale = locale;
      const parsed = (html: string): Document => new JSDOM(html).window.document;
      const pageIn = (of: ParentNode): Element => of.querySelector('.board-page') as Element;
      for (const variant of VARIANT_IDS) {
        const sent = all.find(({ path }) => path === inLocale(`/puzzles/${variant}`, locale)) as PageDocument;
        const preview = parsed(sent.body).querySelector('.preview') as Element;
        const puzzles = made.dailyPuzzlesOf(variant);
        for (let day = 20_000; day < 20_006; day++) {
          const page = preview.cloneNode(true) as Element;
          showPuzzle(page, { day, locale, narrow: false, results: false });
          const props = { variant, puzzles, shipped: puzzles, theme: null, id: null, today: day };
          const drawn = parsed(render(Puzzles, { props }).body);
          expect(textOf(pageIn(page)), `${sent.path} ${day}`).toEqual(textOf(pageIn(drawn)));
        }
      }
      settings.locale = BASE_LOCALE;
    },
    60_000,
  );

  it('are where the former addresses lead', () => {
    const paths = new Set(pages().map(({ path }) => path));
    expect(moved.length).toBeGreaterThan(VARIANT_IDS.length);
    for (const [from, to] of moved) {
      expect(paths).not.toContain(from);
      expect(paths).toContain(to);
    }
  });
});
