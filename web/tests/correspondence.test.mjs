/** Games with days for every move. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { act, another, begin, DAYS, movesShown, openLive } from './live.mjs';
import { cell, choose, move } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

test('after a move one is led to the next game that waits, until none is left', async ({ page: white, url }) => {
  const black = await another(white, url);
  const games = [];
  for (let game = 0; game < 3; game++) games.push(await begin(white, black, url, { control: DAYS }));
  await openLive(white, games[0] ?? '');
  const seen = new Set([games[0]]);
  const next = white.getByRole('button', { name: 'Next game' });
  for (const last of [false, false, true]) {
    await cell(white, 'e2').click();
    await cell(white, 'e5').click();
    // By default correspondence moves need confirmation.
    await white.getByRole('button', { name: 'Play the move' }).click();
    await movesShown(white, 1);
    if (last) break;
    await next.click();
    await white.waitForURL((address) => !seen.has(address.pathname.split('/').at(-1)));
    seen.add(new URL(white.url()).pathname.split('/').at(-1));
    await white.locator('.actions').waitFor();
    await movesShown(white, 0);
  }
  assert.deepEqual([...seen].sort(), [...games].sort());
  await next.waitFor({ state: 'detached' });
});

test('a day is given to the other side', async ({ page: white, url }) => {
  const black = await another(white, url);
  const id = await begin(white, black, url, { control: DAYS });
  for (const [ply, uci] of ['e2e5', 'e9e6'].entries()) {
    await act(ply === 0 ? white : black, url, id, { kind: 'move', uci, ply });
  }
  await openLive(white, id);
  await openLive(black, id);
  /** @param {string} text */
  const whiteHas = (text) => white.locator('[data-side=w] .right', { hasText: text }).waitFor();
  // Remaining time of three days, rounded up.
  await whiteHas('3 days');
  await choose(black, 'Give one day');
  await whiteHas('4 days');
});

test('moves by the clock are not confirmed unless the visitor wants it', async ({ page: white, url }) => {
  const black = await another(white, url);
  const id = await begin(white, black, url);
  await openLive(white, id);
  await move(white, 'e2e5');
  await movesShown(white, 1);
});
