// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFetch } from '../api';
import type { Store } from '../storage';
import { bodyOf, parseBody, settle, syncedAs } from './account-entry';
import { AccountLibrary } from './account-library.svelte';
import { openDatabase } from './database';
import type { EntryStore } from './database';
import type { Entry } from './entry';
import type { Library } from './library.svelte';
import { contents, freshBrowser, quotaError, SUMMARY, tab } from './test-parts';

const ACCOUNT = 'anna';
const ID = 'Aaaaaaaaaaaa';

/** Server's side of an account's library. */
class Server {
  entries = new Map<string, { version: number; body: string | null }>();
  writes = 0;
  /** Number of writes that have left the browser. */
  begun = 0;
  /** Time in milliseconds that a write takes to arrive. */
  delay = 0;
  #version = 0;
  /** Answer to the next request of a method instead of the server's own. */
  refusals: Record<string, [number, object] | undefined> = {};

  async fetch(address: string, { method, body }: RequestInit): Promise<Response> {
    if (method === 'PUT') this.begun += 1;
    if (method === 'PUT' && this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const answer = (status: number, value: unknown): Promise<Response> =>
      Promise.resolve(new Response(JSON.stringify(value), { status }));
    const refusal = this.refusals[method ?? ''];
    delete this.refusals[method ?? ''];
    if (refusal) return answer(refusal[0], { error: refusal[1] });
    const { pathname, searchParams } = new URL(address, 'http://server');
    const id = pathname.split('/')[3] ?? '';
    if (method === 'GET') {
      const after = Number(searchParams.get('after'));
      const all = [...this.entries].map(([key, { version, body: text }]) => ({ id: key, version, body: text }));
      const newer = all.filter(({ version }) => version > after).sort((a, b) => a.version - b.version);
      return answer(200, { entries: newer.slice(0, 3), more: newer.length > 3 });
    }
    if (method === 'DELETE') {
      this.entries.clear();
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const write = JSON.parse(body as string) as { over: number; body: string | null };
    const there = this.entries.get(id);
    if (there && there.version !== write.over) return answer(409, { error: { code: 'changed' } });
    this.writes += 1;
    this.#version += 1;
    this.entries.set(id, { version: this.#version, body: write.body });
    return answer(200, { version: this.#version });
  }
}

function newStorage(): Store {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

interface Device {
  library: Library;
  account: AccountLibrary;
  storage: Store;
}

const devices: Device[] = [];
let server: Server;

/** Returns a device with a library of its own, which refuses new entries while `refuses` returns an error. */
async function device(name: string, on = true, refuses: () => Error | null = () => null): Promise<Device> {
  const open = async (): Promise<EntryStore> => {
    const store = await openDatabase(name);
    return {
      lasting: true,
      all: () => store.all(),
      get: (id) => store.get(id),
      change: (id, decide) =>
        store.change(id, (now) => {
          const error = now === null ? refuses() : null;
          if (error) throw error;
          return decide(now);
        }),
      close: () => store.close(),
    };
  };
  const library = tab(undefined, { open });
  const storage = newStorage();
  const made = { library, storage, account: new AccountLibrary(library, storage) };
  devices.push(made);
  made.account.follow(ACCOUNT);
  if (on) await made.account.turnOn();
  return made;
}

/** Whole library of a device by id, without what differs between devices. */
async function contentsOf({ library }: Device): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { id } of await library.all()) {
    const whole = await library.get(id);
    if (whole) all[id] = JSON.parse(bodyOf(whole));
  }
  return all;
}

beforeEach(() => {
  freshBrowser();
  server = new Server();
  setFetch((address, init) => server.fetch(address, init));
});

afterEach(() => {
  for (const { account } of devices.splice(0)) account.follow(null);
});

function entry(part: Partial<Entry> = {}): Entry {
  return { ...SUMMARY, id: ID, kind: 'analysis', name: '', created: 1, changed: 1, revision: 1, data: 1, ...part };
}

describe('an entry on the account', () => {
  it('is read back as it was written', () => {
    const whole = entry({ name: 'Club', tags: ['a'], removedAt: 3, copyOf: 'Baaaaaaaaaaa', white: { level: 2 } });
    expect(parseBody(ID, bodyOf({ ...whole, revision: 7 }))).toEqual(whole);
    const unreadable = [
      '',
      '[]',
      '{}',
      bodyOf(whole).replace('"form":1', '"form":2'),
      bodyOf(entry()).replace('"name":""', '"name":null'),
    ];
    for (const text of unreadable) expect(parseBody(ID, text), text).toBeNull();
    expect(parseBody('shafran', bodyOf(whole))).toBeNull();
  });

  it('is settled by what each side has changed', () => {
    const base = entry({ name: 'Old' });
    const mine = { ...base, synced: syncedAs(base, ACCOUNT, 1) };
    const by = (here: Entry | null, there: Entry | null): ReturnType<typeof settle> =>
      settle(here, there, { account: ACCOUNT, version: 2 });
    const written = { ...mine, data: 'mine', revision: 2, changed: 5 };
    const writtenThere = entry({ name: 'Old', data: 'theirs', changed: 6 });
    // Nothing new; new here; deleted there.
    expect(settle(mine, writtenThere, { account: ACCOUNT, version: 1 })).toEqual({});
    expect(by(null, writtenThere).entry).toMatchObject({ data: 'theirs', synced: { version: 2 } });
    expect(by(null, null)).toEqual({});
    expect(by(mine, null)).toEqual({ entry: null });
    expect(by(written, null).entry).toMatchObject({ data: 'mine', synced: { version: 2, revision: 0 } });
    // One side has changed something.
    expect(by(mine, writtenThere).entry).toMatchObject({ data: 'theirs', revision: 2 });
    expect(by(written, entry({ name: 'New' }))).toMatchObject({ entry: { data: 'mine', name: 'New' } });
    expect(by({ ...mine, name: 'Mine' }, writtenThere)).toMatchObject({ entry: { data: 'theirs', name: 'Mine' } });
    expect(by({ ...mine, name: 'Mine' }, entry({ name: 'New' })).entry).toMatchObject({ name: 'Mine' });
    // Both have changed the contents: differently, and alike.
    expect(by(written, writtenThere)).toMatchObject({ entry: { data: 'mine' }, copy: { data: 'theirs' } });
    expect(by(written, { ...writtenThere, data: 'mine' }).copy).toBeUndefined();
    // An account of which nothing is known here.
    const other = settle(mine, writtenThere, { account: 'berta', version: 2 });
    expect(other).toMatchObject({ entry: { data: 1 }, copy: { data: 'theirs' } });
  });
});

describe('the library on the account', () => {
  it('is off until it is chosen, and for that account only', async () => {
    const phone = await device('phone', false);
    await phone.library.create({ kind: 'analysis', contents: contents(1) });
    await phone.account.sync();
    expect([phone.account.on, server.writes]).toEqual([false, 0]);
    await phone.account.turnOn();
    expect([phone.account.status, server.writes]).toEqual(['synced', 1]);
    phone.account.follow('berta');
    await phone.account.sync();
    expect([phone.account.on, server.writes]).toEqual([false, 1]);
    phone.account.follow(ACCOUNT);
    await phone.account.sync();
    expect([phone.account.on, server.writes]).toEqual([true, 1]);
    await phone.account.removeFromAccount();
    expect([phone.account.on, server.entries.size, (await phone.library.all()).length]).toEqual([false, 0, 1]);
  });

  it('is complete again after it was removed from the account', async () => {
    const [desk, phone] = [await device('desk'), await device('phone')];
    await desk.library.create({ kind: 'analysis', contents: contents(1) });
    await desk.account.sync();
    await phone.account.sync();
    await desk.account.removeFromAccount();
    phone.account.turnOff();
    for (const { account } of [desk, phone]) {
      server.entries.clear();
      await account.turnOn();
      expect([account.status, server.entries.size]).toEqual(['synced', 1]);
    }
    expect([(await desk.library.all()).length, (await phone.library.all()).length]).toEqual([1, 1]);
  });

  it('removes it from the account after what was on its way', async () => {
    const desk = await device('desk');
    for (const value of [1, 2, 3]) await desk.library.create({ kind: 'analysis', contents: contents(value) });
    server.delay = 10;
    const sending = desk.account.sync();
    await vi.waitFor(() => expect(server.begun).toBe(2), { interval: 1 });
    await desk.account.removeFromAccount();
    await sending;
    expect(server.entries.size).toBe(0);
  });

  it('leaves the account as it is while this browser cannot keep a copy', async () => {
    let refuses: Error | null = null;
    const [desk, phone] = [await device('desk'), await device('phone', true, () => refuses)];
    await desk.library.change(ID, () => entry());
    await desk.account.sync();
    await phone.account.sync();
    await desk.library.save(ID, contents('desk'), 1);
    await phone.library.save(ID, contents('phone'), 1);
    await desk.account.sync();
    refuses = quotaError();
    await phone.account.sync();
    expect(phone.account.status).toBe('waiting');
    expect(server.entries.get(ID)?.body).toContain('"desk"');
    refuses = null;
    await phone.account.sync();
    const kept = await Promise.all(
      (await phone.library.all()).map(async ({ id }) => (await phone.library.get(id))?.data),
    );
    expect(kept.toSorted()).toEqual(['desk', 'phone']);
  });

  it('brings entries, changes, names and removals to the other device', async () => {
    const [desk, phone] = [await device('desk'), await device('phone')];
    const ids: string[] = [];
    const id = (at: number): string => ids[at] ?? '';
    for (let count = 0; count < 8; count++) {
      const made = await desk.library.create({ kind: 'analysis', contents: contents({ count }) });
      if (made.answer === 'saved') ids.push(made.entry.id);
    }
    await desk.account.sync();
    await phone.account.sync();
    expect((await phone.library.list()).length).toBe(8);
    await phone.library.save(id(0), contents('changed'), 1);
    await phone.library.rename(id(1), 'Named');
    await phone.library.tag(id(2), ['endgame']);
    await phone.library.remove(id(3));
    await phone.account.sync();
    const heard: string[] = [];
    desk.library.listen((news) => heard.push(news.id));
    await desk.account.sync();
    expect(heard.toSorted()).toEqual(ids.slice(0, 4).toSorted());
    expect(await contentsOf(desk)).toEqual(await contentsOf(phone));
    expect(await desk.library.get(id(0))).toMatchObject({ data: 'changed', revision: 2 });
    expect((await desk.library.list({ removed: true })).map((one) => one.id)).toEqual([ids[3]]);
    // Nothing more to send.
    const { writes } = server;
    await Promise.all([desk.account.sync(), phone.account.sync(), desk.account.sync()]);
    expect(server.writes).toBe(writes);
  });

  it('deletes on every device what was removed a month ago', async () => {
    const [desk, phone] = [await device('desk'), await device('phone')];
    const old = { ...entry(), removedAt: Date.now() - 31 * 24 * 60 * 60 * 1000 };
    await desk.library.change(ID, () => ({ ...old, removedAt: Date.now() }));
    await desk.account.sync();
    await phone.account.sync();
    await desk.library.change(ID, (now) => now && { ...now, removedAt: old.removedAt });
    expect(await desk.library.purge()).toBe(0);
    await desk.account.sync();
    await phone.account.sync();
    expect([await desk.library.all(), await phone.library.all()]).toEqual([[], []]);
    expect(server.entries.get(ID)?.body).toBeNull();
  });

  it('resumes after refusals, and says what does not fit', async () => {
    const desk = await device('desk', false);
    await desk.library.create({ kind: 'game', contents: contents('x'.repeat(300_000)) });
    await desk.library.create({ kind: 'game', contents: contents(1) });
    server.refusals['GET'] = [503, { code: 'busy' }];
    await desk.account.turnOn();
    expect(desk.account.status).toBe('waiting');
    await desk.account.sync();
    expect([desk.account.status, desk.account.tooLong, server.writes]).toEqual(['synced', 1, 1]);
    await desk.library.create({ kind: 'game', contents: contents(2) });
    server.refusals['PUT'] = [429, { code: 'too_many', params: { limit: 1000 } }];
    await desk.account.sync();
    expect(desk.account.status).toBe('full');
    server.entries.set('Zaaaaaaaaaaa', { version: 1000, body: '{"form":2}' });
    await desk.account.sync();
    expect(desk.account.status).toBe('outdated');
    expect(server.entries.get('Zaaaaaaaaaaa')?.body).toBe('{"form":2}');
  });

  it('loses nothing, whatever two devices do in whatever order', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      let state = seed;
      const random = (limit: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return (state >>> 8) % limit;
      };
      server = new Server();
      const pair = [await device(`desk ${seed}`), await device(`phone ${seed}`)] as const;
      const alive = new Set<string>();
      for (let step = 0; step < 40; step++) {
        const { library, account } = pair[random(2) as 0 | 1];
        const all = await library.list();
        const one = all.length === 0 ? undefined : all[random(all.length)];
        const value = `${seed}-${step}`;
        switch (one ? random(7) : 0) {
          case 0:
            alive.add(value);
            await library.create({ kind: 'analysis', contents: contents(value) });
            break;
          case 1:
          case 2: {
            const before = await library.get(one?.id ?? '');
            alive.delete(before?.data as string);
            alive.add(value);
            // Milliseconds in which two devices write do not count.
            await library.change(
              one?.id ?? '',
              (now) => now && { ...now, data: value, changed: seed * 1000 + step, revision: now.revision + 1 },
            );
            break;
          }
          case 3:
            await library.rename(one?.id ?? '', value);
            break;
          case 4:
            await library.remove(one?.id ?? '');
            break;
          default:
            await account.sync();
        }
      }
      for (let round = 0; round < 3; round++) for (const { account } of pair) await account.sync();
      const [desk, phone] = [await contentsOf(pair[0]), await contentsOf(pair[1])];
      expect(desk, `seed ${seed}`).toEqual(phone);
      const kept = new Set(Object.values(desk).map((body) => (body as { data: string }).data));
      expect(
        [...alive].filter((value) => !kept.has(value)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });
});
