/** The engine's networks, which the page fetches one by one. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { move, open, start, statusIs } from './play.mjs';

/** Requests of workers are visible only without a service worker. */
const OPTIONS = { serviceWorkers: /** @type {const} */ ('block') };

/**
 * Returns the networks that are requested.
 * @param {import('playwright-core').Page} page
 */
function networksOf(page) {
  /** @type {string[]} */
  const names = [];
  page.context().on('request', (request) => {
    const name = /([a-z]+)-[^/]*\.nnue$/.exec(request.url())?.[1];
    if (name) names.push(name);
  });
  return names;
}

test(
  'the engine fetches the network of the game that is played, once, and no other',
  async ({ page }) => {
    const names = networksOf(page);
    await open(page);
    await start(page, { variant: 'glinski', opponent: 'computer', level: 1, colour: 'w' });
    await move(page, 'g4g5');
    await statusIs(page, 'Your move.');
    await move(page, 'e4e5');
    await statusIs(page, 'Your move.');
    assert.deepEqual(names, ['glinski']);
  },
  OPTIONS,
);

test(
  'the engine plays without its network where that cannot be loaded',
  async ({ page }) => {
    await page.context().route('**/*.nnue', (route) => route.abort());
    await start(page, { opponent: 'computer', level: 1, colour: 'w' });
    await move(page, 'e2e5');
    await statusIs(page, 'Your move.');
  },
  { ...OPTIONS, tolerate: /net::ERR_FAILED|Failed to fetch/ },
);
