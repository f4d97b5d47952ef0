// @vitest-environment jsdom
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Channel } from './channel';
import { openDatabase } from './database';
import { entryIdOf, isEntryId, newEntryId } from './entry';
import type { EntryInfo } from './entry';
import { Library } from './library.svelte';
import type { SaveAnswer } from './library.svelte';
import { contents, freshBrowser, quotaError, refusing, SUMMARY, tab } from './test-parts';

const DAY = 24 * 60 * 60 * 1000;

beforeEach(freshBrowser);

function entryOf(answer: SaveAnswer): EntryInfo {
  if (answer.answer !== 'saved') throw new Error(answer.answer);
  return answer.entry;
}

describe('ids', () => {
  it('are made for addresses', () => {
    const ids = Array.from({ length: 500 }, newEntryId);
    expect(ids.every(isEntryId)).toBe(true);
    expect(new Set(ids).size).toBe(500);
  });

  it('of texts are the same for the same text only', () => {
    const texts = Array.from({ length: 500 }, (_, index) => `{"moves":[${index}]}`);
    expect(new Set(texts.map(entryIdOf)).size).toBe(500);
    expect(entryIdOf('a')).toBe(entryIdOf('a'));
    expect(texts.map(entryIdOf).every(isEntryId)).toBe(true);
  });
});

describe('the library', () => {
  it('keeps entries from visit to visit', async () => {
    const first = tab();
    const made = entryOf(
      await first.create({ kind: 'game', name: 'Club', contents: contents({ a: [1] }, { black: { level: 3 } }) }),
    );
    expect(made).toMatchObject({ ...SUMMARY, kind: 'game', name: 'Club', revision: 1, black: { level: 3 } });
    await first.close();
    const second = tab();
    expect(await second.get(made.id)).toEqual({ ...made, data: { a: [1] } });
    expect(await second.list()).toEqual([made]);
    expect(await second.get('Anothertwelve')).toBeNull();
    expect(second.warning).toBeNull();
  });

  it('keeps name, tags and place on the account when the contents change', async () => {
    const library = tab();
    const { id } = entryOf(await library.create({ kind: 'analysis', name: 'Club', contents: contents(1) }));
    await library.tag(id, ['endgame']);
    const synced = { account: 'a', version: 1, revision: 1, description: '', changed: 1 };
    await library.change(id, (entry) => entry && { ...entry, synced });
    await library.save(id, contents(2), 1);
    expect(await library.get(id)).toMatchObject({ name: 'Club', tags: ['endgame'], synced, data: 2, revision: 2 });
  });

  it('lists a kind, the newest change first, without what was removed', async () => {
    let now = 1000;
    const library = tab(undefined, { now: () => now++ });
    const game = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    const analysis = entryOf(await library.create({ kind: 'analysis', contents: contents(2) }));
    const gone = entryOf(await library.create({ kind: 'game', contents: contents(3) }));
    await library.remove(gone.id);
    await library.save(game.id, contents(4), 1);
    const ids = async (filter?: Parameters<Library['list']>[0]): Promise<string[]> =>
      (await library.list(filter)).map(({ id }) => id);
    expect(await ids()).toEqual([game.id, analysis.id]);
    expect(await ids({ kind: 'analysis' })).toEqual([analysis.id]);
    expect(await ids({ removed: true })).toEqual([gone.id]);
    expect(await ids({ kind: 'analysis', removed: true })).toEqual([]);
  });

  it('never saves over a revision that the tab does not know', async () => {
    const library = tab();
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents('first') }));
    expect(await library.save(id, contents('second'), 1)).toMatchObject({ answer: 'saved', entry: { revision: 2 } });
    const late = await library.save(id, contents('stale'), 1);
    expect(late).toMatchObject({ answer: 'conflict', entry: { revision: 2, data: 'second' } });
    expect(await library.get(id)).toMatchObject({ data: 'second', revision: 2 });
    expect(await library.save(newEntryId(), contents('x'), 1)).toEqual({ answer: 'gone' });
    expect(await library.create({ kind: 'game', id, contents: contents('x') })).toMatchObject({ answer: 'conflict' });
  });

  it('lets one of many tabs that save at once through', async () => {
    const libraries = Array.from({ length: 8 }, () => tab());
    const { id } = entryOf(await tab().create({ kind: 'game', contents: contents('first') }));
    const answers = await Promise.all(libraries.map((library, index) => library.save(id, contents(index), 1)));
    expect(answers.map(({ answer }) => answer).sort()).toEqual([...Array<string>(7).fill('conflict'), 'saved']);
  });

  it('gives names without a new revision', async () => {
    const library = tab();
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1), copyOf: newEntryId() }));
    expect(await library.rename(id, '  Final ')).toMatchObject({
      answer: 'saved',
      entry: { name: 'Final', revision: 1 },
    });
    const there = await library.get(id);
    expect(there).toMatchObject({ name: 'Final', data: 1 });
    // The name now comes from the entry itself.
    expect(there).not.toHaveProperty('copyOf');
    expect(await library.save(id, contents(2), 1)).toMatchObject({ answer: 'saved', entry: { name: 'Final' } });
  });

  it('removes with a way back, and forgets after thirty days', async () => {
    let now = 100 * DAY;
    const library = tab(undefined, { now: () => now });
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    const other = entryOf(await library.create({ kind: 'game', contents: contents(2) }));
    await library.remove(id);
    expect(await library.get(id)).toMatchObject({ data: 1, removedAt: now });
    await library.undoRemove(id);
    expect(await library.get(id)).not.toHaveProperty('removedAt');
    await library.remove(id);
    now += 30 * DAY;
    expect(await library.purge()).toBe(0);
    now += 1;
    expect(await library.purge()).toBe(1);
    expect(await library.get(id)).toBeNull();
    expect((await library.list()).map((entry) => entry.id)).toEqual([other.id]);
    expect(await library.remove(id)).toEqual({ answer: 'gone' });
  });

  it('restores a removed entry when a tab saves it', async () => {
    const library = tab();
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    await library.remove(id);
    await library.save(id, contents(2), 1);
    expect(await library.get(id)).not.toHaveProperty('removedAt');
  });

  it('tells every tab of every write', async () => {
    const heard: unknown[] = [];
    const there = new Library({ open: () => openDatabase(), channel: new Channel('test') });
    await there.list();
    there.listen((news) => heard.push(news));
    const here = new Library({ open: () => openDatabase(), channel: new Channel('test') });
    const own: unknown[] = [];
    here.listen((news) => own.push(news));
    const { id } = entryOf(await here.create({ kind: 'game', contents: contents(1) }));
    await here.save(id, contents(2), 1);
    await here.rename(id, 'x');
    const all = [1, 2, 2].map((revision) => ({ id, revision }));
    expect(own).toEqual(all);
    await expect.poll(() => heard).toEqual(all);
    await here.close();
    await there.close();
  });
});

describe('a browser that refuses', () => {
  it('has its entries in memory where there is no database', async () => {
    const library = tab(undefined, { open: () => Promise.reject(new DOMException('private', 'SecurityError')) });
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    expect(library.warning).toBe('memory');
    expect(await library.lasting()).toBe(false);
    expect(await library.save(id, contents(2), 1)).toMatchObject({ answer: 'saved' });
    expect(await library.save(id, contents(3), 1)).toMatchObject({ answer: 'conflict' });
    expect(await library.get(id)).toMatchObject({ data: 2 });
    expect(await library.list()).toHaveLength(1);
    expect(library.warning).toBe('memory');
  });

  it('says so where the database throws at once', async () => {
    Reflect.set(globalThis, 'indexedDB', undefined);
    const library = tab();
    expect(await library.list()).toEqual([]);
    expect(library.warning).toBe('memory');
  });

  it('says so where a newer page has the database', async () => {
    const newer = await openDB('saffron', 2);
    const library = tab();
    expect(await library.list()).toEqual([]);
    expect(library.warning).toBe('outdated');
    newer.close();
  });

  it('lets a newer page have the database, and says so afterwards', async () => {
    const library = tab();
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    const newer = await openDB('saffron', 2);
    expect(await library.save(id, contents(2), 1)).toEqual({ answer: 'failed' });
    expect(library.warning).toBe('outdated');
    newer.close();
  });

  it('opens the database again where the connection has broken', async () => {
    const store = await openDatabase();
    const library = tab(undefined, { open: () => Promise.resolve(store) });
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    store.close();
    expect(await library.save(id, contents(2), 1)).toMatchObject({ answer: 'saved' });
    expect(library.warning).toBeNull();
  });

  it('answers that a write failed for want of room until there is some again', async () => {
    let full = false;
    const library = tab(undefined, { open: () => refusing(() => (full ? quotaError() : null)) });
    const { id } = entryOf(await library.create({ kind: 'game', contents: contents(1) }));
    full = true;
    expect(await library.save(id, contents(2), 1)).toEqual({ answer: 'failed' });
    expect(await library.get(id)).toMatchObject({ data: 1 });
    expect(library.warning).toBe('full');
    full = false;
    expect(await library.save(id, contents(2), 1)).toMatchObject({ answer: 'saved' });
    expect(library.warning).toBeNull();
  });

  it('answers so where contents cannot be stored', async () => {
    const library = tab();
    expect(await library.create({ kind: 'game', contents: contents(() => 1) })).toEqual({ answer: 'failed' });
    expect(library.warning).toBe('failed');
    expect(await library.list()).toEqual([]);
    expect(library.warning).toBeNull();
  });
});
