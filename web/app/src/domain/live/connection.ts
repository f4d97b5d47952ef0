/** Connection of the page, and its identity. Importing this module opens nothing. */

import { visitor } from '../me.svelte';
import type { Me } from '../../generated/protocol';
import { stopPush } from '../push/subscribing';
import { LiveSocket } from './socket.svelte';

export const socket = new LiveSocket();

socket.follow({
  yourTurn: (count) => visitor.setYourTurn(count),
  notifications: (unread) => visitor.setNotifications(unread),
  message: ({ unread }) => visitor.setMessages(unread),
  messages: (unread) => visitor.setMessages(unread),
});

/** Creates a guest account for a visitor without one, so that they can play. Rejects as requests do. */
export async function becomePlayer(): Promise<void> {
  const before = visitor.account;
  const { account } = await visitor.ensureAccount();
  if (account !== before) socket.reconnect();
}

/** Adopts the identity that the server reports, for example after a sign-in. */
export function becomeAnother(me: Me): void {
  visitor.set(me);
  socket.reconnect();
}

/** Signs out, and ends the messages to this browser. Rejects as requests do. */
export async function signOut(): Promise<void> {
  // Only the account that has asked for them can end them.
  await stopPush();
  await visitor.signOut();
  socket.reconnect();
}
