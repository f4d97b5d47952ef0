/** Who the connection belongs to, beside who the page belongs to. */

import { visitor } from '../me.svelte';
import type { Me } from '../../generated/protocol';
import { socket } from './connection';

/** Makes a guest of a visitor without an account, so that games can be played; rejects as requests do. */
export async function becomePlayer(): Promise<void> {
  const before = visitor.account;
  const { account } = await visitor.ensureAccount();
  if (account !== before) socket.reconnect();
}

/** Takes over who the server says this is, as after a sign-in. */
export function becomeAnother(me: Me): void {
  visitor.set(me);
  socket.reconnect();
}

/** Signs out; rejects as requests do. */
export async function signOut(): Promise<void> {
  await visitor.signOut();
  socket.reconnect();
}
