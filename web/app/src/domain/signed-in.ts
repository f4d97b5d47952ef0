/**
 * The account that is signed in, as this browser last knew it. Its records are stored under its id, apart from those of visitors
 * without an account, and can be shown before the server has replied.
 */

import { forget, read, write } from './storage';
import type { Store } from './storage';

const KEY = 'saffron.signed-in';

/** Returns the id of the account that is signed in; `null` without one. */
export function signedInAccount(store?: Store | null): string | null {
  const account = read(KEY, store);
  return typeof account === 'string' ? account : null;
}

export function rememberSignedIn(account: string | null, store?: Store | null): void {
  if (account === null) forget(KEY, store);
  else if (account !== signedInAccount(store)) write(KEY, account, store);
}

/** Returns the key under which something of the visitor is stored. */
export function ownKey(key: string, store?: Store | null): string {
  const account = signedInAccount(store);
  return account === null ? key : `${key}/${account}`;
}
