/** Tests of the lobby: quick pairing, offers, challenges, computers. */

import assert from 'node:assert/strict';
import { PHONE, test } from './harness.mjs';
import { another, ask, DAYS } from './live.mjs';
import { choose } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function openLobby(page, search = '') {
  await page.goto(`/lobby${search}`);
  await page.getByRole('heading', { name: 'Quick game' }).waitFor();
}

/** @param {Page} page @param {string} control */
const tile = (page, control) => page.locator('.tiles button', { hasText: control }).first();

/**
 * Waits until the page shows a live game. Returns its id.
 * @param {Page} page
 */
async function inGame(page) {
  await page.waitForURL(/\/live\/[a-z][A-Za-z0-9]{9}$/);
  await page.locator('.actions').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/**
 * Chooses one of the options next to quick pairing.
 * @param {Page} page @param {string} kind
 */
async function way(page, kind) {
  await page.locator(`[data-way="${kind}"]`).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/**
 * Chooses an option in a dialog.
 * @param {import('playwright-core').Locator} dialog
 * @param {string} name
 * @param {string} value
 */
async function pick(dialog, name, value) {
  const input = `input[name="${name}"][value="${value}"]`;
  await dialog.locator(`label:has(${input})`).click();
  assert.ok(await dialog.locator(input).isChecked(), `${name} ${value}`);
}

test('two visitors who press the same tile play each other', async ({ page, url }) => {
  await openLobby(page);
  const other = await another(page, url);
  await openLobby(other);
  await tile(page, '5+3').click();
  await page.getByRole('heading', { name: 'Looking for an opponent…' }).waitFor();
  // The other player sees a waiting one.
  await other.locator('.tiles .found', { hasText: '5+3' }).waitFor();
  await tile(other, '5+3').click();
  const [id, same] = await Promise.all([inGame(page), inGame(other)]);
  assert.equal(id, same);
});

test('a search is cancelled by its button, and by leaving the page', async ({ page, url }) => {
  const other = await another(page, url);
  await openLobby(other);
  await openLobby(page);
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click(),
  ]) {
    await tile(page, '10+5').click();
    await other.locator('.tiles .found', { hasText: '10+5' }).waitFor();
    await leave();
    await other.locator('.tiles .found').waitFor({ state: 'detached' });
  }
});

test('a correspondence seek stays when its page is closed, and accepting it starts the game', async ({ page, url }) => {
  await openLobby(page);
  await page.locator('label:has(input[name="lobby-variant"][value="glinski"])').click();
  await tile(page, '3 days').click();
  await page.getByText('Your offer stands until').waitFor();
  await page.goto('/learn');
  const other = await another(page, url);
  await openLobby(other);
  const offer = other.locator('[data-seek]', { hasText: 'Gliński' });
  assert.match(await offer.innerText(), /3 days a move/);
  await offer.getByRole('button', { name: /^Play/ }).click();
  const id = await inGame(other);
  // It is among the games of the player who offered it.
  await openLobby(page);
  await page.locator(`.mine a[href$="/live/${id}"]`).waitFor();
});

test('an own offer is made with its own terms, and withdrawn', async ({ page, url }) => {
  await openLobby(page);
  const dialog = await way(page, 'seek');
  await dialog.getByLabel('Game', { exact: true }).selectOption('brusky');
  await pick(dialog, 'time', 'correspondence');
  await pick(dialog, 'side', 'black');
  await dialog.getByLabel('Days a move', { exact: true }).last().fill('4');
  await dialog.getByRole('button', { name: 'Offer the game' }).click();
  await dialog.waitFor({ state: 'detached' });
  const own = page.locator('[data-seek]', { hasText: 'Your offer' });
  assert.match(await own.innerText(), /Brusky[\s\S]*7 days a move[\s\S]*plays Black/);
  const other = await another(page, url);
  await openLobby(other);
  const seen = other.locator('[data-seek]', { hasText: 'Brusky' });
  await seen.waitFor();
  await own.getByRole('button', { name: /^Withdraw/ }).click();
  await own.waitFor({ state: 'detached' });
  await seen.waitFor({ state: 'detached' });
});

test('a computer in the list of offers accepts at once, with the clock that the list shows', async ({ page }) => {
  await openLobby(page);
  // Its place is kept, so that nothing moves when a game comes.
  await page.getByRole('heading', { name: 'On now' }).waitFor();
  const row = page.locator('[data-level]').first();
  assert.match(await row.innerText(), /Shafran\s+5\+3\s+accepts at once/);
  const name = await row.locator('b').innerText();
  await row.getByRole('button', { name: 'Play' }).click();
  await inGame(page);
  const seats = await page.locator('.seat .who').allInnerTexts();
  assert.deepEqual(seats.toSorted(), [name, 'You'].toSorted());
  await page
    .locator('.clock')
    .first()
    .filter({ hasText: /^[45]:/ })
    .waitFor();
});

test('the lobby counts the others, and shows the game that is on', async ({ page, url }) => {
  const other = await another(page, url);
  await ask(page, url, 'guest');
  await openLobby(page);
  await page.getByText('You are the first here now').waitFor();
  await page.locator('[data-level]').first().getByRole('button', { name: 'Play' }).click();
  await inGame(page);
  await openLobby(other);
  await other.getByText('You and 1 other').waitFor();
  await other.locator('.now [data-game]').waitFor();
});

test('the chosen variant shows in the row of a phone', async ({ page: desktop, url }) => {
  const page = await another(desktop, url, PHONE);
  // The typeface comes after the row has been scrolled.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto('/lobby?variant=brusky');
  await page.locator('.chips label:has(:checked)', { hasText: 'Brusky' }).waitFor();
  const [row, chip] = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const box = (/** @type {string} */ query) => document.querySelector(query)?.getBoundingClientRect();
    return [box('.chips'), box('.chips label:has(:checked)')];
  });
  assert.ok(row && chip && chip.left >= row.left - 1 && chip.right <= row.right + 1, JSON.stringify([row, chip]));
});

test('a clock without any time is not offered', async ({ page }) => {
  await openLobby(page);
  const dialog = await way(page, 'seek');
  await dialog.getByLabel('Minutes a side').fill('0');
  await dialog.getByLabel('Seconds a move').fill('0');
  await dialog.getByRole('button', { name: 'Offer the game' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Give the clock some time' }).waitFor();
});

test('a friend gets a link, and plays without an account', async ({ page, url }) => {
  await openLobby(page);
  const dialog = await way(page, 'friend');
  await pick(dialog, 'side', 'white');
  await dialog.getByRole('button', { name: 'Get the link' }).click();
  await page.getByRole('heading', { level: 1, name: 'Waiting for your friend' }).waitFor();
  const link = await page.getByLabel('Link of the challenge').inputValue();
  assert.equal(link, page.url());
  const friend = await another(page, url, PHONE);
  await friend.goto(link);
  await friend.getByRole('heading', { level: 1, name: /^Guest \S+ challenges you$/ }).waitFor();
  assert.match(await friend.locator('dl').innerText(), /You play\s+Black/);
  await friend.getByRole('button', { name: 'Accept and play' }).click();
  const [id, same] = await Promise.all([inGame(page), inGame(friend)]);
  assert.equal(id, same);
  // A player who must find the board first has minutes for that.
  await page.getByText('Make your first move.').waitFor();
  await friend.getByText(/^Guest \S+ has the first move to make\.$/).waitFor();
  for (const shown of [page, friend]) await shown.getByText(/The game is called off in \d+ min/).waitFor();
  // A late visitor is told that the challenge is no longer open.
  const late = await another(page, url);
  await late.goto(link);
  await late.getByText('The challenge was accepted.').waitFor();
});

test('a challenge that is withdrawn cannot be accepted any more', async ({ page, url }) => {
  await ask(page, url, 'guest');
  const offer = { variant: 'shafran', control: DAYS, rated: false, side: 'random' };
  const { id } = await ask(page, url, 'challenges', { offer });
  const friend = await another(page, url);
  await friend.goto(`/challenge/${id}`);
  await friend.getByRole('button', { name: 'Accept and play' }).waitFor();
  // At rest the page asks every few seconds only.
  let asked = 0;
  friend.on('request', (request) => (asked += Number(request.url().includes('/api/challenges/'))));
  await friend.waitForTimeout(1500);
  assert.ok(asked <= 1, `${asked} requests`);
  await page.goto(`/challenge/${id}`);
  await page.getByRole('button', { name: 'Withdraw the challenge' }).click();
  await page.getByText('The challenge was withdrawn.').waitFor();
  // The page of the challenge shows that, too.
  await friend.getByText(/The challenge was withdrawn|no longer open/).waitFor();
  assert.equal(await friend.getByRole('button', { name: 'Accept and play' }).count(), 0);
});

test(
  'a position of the editor is played with a friend',
  async ({ page }) => {
    const fen = 'k4/6/7/8/9/9/8/7/6/3QK w - - 0 1';
    await page.goto(`/lobby?friend&variant=shafran&fen=${encodeURIComponent(fen)}`);
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Position (FEN)').inputValue(), fen);
    await dialog.getByRole('button', { name: 'Get the link' }).click();
    await page.getByText('From a position that was set up').waitFor();
    // An illegal position is refused with a reason and can be corrected.
    await page.goto(`/lobby?friend&variant=shafran&fen=nonsense`);
    await dialog.getByRole('button', { name: 'Get the link' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'cannot be played from this position' }).waitFor();
  },
  { tolerate: /status of 4/ },
);

test('a computer of the server is played at once', async ({ page }) => {
  await openLobby(page);
  const dialog = await way(page, 'computer');
  await dialog.getByLabel('Level').fill('2');
  await pick(dialog, 'side', 'white');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await inGame(page);
  await page.locator('.seat').getByText('Saffron\u00a02').waitFor();
});

test('a computer of the server plays once more, with the sides changed', async ({ page }) => {
  await openLobby(page);
  const dialog = await way(page, 'computer');
  await dialog.getByLabel('Level').fill('1');
  await pick(dialog, 'side', 'white');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  const first = await inGame(page);
  await choose(page, 'Abort');
  await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((address) => /\/live\//.test(address.pathname) && !address.pathname.endsWith(first));
  // The computer has White now, and moves.
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 1, null, { timeout: 30_000 });
  await page.getByText('Your move.').waitFor();
});

test('the choice of an opponent leads to the lobby with the same game', async ({ page }) => {
  await page.goto('/play/mccooey');
  await page.locator('form').getByRole('link', { name: 'Online' }).click();
  await page.getByRole('heading', { name: 'Quick game' }).waitFor();
  assert.ok(await page.locator('input[name="lobby-variant"][value="mccooey"]').isChecked());
});

test(
  'without the server the lobby says so calmly, and tries again',
  async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort());
    await page.routeWebSocket(/\/api\/socket/, (socket) => socket.close());
    await page.goto('/lobby');
    await page.getByRole('heading', { name: 'This page needs the server' }).waitFor();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Quick game' }).waitFor();
  },
  { tolerate: /ERR_FAILED|Failed to load/, serviceWorkers: 'block' },
);
