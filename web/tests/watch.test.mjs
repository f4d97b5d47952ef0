/** Games in progress, watched. Those of people in real time are shown before the games that computers play for show. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { act, another, ask, begin, BLITZ, DAYS } from './live.mjs';

test('moves arrive on the boards of the games in progress', async ({ page, url }) => {
  const [white, black] = [await another(page, url), await another(page, url)];
  // A variant that no other test plays, so that the list has only these games.
  const offer = { control: DAYS, variant: 'hexofen' };
  const games = [await begin(white, black, url, offer), await begin(black, white, url, offer)];
  await page.goto('/watch/hexofen');
  await page.getByRole('heading', { name: 'Best game' }).waitFor();
  await page.getByRole('heading', { name: 'Also on' }).waitFor();
  const best = (await page.locator('a', { hasText: 'Watch this game' }).getAttribute('href'))?.split('/').at(-1);
  for (const [index, id] of games.entries()) {
    await act(index === 0 ? white : black, url, id, { kind: 'move', uci: 'e3e5', ply: 0 });
    // The large board names its cells; a small one marks the last move.
    const moved = id === best ? '[aria-labelledby=watch-best] [data-at="e5"]' : `[data-game="${id}"] svg .last`;
    await page.locator(moved).first().waitFor({ state: 'attached' });
  }
});

test(
  'the best game is watched with its moves and its evaluation, and one can step back and follow it again',
  async ({ page, url }) => {
    const [white, black] = [await another(page, url), await another(page, url)];
    const id = await begin(white, black, url, { control: BLITZ, variant: 'mccooey' });
    await page.goto('/watch/mccooey');
    const panel = page.getByRole('region', { name: 'Best game' });
    await panel.getByText('No moves yet.').waitFor();
    // Two positions make a curve.
    await act(white, url, id, { kind: 'move', uci: 'e3e4', ply: 0 });
    await panel.locator('[data-ply="1"]').waitFor();
    await panel.locator('[data-at="e4"]').waitFor({ state: 'attached' });
    // With both first moves made, the game lasts.
    await act(black, url, id, { kind: 'move', uci: 'e8e7', ply: 1 });
    await panel.locator('[data-ply="2"]').waitFor();
    await panel.getByText(/(better|Even), depth \d+/).waitFor({ timeout: 60_000 });
    await panel.getByRole('img', { name: /better|Even/ }).waitFor({ timeout: 60_000 });
    await panel.getByRole('button', { name: 'To the start' }).click();
    await panel.locator('[data-at="e3"]').waitFor({ state: 'attached' });
    await panel.getByRole('button', { name: 'To the last move' }).click();
    await panel.locator('[data-at="e4"]').waitFor({ state: 'attached' });
    await panel.getByLabel('Evaluation', { exact: true }).uncheck();
    await panel.getByText(/, depth \d+/).waitFor({ state: 'detached' });
    // A player gets no help.
    await white.goto('/watch/mccooey');
    const own = white.getByRole('region', { name: 'Best game' });
    await own.locator('[data-ply="2"]').waitFor();
    assert.equal(await own.getByLabel('Evaluation', { exact: true }).count(), 0);
  },
  { seconds: 120 },
);

test('without a game in progress the page shows a board and ways on', async ({ page, url }) => {
  /** @param {string} variant */
  const isPlayed = async (variant) => {
    const answer = await page.request.get(`${url}/api/games/current?variant=${variant}`);
    return (await answer.json()).games.length > 0;
  };
  // The computers may play one of the two for show.
  await page.goto((await isPlayed('devasa')) ? '/watch/brusky' : '/watch/devasa');
  await page.getByRole('heading', { name: 'Nobody plays at the moment' }).waitFor();
  await page.locator('.empty svg').waitFor();
  await page.getByRole('link', { name: 'The last games' }).click();
  await page.waitForURL(/archive/);
});

test('a game that was watched to its end leads to a game with the winner', async ({ page, url }) => {
  const player = await another(page, url);
  await ask(player, url, 'guest');
  const offer = { variant: 'brusky', control: BLITZ, rated: false, side: 'white' };
  const { game } = await ask(player, url, 'computer', { offer, level: 2 });
  await page.goto('/watch/brusky');
  const panel = page.getByRole('region', { name: 'Best game' });
  await panel.getByText('Watch this game').waitFor();
  assert.equal(await panel.getByText('Play the winner').count(), 0);
  await act(player, url, game, { kind: 'move', uci: 'e2e4', ply: 0 });
  await panel.locator('[data-ply="2"]').waitFor();
  await act(player, url, game, { kind: 'resign' });
  await panel.getByRole('link', { name: 'Play the winner' }).click();
  assert.equal(await page.getByRole('dialog').getByRole('slider', { name: 'Level' }).inputValue(), '2');
});
