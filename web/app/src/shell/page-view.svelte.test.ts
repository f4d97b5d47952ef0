// @vitest-environment jsdom

/** Tests of the component that shows the page of an address. */

import { flushSync, mount, tick, unmount } from 'svelte';
import { expect, it, vi } from 'vitest';
import { PAGES } from './addresses';
import type { Route } from './addresses';
import Missing from './Missing.svelte';
import PageView from './PageView.svelte';

const frame = { search: '', go: () => undefined, rename: () => undefined };

it('keeps a page whose address changes, and loads another page', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Missing }));
  for (const page of [PAGES.analysis, PAGES.editor]) Object.assign(page, { view: { load, props: () => ({}) } });
  let route = $state.raw<Route>({ page: 'analysis', variant: null, id: null });
  const target = document.createElement('div');
  const shown = mount(PageView, {
    target,
    props: {
      get route() {
        return route;
      },
      frame,
    },
  });
  const settled = async (): Promise<Element | null> => {
    flushSync();
    await tick();
    await new Promise((resolve) => setTimeout(resolve));
    flushSync();
    return target.querySelector('h1');
  };
  const first = await settled();
  expect(first).not.toBeNull();
  route = { page: 'analysis', variant: 'glinski', id: null };
  expect(await settled()).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
  route = { page: 'editor', variant: null };
  expect(await settled()).not.toBe(first);
  expect(load).toHaveBeenCalledTimes(2);
  await unmount(shown);
});
