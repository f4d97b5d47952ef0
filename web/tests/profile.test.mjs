/** Tests of players' profiles: their content, and the actions available to a visitor. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { act, another, ask, BLITZ, SHORT_MATE } from './live.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';
let made = 0;

/**
 * Registers a visitor through the API.
 * @param {Page} page @param {string} url
 */
async function person(page, url) {
  made += 1;
  const name = `Player-${process.pid % 10_000}-${made}`;
  await ask(page, url, 'account/register', { name, password: PASSWORD });
  return name;
}

/**
 * Plays a rated game of two people to mate.
 * @param {Page} page @param {string} url
 */
async function played(page, url) {
  const other = await another(page, url);
  const white = await person(page, url);
  const black = await person(other, url);
  const offer = { variant: 'shafran', control: BLITZ, rated: true, side: 'white' };
  const { id } = await ask(page, url, 'challenges', { offer });
  const { game } = await ask(other, url, `challenges/${id}/accept`);
  for (const [ply, uci] of SHORT_MATE.entries()) {
    await act(ply % 2 === 0 ? page : other, url, game, { kind: 'move', uci, ply });
  }
  return { white, black, game, other };
}

test('a player’s page has ratings, results and games, and the archive finds them', async ({ page, url }) => {
  const { white, black, game } = await played(page, url);
  await page.goto(`/user/${white}`);
  await page.getByRole('heading', { level: 1, name: white }).waitFor();
  await page.getByRole('region', { name: 'Results' }).getByText('1 win', { exact: true }).waitFor();
  await page.getByRole('button', { name: /Shafran Blitz/ }).waitFor();
  const row = page.locator('article', { has: page.locator(`a[href$="/live/${game}"]`) });
  await row.getByText('Checkmate. White wins.').waitFor();
  await row.getByRole('link', { name: black, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: black }).waitFor();
  await page.getByRole('region', { name: 'Results' }).getByText('1 loss', { exact: true }).waitFor();
  // The archive, by filters that are in its address.
  await page.goto(`/archive?player=${white}&result=win&variant=shafran&opening=a2a3+d8d5`);
  await page.locator(`a[href$="/live/${game}"]`).waitFor();
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByLabel('Result').selectOption('loss');
  await page.getByRole('heading', { name: 'No games' }).waitFor();
  assert.match(page.url(), /result=loss/);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.locator(`a[href$="/live/${game}"]`).waitFor();
  await page.getByLabel('Player', { exact: true }).fill(black);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`player=${black}`));
  const link = page.getByRole('link', { name: 'Download as PGN' });
  await link.waitFor();
  const text = await (await page.context().request.get(`${url}${await link.getAttribute('href')}`)).text();
  assert.match(text, new RegExp(`\\[White "${white}"\\][\\s\\S]*\\[Result "1-0"\\]`));
});

test('a player is followed, blocked, reported and challenged', async ({ page, url }) => {
  const other = await another(page, url);
  const name = await person(other, url);
  const own = await person(page, url);
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByRole('button', { name: 'Unfollow' }).waitFor();
  await page.goto(`/user/${own}`);
  await page.getByRole('heading', { name: 'You follow' }).waitFor();
  await page.locator('main').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is about').selectOption('other');
  await dialog.getByLabel('What happened').fill('Nothing much.');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await dialog.getByText('A moderator will look at it.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Challenge', exact: true }).click();
  const form = page.getByRole('dialog');
  assert.equal(await form.getByLabel('Name of the player').inputValue(), name);
  await form.getByRole('button', { name: 'Send the challenge' }).click();
  await page.getByRole('heading', { level: 1, name: `Waiting for ${name}` }).waitFor();
  // The other player sees the challenge on any page and declines.
  await other.goto('/lobby');
  await other.getByText(`${own} challenges you`).waitFor();
  await other.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('The challenge was declined.').waitFor({ timeout: 20_000 });
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByText('You have blocked this player').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Challenge', exact: true }).count(), 0);
});

test(
  'a player who is not there is said not to be',
  async ({ page }) => {
    await page.goto('/user/Nobody-at-all');
    await page.getByText('There is no player with this name').waitFor();
  },
  { tolerate: /status of 404/ },
);

test('leaderboards are shown for each game', async ({ page }) => {
  await page.goto('/leaderboard');
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Shafran’s chess' }).waitFor();
  await page.getByText('Correspondence').waitFor();
  await page.getByRole('navigation', { name: 'Choice of the game' }).getByRole('link', { name: 'Brusky' }).click();
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Brusky’s chess' }).waitFor();
});

test('a visitor sees a game in progress on a board that moves', async ({ page, url }) => {
  const [white, black] = [await another(page, url), await another(page, url)];
  await ask(white, url, 'guest');
  await ask(black, url, 'guest');
  const offer = { variant: 'hexofen', control: BLITZ, rated: false, side: 'white' };
  const { id } = await ask(white, url, 'challenges', { offer });
  const { game } = await ask(black, url, `challenges/${id}/accept`);
  await page.goto('/watch/hexofen');
  await page.locator(`a[href$="/live/${game}"]`).first().waitFor();
  await page.locator('[data-cell]').first().waitFor();
});
