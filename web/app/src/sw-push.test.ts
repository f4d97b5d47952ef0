/** Tests of Web Push in the service worker. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, renewSubscription, showMessage } from './sw-push';
import type { PushScope, SiteWindow } from './sw-push';

const SITE = 'https://saffron.example';
const UNREADABLE = { title: 'Saffron', body: 'There is news.', path: '/ru/notifications' };
const MESSAGE = { title: 'Saffron', body: 'Your move against Anna', path: '/live/aB3dE5gH9k', tag: 'turn', unread: 3 };

let open: (SiteWindow & { done: string[] })[] = [];
const showNotification = vi.fn(() => Promise.resolve());
const openWindow = vi.fn(() => Promise.resolve(null));
const setAppBadge = vi.fn(() => Promise.resolve());
const clearAppBadge = vi.fn(() => Promise.resolve());
const subscribe = vi.fn();
const scope: PushScope = {
  clients: { matchAll: () => Promise.resolve(open), openWindow },
  registration: { showNotification, pushManager: { subscribe } },
  navigator: { setAppBadge, clearAppBadge },
};

function windowAt(path: string, { focused = false, controlled = true } = {}): (typeof open)[number] {
  const done: string[] = [];
  return {
    url: SITE + path,
    focused,
    done,
    focus: () => Promise.resolve(done.push('focus')),
    navigate: (to) => (controlled ? Promise.resolve(done.push(to)) : Promise.reject(new TypeError('not controlled'))),
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  open = [];
});
afterEach(() => vi.unstubAllGlobals());

describe('a message', () => {
  it('is shown with its page and its tag, and counts in the badge', async () => {
    await showMessage(scope, JSON.stringify(MESSAGE), UNREADABLE);
    const { title, body, path, tag } = MESSAGE;
    const options = { body, tag, data: { path }, silent: false, renotify: true };
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(title, expect.objectContaining(options));
    expect(setAppBadge).toHaveBeenCalledWith(3);
  });

  it('without anything unread clears the badge', async () => {
    await showMessage(scope, JSON.stringify({ ...MESSAGE, unread: 0 }), UNREADABLE);
    expect(clearAppBadge).toHaveBeenCalledOnce();
    expect(setAppBadge).not.toHaveBeenCalled();
  });

  it('is shown though there is no badge', async () => {
    setAppBadge.mockRejectedValueOnce(new DOMException('refused'));
    await showMessage(scope, JSON.stringify(MESSAGE), UNREADABLE);
    expect(showNotification).toHaveBeenCalledOnce();
  });

  it('makes no sound on the page that it is about', async () => {
    open = [windowAt(MESSAGE.path, { focused: true })];
    await showMessage(scope, JSON.stringify(MESSAGE), UNREADABLE);
    expect(showNotification).toHaveBeenCalledWith(
      'Saffron',
      expect.objectContaining({ silent: true, renotify: false }),
    );
  });

  it.each([windowAt(MESSAGE.path), windowAt('/live/another', { focused: true })])('sounds elsewhere', async (one) => {
    open = [one];
    await showMessage(scope, JSON.stringify(MESSAGE), UNREADABLE);
    expect(showNotification).toHaveBeenCalledWith('Saffron', expect.objectContaining({ silent: false }));
  });

  it.each([
    undefined,
    '',
    'not JSON',
    'null',
    '{}',
    JSON.stringify({ ...MESSAGE, path: '//elsewhere.example' }),
    JSON.stringify({ ...MESSAGE, path: '/\\elsewhere.example' }),
    JSON.stringify({ ...MESSAGE, path: 'https://elsewhere.example' }),
    JSON.stringify({ ...MESSAGE, tag: '' }),
    JSON.stringify({ ...MESSAGE, body: 5 }),
  ])('that cannot be read becomes a line with a link to the list: %s', async (text) => {
    await showMessage(scope, text, UNREADABLE);
    const options = { body: UNREADABLE.body, data: { path: UNREADABLE.path } };
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Saffron', expect.objectContaining(options));
    expect(setAppBadge).not.toHaveBeenCalled();
  });
});

describe('a press on a notification', () => {
  it('focuses the window that has the page', async () => {
    open = [windowAt('/learn'), windowAt(MESSAGE.path)];
    await openPage(scope, MESSAGE.path);
    expect(open.map(({ done }) => done)).toEqual([[], ['focus']]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('opens the page in a window of the site, but in none with a live game or a round of a contest', async () => {
    open = [windowAt('/live/another'), windowAt('/de/round/aB3dE5gH9k-1'), windowAt('/learn')];
    await openPage(scope, MESSAGE.path);
    expect(open.map(({ done }) => done)).toEqual([[], [], ['focus', MESSAGE.path]]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it.each([[[]], [[windowAt('/live/another')]], [[windowAt('/learn', { controlled: false })]]])(
    'opens a window if none can be used',
    async (windows) => {
      open = windows;
      await openPage(scope, MESSAGE.path);
      expect(openWindow).toHaveBeenCalledExactlyOnceWith(MESSAGE.path);
    },
  );
});

describe('a subscription that the browser has given up', () => {
  const json = { endpoint: 'https://push.example/2', keys: { p256dh: 'P', auth: 'A' } };
  const fresh = { toJSON: () => json } as unknown as PushSubscription;

  it('is made again for the key of the server, which gets it', async () => {
    const sent: [string, RequestInit | undefined][] = [];
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      sent.push([address, init]);
      return Promise.resolve(Response.json({ pushKey: 'BKEY' }));
    });
    subscribe.mockResolvedValueOnce(fresh);
    await renewSubscription(scope, null, 'hu');
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKEY' });
    const [address, init] = sent[1] ?? ['', undefined];
    expect([address, init?.method]).toEqual(['/api/notifications/push', 'PUT']);
    expect(JSON.parse(String(init?.body))).toEqual({ ...json, language: 'hu' });
  });

  it('is left alone once the session is over', async () => {
    const request = vi.fn(() => Promise.resolve(new Response('{}', { status: 401 })));
    vi.stubGlobal('fetch', request);
    await renewSubscription(scope, fresh, 'hu');
    expect(request).toHaveBeenCalledOnce();
    expect(subscribe).not.toHaveBeenCalled();
  });
});
