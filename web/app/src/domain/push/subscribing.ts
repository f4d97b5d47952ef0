/** Web Push for an account: the server knows this browser's subscription as long as the account is signed in here. */

import type {
  NotificationChoices,
  PushSubscription as Subscription,
  PushUnsubscription,
} from '../../generated/protocol';
import { get, put, request } from '../api';
import { forget, isObject, read, write } from '../storage';
import { isFor, ownSubscription, pushState, subscription } from './browser';
import type { PushState } from './browser';

/** Storage key of what the server was sent last. */
const KEY = 'saffron.push';
/** Age in milliseconds at which it is sent again: the server may have forgotten it, or have another key. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

interface Sent {
  account: string;
  endpoint: string;
  language: string;
  at: number;
}

function sent(): Sent | null {
  const value = read(KEY);
  return isObject(value) ? (value as unknown as Sent) : null;
}

/** Sends the subscription of this browser to the server, by whose key it is made. Rejects as requests do, or if the browser refuses. */
export async function startPush(account: string, key: string, language: string): Promise<void> {
  const own = await subscription(key);
  const { endpoint, keys } = own.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const body: Subscription = { endpoint: endpoint ?? own.endpoint, keys: { p256dh, auth }, language };
  await put('notifications/push', body);
  write(KEY, { account, endpoint: body.endpoint, language, at: Date.now() } satisfies Sent);
}

/** Returns whether this browser gets the messages of an account. A subscription for an earlier key of the server is renewed. */
export async function pushStateOf(account: string, key: string, language: string): Promise<PushState> {
  try {
    const state = await pushState();
    if (state !== 'on') return state;
    if (sent()?.account !== account) return 'off';
    const own = await ownSubscription();
    if (own && !isFor(own, key)) await startPush(account, key, language);
    return 'on';
  } catch {
    return 'off';
  }
}

/** Ends the messages to this browser. The server learns it by itself if it does not reply. */
export async function stopPush(): Promise<void> {
  const endpoint = await forgetPush();
  if (endpoint === null) return;
  const body: PushUnsubscription = { endpoint };
  await request('DELETE', 'notifications/push', body).catch(() => undefined);
}

/** Ends the subscription without a word to the server; returns its address, or `null` without one. */
async function forgetPush(): Promise<string | null> {
  forget(KEY);
  const own = await ownSubscription().catch(() => null);
  await own?.unsubscribe().catch(() => false);
  return own?.endpoint ?? null;
}

/**
 * Sends the subscription again if the browser has renewed it, the language has changed or a day has passed. That of an account whose
 * session is over ends: its messages are not for the present visitor. Never rejects.
 */
export async function keepPush(account: string | null, language: string): Promise<void> {
  const last = sent();
  if (!last) return;
  if (last.account !== account) {
    await forgetPush();
    return;
  }
  try {
    if (Notification.permission !== 'granted') return;
    const own = await ownSubscription();
    const isKnown = own?.endpoint === last.endpoint && language === last.language;
    if (isKnown && Date.now() - last.at < MAX_AGE_MS) return;
    const { pushKey } = await get<NotificationChoices>('notifications/settings');
    await startPush(account, pushKey, language);
  } catch {
    // The next visit tries again.
  }
}
