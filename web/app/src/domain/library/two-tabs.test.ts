// @vitest-environment jsdom

/** Property test of several tabs that change one entry in any order: every change ends up in the entry or in a copy. */

import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database';
import type { EntryStore } from './database';
import { Document } from './document.svelte';
import { Library } from './library.svelte';
import { FakeChannels, freshBrowser, quotaError, SUMMARY } from './test-parts';

beforeEach(freshBrowser);

/** Returns a seeded generator of numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The database, which refuses now and then, and in which no write may take anything away. */
async function watched(random: () => number, refusing: { on: boolean }): Promise<EntryStore> {
  const store = await openDatabase();
  return {
    lasting: true,
    all: () => store.all(),
    get: (id) => store.get(id),
    close: () => store.close(),
    change: (id, decide) => {
      if (refusing.on && random() < 0.15) return Promise.reject(quotaError());
      return store.change(id, (now) => {
        const decision = decide(now);
        const after = decision.entry?.data as string[] | undefined;
        if (now && after) expect(after).toEqual(expect.arrayContaining(now.data as string[]));
        if (now && decision.entry) expect(decision.entry.revision).toBe(now.revision + 1);
        return decision;
      });
    },
  };
}

/** A tab whose page shows a list of words and adds to it. */
class Tab {
  words: string[] = [];
  readonly library: Library;
  readonly document: Document<string[]>;

  constructor(air: FakeChannels, store: Promise<EntryStore>, merges: boolean, random: () => number) {
    this.library = new Library({ open: () => store, channel: air.channel() });
    this.document = new Document<string[]>({
      library: this.library,
      parse: (data) => data as string[],
      onRemote: (data) => (this.words = data),
      ...(merges && {
        merge: (mine, theirs) =>
          random() < 0.5 ? null : { data: [...new Set([...theirs, ...mine])], summary: SUMMARY },
      }),
      times: { delay: 2, longest: 5, retry: 1 },
    });
  }

  add(word: string): void {
    this.words = [...this.words, word];
    this.document.change(this.words, SUMMARY);
  }
}

/** Saves all changes of a tab; the database may refuse a few times. */
async function saved(document: Document<string[]> | undefined): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) if (await document?.flush()) return;
  throw new Error('never saved');
}

async function simulate(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const refusing = { on: true };
  const air = new FakeChannels((hear) => {
    const fate = random();
    if (fate < 0.2) return;
    if (fate < 0.6) setTimeout(hear, random() * 6);
    else hear();
  });
  const merges = random() < 0.5;
  const tabs = Array.from(
    { length: 2 + Math.floor(random() * 2) },
    () => new Tab(air, watched(random, refusing), merges, random),
  );
  const words: string[] = [];
  const any = (): Tab => tabs[Math.floor(random() * tabs.length)] as Tab;
  const add = (tab: Tab): void => {
    const word = `w${words.length}`;
    words.push(word);
    tab.add(word);
  };

  const id = tabs[0]?.document.create('game', [], SUMMARY) ?? '';
  await saved(tabs[0]?.document);
  for (const tab of tabs.slice(1)) await tab.document.load(id);
  for (let step = 0; step < 25; step++) {
    const choice = random();
    if (choice < 0.55) add(any());
    else if (choice < 0.65) void any().document.flush();
    else if (choice < 0.7) dispatchEvent(new Event('pageshow'));
    else if (choice < 0.75) {
      const tab = any();
      const loaded = await tab.document.load(id);
      if (loaded.state === 'loaded') tab.words = loaded.data;
    } else await new Promise((resolve) => setTimeout(resolve, random() * 4));
  }
  refusing.on = false;
  for (const tab of tabs) await saved(tab.document);

  const library = tabs[0]?.library as Library;
  const entries = await Promise.all((await library.list()).map((entry) => library.get(entry.id)));
  const kept = new Set(entries.flatMap((entry) => entry?.data as string[]));
  expect(words.filter((word) => !kept.has(word))).toEqual([]);
  for (const tab of tabs) {
    const shown = entries.find((entry) => entry?.id === tab.document.id)?.data as string[];
    expect(shown).toEqual(expect.arrayContaining(tab.words));
    tab.document.close();
    await tab.library.close();
  }
}

describe('tabs that change one entry', () => {
  it.each(Array.from({ length: 40 }, (_, index) => index + 1))('lose nothing (seed %i)', simulate);
});
