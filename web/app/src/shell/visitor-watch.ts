/** Keeps what the page says of its visitor up to date: the name, and how many games wait for a move. */

import { visitor } from '../domain/me.svelte';

export { signOut } from '../domain/live/connection';
export { visitor };

/** How old the answer of the server may be when the page is looked at again, in milliseconds. */
const FRESH_MS = 30_000;

let asked = 0;

function ask(): void {
  asked = Date.now();
  void visitor.refresh();
}

/** Asks the server now, and again when the page is looked at or the connection is back. */
export function watchVisitor(): void {
  const seen = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - asked > FRESH_MS) ask();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('focus', seen);
  addEventListener('online', ask);
  if (navigator.onLine) ask();
}
