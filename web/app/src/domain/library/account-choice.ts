/** Account on which this browser keeps its library, by the visitor's choice. Apart from the code that does it, which is loaded then. */

import { read, write } from '../storage';
import type { Store } from '../storage';

/** Choice of this browser, and the last version of the account's library that it has read. */
export interface Choice {
  account: string;
  version: number;
}

export const KEY = 'saffron.account-library';

/** Returns the choice; `null` if there is none. */
export function chosenAccount(store?: Store): Choice | null {
  const stored = read(KEY, store) as Partial<Choice> | null;
  return typeof stored?.account === 'string' && typeof stored.version === 'number' ? (stored as Choice) : null;
}

export function choose(choice: Choice, store?: Store): void {
  write(KEY, choice, store);
}

/** Returns whether the library is kept on an account. */
export function isKeptOn(account: string | null, store?: Store): boolean {
  return account !== null && chosenAccount(store)?.account === account;
}
