/** Updates of the visitor's name and of the number of games that wait for a move. */

import { visitor } from '../domain/me.svelte';
import { isKeptOn } from '../domain/library/start';

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

/** Loads the code for the library on the account that is signed in, if the visitor has chosen this account. */
export function keepLibrary(account: string | null): void {
  if (isKeptOn(account)) void import('../domain/library/account-library.svelte');
}
