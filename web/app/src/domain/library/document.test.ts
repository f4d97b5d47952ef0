// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Document } from './document.svelte';
import type { DocumentOptions } from './document.svelte';
import type { Library } from './library.svelte';
import { recoverUnsaved } from './recover';
import { FakeChannels, contents, eventually, freshBrowser, quotaError, refusing, SUMMARY, tab } from './test-parts';
import { UNSAVED_PREFIX } from './writer';
import { keys } from '../storage';

const TIMES = { delay: 20, longest: 60, retry: 20 };

beforeEach(freshBrowser);

/** A page of one tab that shows a list of words. */
class Page {
  shown: string[] = [];
  copies: string[] = [];
  readonly document: Document<string[]>;

  constructor(library: Library, options: Partial<DocumentOptions<string[]>> = {}) {
    this.document = new Document({
      library,
      parse: (data) => (Array.isArray(data) ? (data as string[]) : null),
      onRemote: (data) => (this.shown = data),
      onCopy: (id) => this.copies.push(id),
      times: TIMES,
      ...options,
    });
    pages.push(this);
  }

  begin(...words: string[]): string {
    this.shown = words;
    return this.document.create('game', words, SUMMARY);
  }

  async open(id: string): Promise<void> {
    const loaded = await this.document.load(id);
    if (loaded.state !== 'loaded') throw new Error(loaded.state);
    this.shown = loaded.data;
  }

  add(word: string): void {
    this.shown = [...this.shown, word];
    this.document.change(this.shown, SUMMARY);
  }
}

const pages: Page[] = [];
afterEach(() => {
  for (const { document } of pages.splice(0)) document.close();
});

const dataOf = async (library: Library, id: string): Promise<unknown> => (await library.get(id))?.data;

describe('a document', () => {
  it('saves by itself', async () => {
    const library = tab();
    const page = new Page(library);
    expect([page.document.id, page.document.entry]).toEqual([null, null]);
    const id = page.begin('a');
    expect(page.document.id).toBe(id);
    expect(page.document.status).toBe('saving');
    await eventually(() => expect(page.document.status).toBe('saved'));
    expect(await dataOf(library, id)).toEqual(['a']);
    page.add('b');
    expect(page.document.status).toBe('saving');
    page.add('c');
    await eventually(() => expect(page.document.status).toBe('saved'));
    // Both in one write.
    expect(await library.get(id)).toMatchObject({ data: ['a', 'b', 'c'], revision: 2 });
    expect(page.document.entry).toMatchObject({ id, revision: 2, kind: 'game' });
  });

  it('does not wait for ever while changes go on', async () => {
    const library = tab();
    const page = new Page(library, { times: { delay: 600_000, longest: 40 } });
    const id = page.begin();
    await page.document.flush();
    page.add('a');
    await eventually(async () => expect(await dataOf(library, id)).toEqual(['a']));
  });

  it('writes nothing that is there already', async () => {
    const library = tab();
    const page = new Page(library);
    const id = page.begin('a');
    await page.document.flush();
    page.document.change(['a'], { ...SUMMARY });
    expect(page.document.status).toBe('saved');
    page.add('b');
    page.document.change(['a'], SUMMARY);
    await page.document.flush();
    expect((await library.get(id))?.revision).toBe(1);
    page.document.change(['a'], { ...SUMMARY, result: '1-0' });
    await page.document.flush();
    expect(await library.get(id)).toMatchObject({ revision: 2, result: '1-0' });
  });

  it('keeps what it is given, not what becomes of it', async () => {
    const library = tab();
    const page = new Page(library);
    const words = ['a'];
    const id = page.document.create('game', words, SUMMARY);
    words.push('b');
    await page.document.flush();
    expect(await dataOf(library, id)).toEqual(['a']);
  });

  it('tells an entry that is missing from one that it cannot read', async () => {
    const library = tab();
    const page = new Page(library);
    expect(await page.document.load('Nosuchentry1')).toEqual({ state: 'missing' });
    const made = await library.create({ kind: 'game', contents: contents('no list') });
    const id = made.answer === 'saved' ? made.entry.id : '';
    expect(await page.document.load(id)).toMatchObject({ state: 'unreadable', entry: { id } });
    expect(page.document.id).toBeNull();
    page.add('nowhere');
    expect(await dataOf(library, id)).toBe('no list');
  });

  it('saves the one that was open when another is', async () => {
    const library = tab();
    const page = new Page(library);
    const first = page.begin('a');
    page.add('b');
    const second = page.begin('c');
    await page.open(first);
    expect(page.shown).toEqual(['a', 'b']);
    await eventually(async () => expect(await dataOf(library, second)).toEqual(['c']));
  });

  it('opens what could not be saved as it was left', async () => {
    let full = false;
    const library = tab(undefined, { open: () => refusing(() => (full ? quotaError() : null)) });
    const page = new Page(library);
    const id = page.begin('a');
    await page.document.flush();
    full = true;
    page.add('b');
    page.document.leave();
    await page.open(id);
    expect(page.shown).toEqual(['a', 'b']);
    page.add('c');
    full = false;
    await eventually(async () => expect(await dataOf(library, id)).toEqual(['a', 'b', 'c']));
  });

  it('shows the one that was asked for last', async () => {
    const library = tab();
    const page = new Page(library);
    const [first, second] = [page.begin('a'), page.begin('b')];
    await page.document.flush();
    await Promise.all([page.document.load(first), page.document.load(second)]);
    expect(page.document.id).toBe(second);
  });

  it('takes part in names and removals', async () => {
    const library = tab();
    const page = new Page(library);
    const id = page.begin('a');
    await page.document.rename('Final');
    await eventually(() => expect(page.document.entry?.name).toBe('Final'));
    await library.remove(id);
    await eventually(() => expect(page.document.entry?.removedAt).toBeGreaterThan(0));
    page.add('b');
    await page.document.flush();
    expect(page.document.entry).not.toHaveProperty('removedAt');
  });

  it('makes its entry again where the data of the browser was cleared', async () => {
    const library = tab();
    const page = new Page(library);
    const id = page.begin('a');
    await page.document.flush();
    freshBrowser();
    await library.close();
    page.add('b');
    await page.document.flush();
    expect(await dataOf(tab(), id)).toEqual(['a', 'b']);
  });

  it('says that it could not save, and tries again', async () => {
    let full = true;
    const library = tab(undefined, { open: () => refusing(() => (full ? quotaError() : null)) });
    const page = new Page(library);
    const id = page.begin('a');
    await eventually(() => expect(page.document.status).toBe('failed'));
    page.add('b');
    expect(await page.document.flush()).toBe(false);
    expect(library.warning).toBe('full');
    // Even if the page opens a different entry in the meantime.
    page.document.leave();
    full = false;
    await eventually(async () => expect(await dataOf(library, id)).toEqual(['a', 'b']));
    expect(keys().filter((key) => key.startsWith(UNSAVED_PREFIX))).toEqual([]);
  });
});

describe('two tabs with one entry', () => {
  async function two(options: Partial<DocumentOptions<string[]>> = {}): Promise<[Page, Page, Library, string]> {
    const air = new FakeChannels();
    const library = tab(air);
    const here = new Page(library, options);
    const there = new Page(tab(air), options);
    const id = here.begin('a');
    await here.document.flush();
    await there.open(id);
    return [here, there, library, id];
  }

  it('show the same, live', async () => {
    const [here, there, library, id] = await two();
    here.add('b');
    await eventually(() => expect(there.shown).toEqual(['a', 'b']));
    there.add('c');
    await eventually(() => expect(here.shown).toEqual(['a', 'b', 'c']));
    expect(await library.list()).toHaveLength(1);
    expect(here.document.id).toBe(id);
  });

  it('do not answer each other for ever', async () => {
    const [here, there, library, id] = await two();
    // A page may pass on everything that it shows.
    const echo = new Page(tab(), {
      onRemote: (data) => echo.document.change(data, SUMMARY),
    });
    await echo.open(id);
    here.add('b');
    await eventually(() => expect(there.shown).toEqual(['a', 'b']));
    await echo.document.flush();
    expect((await library.get(id))?.revision).toBe(2);
  });

  it('keep both versions if both have changed', async () => {
    const [here, there, library, id] = await two();
    here.add('here');
    there.add('there');
    await Promise.all([here.document.flush(), there.document.flush()]);
    const entries = await library.list();
    expect(entries).toHaveLength(2);
    const copy = entries.find((entry) => entry.id !== id);
    expect(copy).toMatchObject({ copyOf: id, kind: 'game', revision: 1 });
    const all = await Promise.all(entries.map((entry) => dataOf(library, entry.id)));
    expect(all).toContainEqual(['a', 'here']);
    expect(all).toContainEqual(['a', 'there']);
    // One tab continues with the copy, and both tabs still show what they showed before.
    const moved = [here, there].filter((page) => page.document.id === copy?.id);
    expect(moved).toHaveLength(1);
    expect(moved[0]?.copies).toEqual([copy?.id]);
    expect([here.shown, there.shown]).toEqual([
      ['a', 'here'],
      ['a', 'there'],
    ]);
    moved[0]?.add('more');
    await moved[0]?.document.flush();
    expect(await dataOf(library, copy?.id ?? '')).toContain('more');
  });

  it('make no copy where both have done the same', async () => {
    const [here, there, library] = await two();
    here.add('b');
    there.add('b');
    await Promise.all([here.document.flush(), there.document.flush()]);
    expect(await library.list()).toHaveLength(1);
    expect([here.copies, there.copies]).toEqual([[], []]);
  });

  it('make one of both where that can be done', async () => {
    const merge = (mine: string[], theirs: string[]): { data: string[]; summary: typeof SUMMARY } => ({
      data: [...new Set([...theirs, ...mine])].sort(),
      summary: SUMMARY,
    });
    const [here, there, library, id] = await two({ merge });
    here.add('here');
    there.add('there');
    await eventually(() => {
      expect(here.shown).toEqual(['a', 'here', 'there']);
      expect(there.shown).toEqual(['a', 'here', 'there']);
    });
    await Promise.all([here.document.flush(), there.document.flush()]);
    expect(await library.list()).toHaveLength(1);
    expect(await dataOf(library, id)).toEqual(['a', 'here', 'there']);
  });

  it('keep what one of them cannot read', async () => {
    const [here, there, library, id] = await two();
    await library.save(id, contents({ newer: true }), 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(there.shown).toEqual(['a']);
    there.add('b');
    await there.document.flush();
    expect(await dataOf(library, id)).toEqual({ newer: true });
    expect(await dataOf(library, there.document.id ?? '')).toEqual(['a', 'b']);
    expect(here.shown).toEqual(['a']);
  });

  it('look for news when they are seen again', async () => {
    const library = tab();
    const deaf = new Page(tab());
    const page = new Page(library);
    const id = page.begin('a');
    await page.document.flush();
    await deaf.open(id);
    page.add('b');
    await page.document.flush();
    expect(deaf.shown).toEqual(['a']);
    dispatchEvent(new Event('pageshow'));
    await eventually(() => expect(deaf.shown).toEqual(['a', 'b']));
  });
});

describe('what a tab could not save', () => {
  const note = (id: string, revision: number, data: unknown): void =>
    localStorage.setItem(
      UNSAVED_PREFIX + newKey(),
      JSON.stringify({ version: 1, id, kind: 'game', name: 'Final', revision, data, summary: SUMMARY }),
    );
  let count = 0;
  const newKey = (): string => String(count++);

  it('is noted when it is left', async () => {
    let full = false;
    const library = tab(undefined, { open: () => refusing(() => (full ? quotaError() : null)) });
    const page = new Page(library, { times: { delay: 10_000, longest: 10_000, retry: 10_000 } });
    const id = page.begin('a');
    await page.document.flush();
    full = true;
    page.add('b');
    dispatchEvent(new Event('pagehide'));
    expect(keys().filter((key) => key.startsWith(UNSAVED_PREFIX))).toHaveLength(1);
    const next = tab();
    expect(await recoverUnsaved(next)).toBe(1);
    expect(await dataOf(next, id)).toEqual(['a', 'b']);
    expect(keys().filter((key) => key.startsWith(UNSAVED_PREFIX))).toEqual([]);
    // The tab was still alive and finds its own change.
    full = false;
    await page.document.flush();
    expect(await next.list()).toHaveLength(1);
    expect(page.copies).toEqual([]);
  });

  it('is taken up once, as new entry, change or copy', async () => {
    const library = tab();
    const made = await library.create({ kind: 'game', contents: contents('old') });
    const id = made.answer === 'saved' ? made.entry.id : '';
    note('Newentry1234', 0, 'new');
    note(id, 1, 'changed');
    note(id, 1, 'otherwise');
    note(id, 1, 'changed');
    localStorage.setItem(`${UNSAVED_PREFIX}x`, '{"version":1,"id":"../x"}');
    expect(await recoverUnsaved(library)).toBe(4);
    expect(await library.get('Newentry1234')).toMatchObject({ data: 'new', name: 'Final' });
    const entries = await library.list();
    const all = await Promise.all(entries.map((entry) => dataOf(library, entry.id)));
    expect(all.sort()).toEqual(['changed', 'new', 'otherwise']);
    expect(keys()).toEqual(['saffron.persist'].filter((key) => keys().includes(key)));
    expect(await recoverUnsaved(library)).toBe(0);
  });

  it('stays where it is while it cannot be written', async () => {
    note('Newentry1234', 0, 'new');
    const full = tab(undefined, { open: () => refusing(quotaError) });
    expect(await recoverUnsaved(full)).toBe(0);
    const none = tab(undefined, { open: () => Promise.reject(new Error('none')) });
    expect(await recoverUnsaved(none)).toBe(0);
    expect(await recoverUnsaved(tab())).toBe(1);
  });
});
