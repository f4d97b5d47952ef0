/** Accounts whose chat lines this visitor has hidden, stored in the browser. */

import { read, write } from '../../domain/storage';

const KEY = 'saffron.muted';
/** Maximum number of muted accounts; the oldest are dropped. */
const MAX_MUTES = 200;

function kept(): string[] {
  const value = read(KEY);
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

class Mutes {
  #accounts = $state.raw<readonly string[]>(kept());

  has(account: string): boolean {
    return this.#accounts.includes(account);
  }

  toggle(account: string): void {
    const others = this.#accounts.filter((id) => id !== account);
    this.#accounts = this.has(account) ? others : [...others, account].slice(-MAX_MUTES);
    write(KEY, this.#accounts);
  }
}

export const mutes = new Mutes();
