/** Connection of the page. Importing this module opens nothing. */

import { visitor } from '../me.svelte';
import type { Me } from '../../generated/protocol';
import { LiveSocket } from './socket.svelte';

export const socket = new LiveSocket();

socket.follow({ yourTurn: (count) => visitor.setYourTurn(count) });

/** Makes a guest of a visitor without an account, so that games can be played; rejects as requests do. */
export async function becomePlayer(): Promise<void> {
  const before = visitor.account;
  const { account } = await visitor.ensureAccount();
  if (account !== before) socket.reconnect();
}

/** Replaces the visitor by the one that the server names, as after a sign-in. */
export function becomeAnother(me: Me): void {
  visitor.set(me);
  socket.reconnect();
}

/** Signs out. Rejects as requests do. */
export async function signOut(): Promise<void> {
  await visitor.signOut();
  socket.reconnect();
}
