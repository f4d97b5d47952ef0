// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Channel } from '../../domain/library/channel';
import { openDatabase } from '../../domain/library/database';
import { tagsOf } from '../../domain/library/entry';
import type { EntryInfo, EntryKind } from '../../domain/library/entry';
import { Library } from '../../domain/library/library.svelte';
import type { NewEntry } from '../../domain/library/library.svelte';
import { eventually } from '../../domain/library/test-parts';
import { startRules } from '../../domain/modules-for-tests';
import { settings } from '../../ui/settings.svelte';
import { EntryList } from './entry-list.svelte';
import LibraryPage from './Library.svelte';
import { whenText } from '../../text/times';
import { entryTitle } from '../../text/entries';
import { movesText } from './library-text';

const DAY = 24 * 60 * 60 * 1000;
const FEN = 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1';

let library: Library;

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  library = new Library();
});
afterEach(async () => {
  document.body.replaceChildren();
  await library.close();
});

async function add(kind: EntryKind, name: string, part: Partial<NewEntry> = {}): Promise<EntryInfo> {
  const contents = { data: null, summary: { variant: 'shafran', plies: 5, fen: FEN } };
  const made = await library.create({ kind, name, contents, ...part });
  if (made.answer !== 'saved') throw new Error(made.answer);
  return made.entry;
}

describe('words of an entry', () => {
  it('are its name, its players or what it is', () => {
    const game = { kind: 'game' as const, name: '' };
    expect(entryTitle({ ...game, name: 'Final' })).toBe('Final');
    expect(entryTitle({ ...game, name: 'Final', copyOf: 'X' })).toBe('Final (copy)');
    expect(entryTitle(game)).toBe('Two players, one board');
    expect(entryTitle({ ...game, white: { level: 3 } })).toBe('Saffron\u00a03');
    expect(entryTitle({ ...game, white: 'Ada', black: { level: 3 } })).toBe('Ada – Saffron\u00a03');
    expect(entryTitle({ ...game, black: 'Ada' })).toBe('You – Ada');
    expect(entryTitle({ kind: 'analysis', name: '' })).toBe('Analysis');
  });

  it('count moves of both sides', () => {
    expect([0, 1, 2, 3, 62].map(movesText)).toEqual(['no moves yet', '1 move', '1 move', '2 moves', '31 moves']);
  });

  it('say when, by the calendar', () => {
    const now = new Date(2026, 4, 20, 9, 30).getTime();
    const when = (...before: [number, number?, number?]): string =>
      whenText(new Date(2026, 4, ...before).getTime(), now, 'en');
    expect(whenText(now - 59_000, now, 'en')).toBe('just now');
    // A clock that was set back.
    expect(whenText(now + DAY, now, 'en')).toBe('just now');
    expect(when(20, 9, 5)).toBe('25 minutes ago');
    expect(when(20, 2, 0)).toBe('7 hours ago');
    expect(when(19, 23, 0)).toBe('yesterday');
    expect(when(19, 1, 0)).toBe('yesterday');
    expect(when(14, 23, 0)).toBe('6 days ago');
    expect(when(13, 23, 0)).toBe('May 13, 2026');
    expect(whenText(new Date(2026, 4, 19, 1).getTime(), now, 'ru')).toBe('вчера');
  });
});

describe('the list', () => {
  it('is filtered, and follows other tabs', async () => {
    const game = await add('game', 'a');
    await add('analysis', 'b');
    const list = new EntryList(library);
    const end = list.start();
    await list.load();
    expect(list.shown).toHaveLength(2);
    list.filter = 'game';
    expect(list.shown.map(({ name }) => name)).toEqual(['a']);
    const there = new Library({ open: () => openDatabase(), channel: new Channel() });
    await there.rename(game.id, 'c');
    await eventually(() => expect(list.shown.map(({ name }) => name)).toEqual(['c']));
    await there.remove(game.id);
    await eventually(() => expect(list.shown).toEqual([]));
    expect([list.count('all'), list.count('analysis'), list.count('removed')]).toEqual([1, 1, 1]);
    expect(list.empty).toBe(false);
    // Only the tab that removed the entry offers to undo it.
    expect(list.undoable).toEqual([]);
    end();
    await there.close();
  });

  it('finds entries by words of title, game and result, among all or those of a kind', async () => {
    await add('game', 'Sunday with Anna');
    await add('analysis', 'Sunday');
    const list = new EntryList(library);
    await list.load();
    for (const [query, count] of [
      ['', 2],
      ['SUNDAY', 2],
      ['anna sun', 1],
      ['shafran', 2],
      ['nothing', 0],
    ] as const) {
      list.query = query;
      expect(list.shown, query).toHaveLength(count);
    }
    list.query = 'sunday';
    list.filter = 'analysis';
    expect(list.shown).toHaveLength(1);
    expect(list.count('all')).toBe(2);
  });

  it('keeps tags with entries, and shows those that have one', async () => {
    const game = await add('game', 'a');
    await add('analysis', 'b');
    const list = new EntryList(library);
    await list.load();
    await list.edit(game, 'a', ' club,#Endgame,, CLUB ');
    await list.addTags(list.shown, 'May 2026');
    expect(list.tags).toEqual(['club', 'Endgame', 'May 2026']);
    list.tag = 'club';
    expect(list.shown.map(({ name, tags }) => [name, tags])).toEqual([['a', ['club', 'Endgame', 'May 2026']]]);
    // A tag that no entry has any more hides nothing.
    await list.edit(game, 'a', '');
    expect(list.shown).toHaveLength(2);
    expect(list.tags).toEqual(['May 2026']);
    list.query = '#may';
    expect(list.shown).toHaveLength(1);
  });

  it('cuts tags to twelve of thirty-two characters', () => {
    const tags = tagsOf(Array.from({ length: 20 }, (_, n) => `${n}-${'x'.repeat(50)}`).join(','));
    expect(tags).toHaveLength(12);
    expect(tags.every(({ length }) => length === 32)).toBe(true);
  });

  it('removes several at once, and brings all of them back', async () => {
    await add('game', 'a');
    await add('game', 'b');
    await add('game', 'c');
    const list = new EntryList(library);
    await list.load();
    list.select(true);
    list.mark(list.shown, true);
    list.mark(list.shown.slice(0, 1), false);
    expect(list.selected).toHaveLength(2);
    // What is not shown is not selected.
    list.query = 'no such';
    expect(list.selected).toHaveLength(0);
    list.query = '';
    await list.remove(list.selected);
    expect(list.shown).toHaveLength(1);
    expect(list.undoable).toHaveLength(2);
    await list.restore(list.undoable);
    expect(list.shown).toHaveLength(3);
    expect(list.undoable).toEqual([]);
  });

  it('offers the way back for ten seconds', async () => {
    const entry = await add('game', 'a');
    const list = new EntryList(library);
    await list.load();
    await list.remove([entry]);
    expect(list.undoable[0]?.id).toBe(entry.id);
    await list.restore([entry]);
    expect(list.undoable).toEqual([]);
    expect(list.shown).toHaveLength(1);
    await list.remove([entry]);
    vi.useFakeTimers();
    try {
      list.letUndoEnd();
      vi.advanceTimersByTime(9_999);
      list.holdUndo();
      vi.advanceTimersByTime(60_000);
      expect(list.undoable).not.toEqual([]);
      list.letUndoEnd();
      vi.advanceTimersByTime(10_000);
      expect(list.undoable).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    expect(list.count('removed')).toBe(1);
  });
});

describe('the page', () => {
  // Boards are drawn when they are visible, which none is here.
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map((node) => node.textContent?.trim() ?? '');

  async function withPage(work: () => Promise<void>): Promise<void> {
    const page = mount(LibraryPage, { target: document.body, props: { list: new EntryList(library) } });
    try {
      await eventually(() => expect(document.querySelector('article, .empty')).not.toBeNull());
      await work();
    } finally {
      await unmount(page);
    }
  }

  const button = (label: string): HTMLButtonElement => {
    const found = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === label,
    );
    if (!found) throw new Error(`no button ${label}`);
    return found;
  };

  it('greets who has nothing yet', () =>
    withPage(async () => {
      expect(texts('h2')).toEqual(['Nothing here yet']);
      expect([...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual(['/', '/analysis']);
      await add('game', 'a');
      await eventually(() => expect(texts('h2')).toEqual(['a']));
    }));

  it('links to each entry, renames, removes and brings back', async () => {
    const game = await add('game', 'Old name');
    const analysis = await add('analysis', '', { changed: Date.now() - 3 * DAY });
    await withPage(async () => {
      expect(texts('h2')).toEqual(['Old name', 'Analysis']);
      expect([...document.querySelectorAll('h2 a')].map((a) => a.getAttribute('href'))).toEqual([
        `/game/${game.id}`,
        `/analysis/${analysis.id}`,
      ]);
      expect(texts('time')).toEqual(['just now', '3 days ago']);

      button('Name and tags of Old name').click();
      flushSync();
      const input = document.querySelector<HTMLInputElement>('form input');
      expect(input?.value).toBe('Old name');
      if (input) input.value = 'New name';
      input?.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('form')?.requestSubmit();
      await eventually(() => expect(texts('h2')).toEqual(['New name', 'Analysis']));

      button('Remove New name').click();
      await eventually(() => expect(texts('h2')).toEqual(['Analysis']));
      await eventually(() => expect(document.activeElement?.textContent).toBe('Analysis'));
      expect(texts('.undo .name')).toEqual(['Removed: New name']);
      button('Undo').click();
      await eventually(() => expect(texts('h2')).toEqual(['New name', 'Analysis']));
      expect(texts('.undo')).toEqual([]);

      button('Remove Analysis').click();
      await eventually(() => expect(texts('h2')).toEqual(['New name']));
      document.querySelector<HTMLInputElement>('input[value=removed]')?.click();
      await eventually(() => expect(texts('h2')).toEqual(['Analysis']));
      expect(document.querySelector('h2 a')).toBeNull();
      button('Restore Analysis').click();
      await eventually(() => expect(texts('.none')).toEqual(['Nothing was removed in the last thirty days.']));
    });
  });

  it('says when nothing can be kept', async () => {
    await library.close();
    library = new Library({ open: () => Promise.reject(new Error('none')) });
    await withPage(async () => expect(texts('[role=alert]')[0]).toContain('until this tab is closed'));
  });
});
