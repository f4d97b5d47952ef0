/** Messages between players: two browsers write to each other, what is unread, block, report, delete; the search of players. */

import assert from 'node:assert/strict';
import { check, valueIs } from './checks.mjs';
import { LOCALES, test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SMALL = { width: 360, height: 640 };
let registered = 0;

/** Registers a visitor without the page. @param {Page} page @param {string} url */
async function register(page, url) {
  registered += 1;
  const name = `Writer-${process.pid % 10_000}-${registered}`;
  await ask(page, url, 'account/register', { name, password: 'six-sided boards' });
  return name;
}

/** @param {Page} page */
const field = (page) => page.getByRole('textbox', { name: 'Your message' });
/** @param {Page} page @param {string} text */
const shown = (page, text) => page.getByRole('log').getByText(text);
/** Entry of the list of conversations. @param {Page} page @param {string} name */
const entry = (page, name) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: name });

/** Chooses from the menu of the conversation by the keyboard. @param {Page} page @param {string} action */
async function choose(page, action) {
  await page.bringToFront();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
}

test('two players write to each other and see it at once, with what is unread', async ({ page, url }) => {
  const anna = await register(page, url);
  const other = await another(page, url);
  const berta = await register(other, url);
  await open(other, '/learn');
  await open(page, `/user/${berta}`);
  await page.getByRole('link', { name: 'Write a message' }).click();
  await page.getByText('You have not written to each other yet.').waitFor();
  await field(page).pressSequentially('Hello,');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('a game?');
  await field(page).press('Enter');
  await page.getByRole('log').getByText('a game?').waitFor();
  await valueIs(field(page), '');

  // The mark on the account leads to it.
  const account = other.getByRole('banner').getByRole('button', { name: /Messages, 1 unread/ });
  await account.click();
  await other.getByRole('menuitem', { name: 'Messages 1' }).click();
  await entry(other, anna)
    .filter({ hasText: /Unread\s*1/ })
    .waitFor();
  await entry(other, anna).getByRole('link').click();
  await other.getByRole('log').getByText('a game?').waitFor();
  // Seen is read.
  await other.locator('header .mark').waitFor({ state: 'detached' });
  await field(other).fill('With pleasure');
  await field(other).press('Enter');
  await shown(page, 'With pleasure').waitFor();
  await other.waitForTimeout(2500);
  assert.equal(await page.locator('header .bell .count').count(), 0, 'a conversation that is open rings no bell');
  await check(page, 'a conversation');

  // Addresses of this site are links, others are not.
  await field(other).fill(`see ${url}/learn/shafran and https://elsewhere.example/`);
  await field(other).press('Enter');
  const link = page.getByRole('log').getByRole('link');
  await link.waitFor();
  assert.equal(await link.count(), 1);
  assert.equal(await link.getAttribute('href'), '/learn/shafran');
});

test(
  'block, report and delete are done by the keyboard',
  async ({ page, url }) => {
    const anna = await register(page, url);
    const other = await another(page, url);
    const berta = await register(other, url);
    await ask(other, url, `messages/${anna}`, { text: 'You fool.' });
    await open(page, `/messages/${berta}`);
    await shown(page, 'You fool.').waitFor();
    await choose(page, 'Report');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The moderators get the last messages').waitFor();
    await dialog.getByLabel('What happened').fill('Insults.');
    await dialog.getByRole('button', { name: 'Send' }).press('Enter');
    await dialog.getByRole('status').waitFor();
    await page.keyboard.press('Escape');

    await choose(page, 'Block');
    await page.getByText('You have blocked this player.').waitFor();
    assert.equal(await field(page).count(), 0);
    await open(other, `/messages/${anna}`);
    await field(other).fill('Are you there?');
    await field(other).press('Enter');
    await other.getByText('This player takes no messages from you.').waitFor();
    assert.equal(await field(other).inputValue(), 'Are you there?', 'what was not sent stays');

    await choose(page, 'Delete the conversation');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the conversation' }).press('Enter');
    await page.waitForURL('**/messages');
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await other.reload();
    await shown(other, 'You fool.').waitFor();
  },
  { tolerate: /status of 403/ },
);

test('a player is found by the first letters, by the keyboard alone', async ({ page, url }) => {
  await register(page, url);
  const other = await another(page, url);
  const berta = await register(other, url);
  await open(page, '/messages');
  const search = page.getByRole('combobox', { name: 'New message' });
  await search.pressSequentially(berta.slice(0, -1).toLowerCase());
  await page.getByRole('option', { name: berta }).waitFor();
  assert.equal(await search.getAttribute('aria-expanded'), 'true');
  await check(page, 'the open list of players');
  while ((await page.locator('[role=option][aria-selected=true]').filter({ hasText: berta }).count()) === 0) {
    await search.press('ArrowDown');
  }
  const active = await search.getAttribute('aria-activedescendant');
  assert.match(await page.locator(`[id="${active}"]`).innerText(), new RegExp(berta));
  await search.press('Enter');
  await page.waitForURL(`**/messages/${berta}`);
  await open(page, '/leaderboard');
  const find = page.getByRole('combobox', { name: 'Find a player' });
  await find.pressSequentially('zzzz');
  await page.getByText('No player found').waitFor();
  await find.fill(berta);
  await page.getByRole('option', { name: berta }).waitFor();
  await find.press('Escape');
  assert.equal(await find.getAttribute('aria-expanded'), 'false');
  await find.press('Enter');
  await page.waitForURL(`**/user/${berta}`);
});

test(
  'without an account the page of messages leads to the sign-in',
  async ({ page }) => {
    await open(page, '/messages');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
  },
  { tolerate: /status of 401/ },
);

for (const locale of LOCALES) {
  test(
    `a conversation fits on a small phone in ${locale}`,
    async ({ page, url }) => {
      const anna = await register(page, url);
      const other = await another(page, url);
      const berta = await register(other, url);
      await ask(other, url, `messages/${anna}`, { text: `${'long'.repeat(60)}\nand more` });
      await page.setViewportSize(SMALL);
      const prefix = locale === LOCALES[0] ? '' : `/${locale}`;
      for (const path of ['/messages', `/messages/${berta}`]) {
        await open(page, `${prefix}${path}`);
        await page.getByText('longlong').filter({ visible: true }).first().waitFor();
        for (const { width, height } of [SMALL, { width: 664, height: 390 }]) {
          await page.setViewportSize({ width, height });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${path} is ${wide} px too wide at ${width}`);
        }
        await check(page, path);
      }
    },
    { locale },
  );
}
