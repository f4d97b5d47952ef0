/** Service worker: caches the page's own files, so that it works without the server, and shows the messages of Web Push. */

import { openPage, renewSubscription, showMessage } from './sw-push';
import type { PushScope } from './sw-push';

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PushEvent extends WaitingEvent {
  data: { text(): string } | null;
}

interface ClickEvent extends WaitingEvent {
  notification: { close(): void; data: { path: string } };
}

interface SubscriptionEvent extends WaitingEvent {
  newSubscription?: PushSubscription | null;
}

interface Scope extends PushScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: PushScope['clients'] & { claim(): Promise<void> };
}

// Written in by build/service-worker.ts.
interface Language {
  locale: string;
  /** First page. */
  page: string;
  /** Folder of the scripts. */
  folder: string;
  /** Name of the site. */
  title: string;
  /** Message `push_unreadable`. */
  unreadable: string;
}
declare const SAFFRON_LOCALES: Record<string, Language>;
declare const SAFFRON_BASE_LOCALE: Language;
/** Names of the scripts, which are the same in each language. */
declare const SAFFRON_SCRIPTS: string[];
/** Files for all languages. */
declare const SAFFRON_FILES: string[];
declare const SAFFRON_LATER: string[];
declare const SAFFRON_VERSION: string;

const scope = globalThis as unknown as Scope;
const PREFIX = 'saffron-';
const CACHE = PREFIX + SAFFRON_VERSION;
/** The language of the page that has registered this worker. Scripts of other languages are not kept. */
const LANGUAGE = SAFFRON_LOCALES[new URL(location.href).searchParams.get('locale') ?? ''] ?? SAFFRON_BASE_LOCALE;
const { page: PAGE, folder } = LANGUAGE;
const FILES = new Set([...SAFFRON_SCRIPTS.map((name) => folder + name), ...SAFFRON_FILES]);
/** Optional files, which are cached after their first use. */
const LATER = new Set(SAFFRON_LATER);

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // One after another: the page may request something at the same time, such as the network of the first game. Files cached by an
  // interrupted attempt are still there.
  for (const file of [PAGE, ...FILES]) {
    if (!(await cache.match(file))) await cache.add(file);
  }
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  // What was kept for another language. All at once: until this worker is active, the next page would wait for each.
  const cache = await caches.open(CACHE);
  const isOther = ({ url }: Request): boolean => {
    const path = new URL(url).pathname;
    return path !== PAGE && !FILES.has(path) && !LATER.has(path);
  };
  await Promise.all((await cache.keys()).filter(isOther).map((request) => cache.delete(request)));
  // Not awaited: Firefox also claims the page's workers, and one that searches replies only after the search. Until this worker
  // is active, all requests of the page would wait.
  void scope.clients.claim();
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function keptWhenUsed(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  const copy = answer.clone();
  try {
    if (answer.ok) await (await caches.open(CACHE)).put(request, copy);
  } catch {
    // There is no space for the file. It is requested again next time.
  }
  return answer;
}

/** Fetches a page from the server if it replies, so that a new version is shown at once. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (FILES.has(url.pathname)) event.respondWith(fromCache(request));
  else if (LATER.has(url.pathname)) event.respondWith(keptWhenUsed(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});
scope.addEventListener('push', (event) => {
  const { title, unreadable: body, page: home } = LANGUAGE;
  const path = `${home}/notifications`.replace('//', '/');
  event.waitUntil(showMessage(scope, event.data?.text(), { title, body, path }));
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(scope, event.notification.data.path));
});
scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(scope, event.newSubscription ?? null, LANGUAGE.locale));
});
