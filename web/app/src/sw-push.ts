/** Web Push in the service worker: messages become notifications, each of which leads to a page. */

import type { NotificationChoices, PushMessage } from './generated/protocol';

/** Window of the site. */
export interface SiteWindow {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** Options of a notification; TypeScript does not know all of them. */
export interface Shown {
  body: string;
  tag: string;
  icon: string;
  badge: string;
  silent: boolean;
  renotify: boolean;
  data: { path: string };
}

/** What push needs of the service worker. */
export interface PushScope {
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly SiteWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: {
    showNotification(title: string, options: Shown): Promise<void>;
    pushManager: Pick<PushManager, 'subscribe'>;
  };
  navigator: { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
}

/** What is shown for a message that cannot be read. */
export interface Unreadable {
  title: string;
  body: string;
  /** Path of the list of notifications. */
  path: string;
}

/** Shows a message. The browser wants a notification for each, so one about the page that is looked at comes without a sound. */
export async function showMessage(scope: PushScope, text: string | undefined, unreadable: Unreadable): Promise<void> {
  const message = parsed(text);
  const { title, body, path, tag } = message ?? { ...unreadable, tag: 'unreadable' };
  const isSeen = (await windows(scope)).some(({ focused, url }) => focused && new URL(url).pathname === path);
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/badge.png',
    silent: isSeen,
    renotify: !isSeen,
    data: { path },
  });
  // Last: a badge that cannot be set costs no message.
  if (message) await setBadge(scope, message.unread).catch(() => undefined);
}

/** Pages whose window must stay what it is: a clock may be running there. */
const BUSY = /^(?:\/[a-z]{2})?\/(?:live|round)\//;

/** Brings the page of a notification to the front: in a window that has it, in another one of the site, or in a new one. */
export async function openPage(scope: PushScope, path: string): Promise<void> {
  const all = await windows(scope);
  const there = all.find(({ url }) => new URL(url).pathname === path);
  if (there) {
    await there.focus();
    return;
  }
  const free = all.find(({ url }) => !BUSY.test(new URL(url).pathname));
  try {
    if (!free) throw new Error('no window is free');
    await free.focus();
    await free.navigate(path);
  } catch {
    // Windows that this service worker does not control yet cannot be navigated.
    await scope.clients.openWindow(path);
  }
}

/** Subscribes again after the browser has given up the subscription, and sends the new one to the server. */
export async function renewSubscription(
  scope: PushScope,
  renewed: PushSubscription | null,
  language: string,
): Promise<void> {
  const answer = await fetch('/api/notifications/settings');
  // Without its session, the account gets no messages here.
  if (!answer.ok) return;
  const { pushKey } = (await answer.json()) as NotificationChoices;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  const own = renewed ?? (await scope.registration.pushManager.subscribe(options));
  const { endpoint, keys } = own.toJSON();
  await fetch('/api/notifications/push', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, language }),
  });
}

function windows({ clients }: PushScope): Promise<readonly SiteWindow[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Reads a message; `null` if it is none of this version, or leads away from the site. */
function parsed(text: string | undefined): PushMessage | null {
  try {
    const { title, body, path, tag, unread } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof title !== 'string' || typeof body !== 'string' || typeof path !== 'string') return null;
    if (title === '' || !/^\/(?![/\\])/.test(path)) return null;
    if (typeof tag !== 'string' || tag === '' || typeof unread !== 'number') return null;
    return { title, body, path, tag, unread };
  } catch {
    return null;
  }
}

async function setBadge({ navigator }: PushScope, unread: number): Promise<void> {
  await (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.());
}
