/** Tests of the visitor's state. */

import { afterEach, expect, it, vi } from 'vitest';
import type { Me } from '../generated/protocol';
import { Visitor } from './me.svelte';

afterEach(() => vi.unstubAllGlobals());

it('does not take an answer from before a change for one after it', async () => {
  const answers: ((name: string) => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const server: Me['server'] = { email: true, computers: 0, variants: [] };
    return new Promise((resolve) => {
      answers.push((name) => resolve(Response.json({ account: 'me', name, server })));
    });
  });
  const visitor = new Visitor();
  void visitor.refresh();
  const renewed = visitor.renew();
  answers[0]?.('Before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('After');
  expect((await renewed)?.name).toBe('After');
  expect(visitor.name).toBe('After');
});

it('sends to the sign-in those who are known to have no name', async () => {
  const names: (string | null)[] = [null, 'Ada'];
  vi.stubGlobal('fetch', () => {
    const server: Me['server'] = { email: true, computers: 0, variants: [] };
    return Promise.resolve(Response.json({ account: 'me', name: names.shift(), server }));
  });
  const visitor = new Visitor();
  // The reply may be on its way.
  expect(visitor.signedInPath('/arenas?new')).toBe('/arenas?new');
  await visitor.refresh();
  expect(visitor.signedOut).toBe(true);
  expect(visitor.signedInPath('/arenas?new')).toBe('/account?then=/arenas?new');
  await visitor.refresh();
  expect(visitor.signedInPath('/arenas?new')).toBe('/arenas?new');
});
