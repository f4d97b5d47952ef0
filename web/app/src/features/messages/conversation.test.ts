// @vitest-environment jsdom

/** Tests of a conversation: pages, sending, and what is marked as read. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import type { Conversation as Page, DirectMessage } from '../../generated/protocol';
import { Conversation } from './conversation.svelte';

const WITH = { account: 'abcdefghij', name: 'Anna', online: true, open: true };
const message = (position: number, mine = false): DirectMessage => ({ position, mine, at: position, text: 'hello' });

let sent: string[] = [];
let pages: Record<string, Partial<Page> | DirectMessage> = {};
let refusal: string | null = null;

beforeEach(() => {
  sent = [];
  pages = {};
  refusal = null;
  setFetch(async (address, { method = 'GET', body }) => {
    sent.push(`${method} ${address}${typeof body === 'string' ? ` ${body}` : ''}`);
    if (refusal !== null) {
      return new Response(JSON.stringify({ error: { code: refusal } }), { status: 403 });
    }
    if (method === 'PUT' || method === 'DELETE') return new Response(null, { status: 204 });
    const page = pages[`${method} ${address}`];
    const whole = method === 'GET' ? { with: WITH, blocked: false, next: null, messages: [], ...page } : page;
    return new Response(JSON.stringify(whole));
  });
});

afterEach(() => setFetch((address, init) => fetch(address, init)));

const positions = (conversation: Conversation): number[] => conversation.messages.map(({ position }) => position);

it('loads older messages, and marks the newest one of the other as read once', async () => {
  pages = {
    'GET /api/messages/Anna': { messages: [message(5), message(7), message(8, true)], next: 5 },
    'GET /api/messages/Anna?before=5': { messages: [message(2)] },
  };
  const conversation = new Conversation('Anna');
  await conversation.load();
  expect(positions(conversation)).toEqual([5, 7, 8]);
  await conversation.older();
  expect([positions(conversation), conversation.next]).toEqual([[2, 5, 7, 8], null]);
  await conversation.load();
  expect(conversation.next, 'older ones stay loaded').toBe(null);
  expect(sent.filter((line) => line.startsWith('PUT'))).toEqual(['PUT /api/messages/Anna/read {"position":7}']);
});

it('shows what was sent, and keeps a refusal', async () => {
  pages = { 'POST /api/messages/Anna': message(9, true) };
  const conversation = new Conversation('Anna');
  await conversation.load();
  expect(await conversation.send('hello')).toBe(true);
  expect(positions(conversation)).toEqual([9]);
  expect(
    sent.some((line) => line.startsWith('PUT')),
    'own messages are not read',
  ).toBe(false);
  refusal = 'not_accepted';
  expect(await conversation.send('again')).toBe(false);
  expect([conversation.isRefused, positions(conversation)]).toEqual([true, [9]]);
});

it('blocks the account by its name', async () => {
  const conversation = new Conversation('-abcdefghij');
  await conversation.load();
  await conversation.block(true);
  expect(conversation.loading.value?.blocked).toBe(true);
  expect(sent).toEqual(['GET /api/messages/-abcdefghij', 'PUT /api/users/Anna/block {}']);
});
