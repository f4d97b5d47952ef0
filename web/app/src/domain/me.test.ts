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
