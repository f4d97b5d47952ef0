// @vitest-environment jsdom

/** Tests of Web Push in the page: the state of the browser, and what the server is sent. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFetch } from '../api';
import { clearMessages, isFor, pushState } from './browser';
import { keepPush, pushStateOf, startPush, stopPush } from './subscribing';

/** Bytes 1 to 3 in base64url. */
const KEY = 'AQID';
const OTHER_KEY = 'BAUG';

interface Own {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer };
  toJSON: () => object;
  unsubscribe: () => Promise<boolean>;
}

let own: Own | null = null;
let made = 0;
/** Requests to the server, as `METHOD path` with the body. */
let asked: [string, unknown][] = [];

function subscribed(key: string): Own {
  made += 1;
  const endpoint = `https://push.example/${made}`;
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (character) => character.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: () => {
      own = null;
      return Promise.resolve(true);
    },
  };
}

const pushManager = {
  getSubscription: () => Promise.resolve(own),
  subscribe: ({ applicationServerKey }: { applicationServerKey: string }) =>
    Promise.resolve((own = subscribed(applicationServerKey))),
};

/** Makes the browser one that gets messages. */
function canPush(permission: NotificationPermission): void {
  const registration = { pushManager, getNotifications: () => Promise.resolve([]) };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', { permission });
}

beforeEach(() => {
  own = null;
  made = 0;
  asked = [];
  localStorage.clear();
  setFetch((address, { method, body }) => {
    asked.push([`${method} ${address}`, body === undefined ? null : JSON.parse(String(body))]);
    return Promise.resolve(address.endsWith('settings') ? Response.json({ pushKey: KEY }) : new Response(null));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the state', () => {
  it('is that of the browser', async () => {
    vi.stubGlobal('navigator', {});
    expect(await pushState()).toBe('unsupported');
    vi.stubGlobal('navigator', { standalone: false });
    expect(await pushState()).toBe('home-screen');
    canPush('denied');
    expect(await pushState()).toBe('denied');
    canPush('default');
    expect(await pushState()).toBe('off');
    canPush('granted');
    expect(await pushState()).toBe('off');
    own = subscribed(KEY);
    expect(await pushState()).toBe('on');
  });

  it('is on only for the account that has asked for messages', async () => {
    canPush('granted');
    await startPush('anna', KEY, 'en');
    expect(await pushStateOf('anna', KEY, 'en')).toBe('on');
    expect(await pushStateOf('boris', KEY, 'en')).toBe('off');
  });

  it('stays on with another key of the server, for which the subscription is renewed', async () => {
    canPush('granted');
    await startPush('anna', OTHER_KEY, 'en');
    asked = [];
    expect(await pushStateOf('anna', KEY, 'en')).toBe('on');
    expect(own && isFor(own as unknown as PushSubscription, KEY)).toBe(true);
    expect(asked).toHaveLength(1);
  });
});

describe('messages', () => {
  it('begin with the subscription and the language', async () => {
    canPush('granted');
    await startPush('anna', KEY, 'hu');
    const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' }, language: 'hu' };
    expect(asked).toEqual([['PUT /api/notifications/push', body]]);
  });

  it('end in the browser even without a reply of the server', async () => {
    canPush('granted');
    await startPush('anna', KEY, 'en');
    asked = [];
    setFetch(() => Promise.reject(new TypeError('no connection')));
    await stopPush();
    expect(own).toBeNull();
    expect(await pushStateOf('anna', KEY, 'en')).toBe('off');
  });

  it('end on the server, too', async () => {
    canPush('granted');
    await startPush('anna', KEY, 'en');
    asked = [];
    await stopPush();
    expect(asked).toEqual([['DELETE /api/notifications/push', { endpoint: 'https://push.example/1' }]]);
    await stopPush();
    expect(asked).toHaveLength(1);
  });
});

describe('at the start of a page', () => {
  beforeEach(async () => {
    canPush('granted');
    await startPush('anna', KEY, 'en');
    asked = [];
  });
  const sent = (): string[] => asked.map(([request]) => request);

  it('nothing is sent if nothing has changed', async () => {
    await keepPush('anna', 'en');
    expect(sent()).toEqual([]);
  });

  it('nothing is sent for a browser without messages', async () => {
    await stopPush();
    asked = [];
    await keepPush('anna', 'de');
    expect(sent()).toEqual([]);
  });

  it('the subscription is sent again in another language', async () => {
    await keepPush('anna', 'de');
    expect(asked.at(-1)?.[1]).toMatchObject({ endpoint: 'https://push.example/1', language: 'de' });
    asked = [];
    await keepPush('anna', 'de');
    expect(sent()).toEqual([]);
  });

  it('the subscription is sent again after the browser has renewed it', async () => {
    own = subscribed(KEY);
    await keepPush('anna', 'en');
    expect(asked.at(-1)?.[1]).toMatchObject({ endpoint: 'https://push.example/2' });
  });

  it('the subscription is sent again after a day, for the present key of the server', async () => {
    own = subscribed(OTHER_KEY);
    localStorage.setItem(
      'saffron.push',
      JSON.stringify({ account: 'anna', endpoint: own.endpoint, language: 'en', at: Date.now() }),
    );
    await keepPush('anna', 'en');
    expect(sent()).toEqual([]);
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ['Date'] });
    await keepPush('anna', 'en');
    expect(sent()).toEqual(['GET /api/notifications/settings', 'PUT /api/notifications/push']);
    expect(own && isFor(own as unknown as PushSubscription, KEY)).toBe(true);
  });

  it('the messages of an account that is no longer signed in end', async () => {
    await keepPush('boris', 'en');
    expect(own).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('nothing is sent without the permission', async () => {
    canPush('denied');
    await keepPush('anna', 'de');
    expect(sent()).toEqual([]);
  });
});

it('messages that were read disappear', async () => {
  const close = vi.fn();
  const clearAppBadge = vi.fn(() => Promise.resolve());
  const registration = { getNotifications: () => Promise.resolve([{ close }, { close }]) };
  vi.stubGlobal('navigator', {
    clearAppBadge,
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  });
  await clearMessages();
  expect(close).toHaveBeenCalledTimes(2);
  expect(clearAppBadge).toHaveBeenCalledOnce();
  // Browsers without any of it.
  vi.stubGlobal('navigator', {});
  await clearMessages();
});
