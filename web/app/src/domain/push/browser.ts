/** Web Push in this browser: whether it can, may and does get messages. */

/** `home-screen`: only pages opened from the home screen get messages, as on iPhones and iPads. */
export type PushState = 'unsupported' | 'home-screen' | 'denied' | 'on' | 'off';

/** Returns the state of this browser; `on` if it has a subscription. */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    // Apple's browsers alone say whether a page was opened from the home screen.
    return (navigator as { standalone?: boolean }).standalone === false ? 'home-screen' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await ownSubscription()) ? 'on' : 'off';
}

/** Returns the subscription of this browser; `null` if it has none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Returns a subscription of this browser to messages signed by a key. One for another key is replaced. Rejects if the browser
 * refuses, or has no service worker.
 */
export async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await worker();
  const found = await pushManager.getSubscription();
  if (found && isFor(found, key)) return found;
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Returns whether a subscription gets messages signed by a key; true if the browser does not say. */
export function isFor({ options }: Pick<PushSubscription, 'options'>, key: string): boolean {
  const own = options?.applicationServerKey;
  return !own || base64url(own) === key.replace(/=+$/, '');
}

/** Longest time in milliseconds to wait for the service worker, which is registered when the page is idle. */
const WORKER_TIMEOUT_MS = 20_000;

async function worker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('there is no service worker')), WORKER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([navigator.serviceWorker.ready, late]);
  } finally {
    clearTimeout(timer);
  }
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Closes the messages that this browser shows, and clears the badge of the site: they are read. */
export async function clearMessages(): Promise<void> {
  await navigator.clearAppBadge?.();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
