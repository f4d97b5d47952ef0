/** Updates of the visitor's name, and of the numbers of games that wait for a move and of unread notifications. */

import { visitor } from '../domain/me.svelte';
import { isKeptOn } from '../domain/library/start';
import { socket } from '../domain/live/connection';
import { keepPush } from '../domain/push/subscribing';
import { settings } from '../ui/settings.svelte';

export { signOut } from '../domain/live/connection';
export { visitor };

/** Maximum age in milliseconds of the server's reply when the page becomes visible again. */
const MAX_AGE_MS = 30_000;

let asked = 0;

function ask(): void {
  asked = Date.now();
  void visitor.refresh();
}

/** Loads the visitor now, and again when the page becomes visible or the connection is back. */
export function watchVisitor(): void {
  const seen = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - asked > MAX_AGE_MS) ask();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('focus', seen);
  addEventListener('online', ask);
  if (navigator.onLine) ask();
}

/**
 * Does what an account has asked for while it is signed in: keeps its library, its messages to this browser, and a connection by
 * which its news arrive on every page. Returns a function that ends the latter.
 */
export function attend(account: string | null): (() => void) | undefined {
  // The code for the library is loaded only if it is kept on this account.
  if (isKeptOn(account)) void import('../domain/library/account-library.svelte');
  void keepPush(account, settings.locale);
  return account === null ? undefined : socket.follow({}, { hold: true });
}
