// @vitest-environment jsdom

/** Tests of the table of pages: every entry is a page, and nothing else names one. */

import { describe, expect, it } from 'vitest';
import { allPages, pathOf } from './addresses';
import type { PageName } from './addresses';
import { hasFooter, links, more, ownGames, partOf, watching } from './navigation';
import { isOnline, parseRoute } from './routes';
import { PARSERS } from './tails';
import { descriptionOf } from './descriptions';
import { titleOf } from './titles';

const SOURCES = import.meta.glob<string>(['./*.ts', './*.svelte', '!./*.test.ts', '!./addresses.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const MISSING = 'missing';
const names = allPages().flatMap(([name]) => (name === MISSING ? [] : [name]));
/** Pages whose name alone is an address. */
const alone = allPages().flatMap(([name, { tail }]) =>
  name !== MISSING && PARSERS[tail](undefined, undefined) !== null ? [name] : [],
);

describe.each(allPages())('%s', (name, page) => {
  it('has a title, and a description unless it brings its own', () => {
    expect(titleOf({ page: name })).not.toBe('');
    expect(descriptionOf({ page: name })).not.toBe('');
  });

  it('is found at its path if nothing has to follow', () => {
    const found = parseRoute(`/${name}`);
    expect(found.page).toBe(alone.some((each) => each === name) ? name : MISSING);
    if (found.page !== name) return;
    expect(isOnline(found)).toBe(page.needs === 'server');
    expect(partOf(found)).toBe(page.part ?? null);
    expect(hasFooter(found)).toBe(page.board !== true);
  });

  it('can be opened from the navigation if it has a link there', () => {
    if (page.link === undefined) return;
    expect(alone).toContain(name);
    expect(page.part).toBeDefined();
  });
});

describe('the navigation', () => {
  const route = parseRoute('/');
  const targets = [
    ...[...links().before, ...links().after, ...ownGames()].map(({ href }) => href),
    ...[...watching(route), ...more(route)].map(({ href }) => href),
  ];

  it('links to every page with a link, but those of the account', () => {
    const linked = allPages().flatMap(([name, { link, part }]) =>
      link && part !== 'account' && name !== MISSING ? [pathOf(name)] : [],
    );
    expect(new Set(targets)).toEqual(new Set(linked));
  });
});

describe('paths', () => {
  it('lead to their pages', () => {
    for (const name of alone) expect(parseRoute(pathOf(name)).page).toBe(name);
    expect(pathOf('user', 'Иван')).toBe('/user/%D0%98%D0%B2%D0%B0%D0%BD');
    expect(pathOf('game', 'Ab3dE5gH9k')).toBe('/game/Ab3dE5gH9k');
  });

  const literal = (name: PageName): RegExp => new RegExp(`['"\`]/${name}\\b`);

  it.each(Object.entries(SOURCES))('are not written into %s', (_file, source) => {
    expect(names.filter((name) => literal(name).test(source))).toEqual([]);
  });

  it('are recognised in a source', () => {
    expect(Object.keys(SOURCES).length).toBeGreaterThan(15);
    expect(literal('lobby').test("href('/lobby')")).toBe(true);
    expect(literal('play').test('go(`/play/${variant}`)')).toBe(true);
    expect(literal('play').test("import { Play } from '../features/play/play.svelte'")).toBe(false);
  });
});
