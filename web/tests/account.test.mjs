/** Accounts: registering, signing in and out, settings, sessions, leaving. */

import assert from 'node:assert/strict';
import { play } from './analysis.mjs';
import { PHONE, test } from './harness.mjs';
import { another, ask, DAYS } from './live.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';
let made = 0;

/** Returns an unused name. */
function newName() {
  made += 1;
  return `Tester-${process.pid % 10_000}-${made}`;
}

/** Registers through the page. @param {Page} page @param {string} name */
async function register(page, name) {
  await page.goto('/account');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByText(`Signed in as ${name}`).waitFor();
}

/** @param {Page} page @param {string} name @param {string} [password] */
async function signIn(page, name, password = PASSWORD) {
  await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
}

/** @param {Page} page @param {string} name */
const section = (page, name) => page.getByRole('region', { name });

test('a visitor registers, signs out and in again; the name is in the header of every page', async ({ page }) => {
  const name = newName();
  await register(page, name);
  const opener = page.locator('header .account .opener');
  assert.match(await opener.innerText(), new RegExp(name));
  await page.goto('/learn');
  await opener.filter({ hasText: name }).waitFor();
  await opener.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor();
  await signIn(page, name.toUpperCase());
  await page.getByText(`Signed in as ${name}`).waitFor();
});

test(
  'what is wrong with a registration or a password is said',
  async ({ page, url }) => {
    const name = newName();
    await register(page, name);
    const other = await another(page, url);
    await other.goto('/account');
    await other.getByRole('tab', { name: 'Register' }).click();
    // What the page itself can see is said at the fields, in its language.
    await other.getByRole('button', { name: 'Create the account' }).click();
    await other.locator('.field .error', { hasText: 'Fill this in.' }).nth(1).waitFor();
    await other.getByLabel('Password', { exact: true }).fill('short');
    await other.getByLabel('Name', { exact: true }).fill(name);
    assert.equal(await other.locator('.field .error').count(), 0);
    await other.getByRole('button', { name: 'Create the account' }).click();
    await other.locator('.field .error', { hasText: '8 characters or more.' }).waitFor();
    const field = other.getByLabel('Name', { exact: true });
    await field.fill(name.toLowerCase());
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const create = other.getByRole('button', { name: 'Create the account' });
    await create.click();
    await other.getByRole('alert').filter({ hasText: 'taken' }).waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill(`${name}x`);
    await other.getByLabel('Password', { exact: true }).fill('password');
    await create.click();
    await other.getByRole('alert').filter({ hasText: 'easy to guess' }).waitFor();
    await signIn(other, name, 'not this one at all');
    await other.getByRole('alert').filter({ hasText: 'do not match' }).waitFor();
    // The password can be looked at.
    await other.getByRole('button', { name: 'Show the password' }).click();
    assert.equal(await other.getByLabel('Password', { exact: true }).getAttribute('type'), 'text');
  },
  { tolerate: /status of 4/ },
);

test('a guest who registers keeps the games', async ({ page, url }) => {
  const other = await another(page, url);
  await ask(page, url, 'guest');
  await ask(other, url, 'guest');
  const offer = { variant: 'shafran', control: DAYS, rated: false, side: 'white' };
  const { id } = await ask(page, url, 'challenges', { offer });
  const { game } = await ask(other, url, `challenges/${id}/accept`);
  await page.goto('/account');
  await page.getByText('those games stay yours').waitFor();
  const name = newName();
  await register(page, name);
  await page.goto('/lobby');
  const tile = page.locator('.mine li', { has: page.locator(`a[href$="/live/${game}"]`) });
  assert.match(await tile.innerText(), /Your move/);
  // The count is in the header and in the title, on any page.
  await page.goto('/learn');
  await page.locator('header .turn .count', { hasText: '1' }).waitFor();
  await page.waitForFunction(() => document.title.startsWith('(1) '));
});

test('settings follow the account from browser to browser', async ({ page, url }) => {
  const name = newName();
  await register(page, name);
  const playing = section(page, 'Playing');
  await playing.getByLabel('Hide chats').check();
  await playing.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  await playing.getByLabel('Who may challenge you').selectOption('nobody');
  await playing.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  const other = await another(page, url, PHONE);
  await signIn(other, name);
  const same = section(other, 'Playing');
  await same.waitFor();
  assert.ok(await same.getByLabel('Hide chats').isChecked());
  assert.equal(await same.getByLabel('Who may challenge you').inputValue(), 'nobody');
});

test(
  'sessions are listed and ended, and a new password ends all others',
  async ({ page, url }) => {
    const name = newName();
    await register(page, name);
    const other = await another(page, url);
    await signIn(other, name);
    await other.getByText(`Signed in as ${name}`).waitFor();
    await page.reload();
    const sessions = section(page, 'Where you are signed in');
    assert.match(await sessions.locator('[data-session=current]').innerText(), /Linux[\s\S]*this device/);
    await sessions
      .locator('[data-session=other]')
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await sessions.locator('[data-session=other]').waitFor({ state: 'detached' });
    await other.reload();
    await other.getByRole('tab', { name: 'Register' }).waitFor();
    await signIn(other, name);
    await other.getByText(`Signed in as ${name}`).waitFor();
    const password = section(page, 'Password');
    await password.getByLabel('Present password').fill(PASSWORD);
    await password.getByLabel('New password').fill(`${PASSWORD}!`);
    await password.getByRole('button', { name: 'Change the password' }).click();
    await password.getByText('The password is changed.').waitFor();
    await other.reload();
    await signIn(other, name, `${PASSWORD}!`);
    await other.getByText(`Signed in as ${name}`).waitFor();
  },
  { tolerate: /status of 4/, seconds: 60 },
);

test('the feed has an address that can be changed, and the data can be downloaded', async ({ page, context }) => {
  const name = newName();
  await register(page, name);
  const feed = section(page, 'Feed of your games');
  await feed.getByRole('button', { name: 'Make an address' }).click();
  const field = feed.getByRole('textbox', { name: 'Address of the feed' });
  await field.waitFor();
  const first = await field.inputValue();
  assert.match(await (await context.request.get(first)).text(), /<feed/);
  await feed.getByRole('button', { name: 'New address' }).click();
  await page.waitForFunction(
    ([node, before]) => /** @type {HTMLInputElement} */ (node).value !== before,
    /** @type {const} */ ([await field.elementHandle(), first]),
  );
  assert.equal((await context.request.get(first)).status(), 404);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  assert.match((await download).suggestedFilename(), /^saffron-.+\.json$/);
});

test('a player goes on vacation', async ({ page }) => {
  await register(page, newName());
  const vacation = section(page, 'Vacation');
  await vacation.getByLabel('Days from now on').fill('3');
  await vacation.getByRole('button', { name: 'Go on vacation' }).click();
  await vacation.getByText('You are on vacation until').waitFor();
});

test(
  'an account is closed, and one is erased, with the password only',
  async ({ page }) => {
    for (const action of ['Close the account', 'Erase the account']) {
      const name = newName();
      await register(page, name);
      await page.getByRole('button', { name: action }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Password', { exact: true }).fill('wrong password');
      const understood = dialog.getByRole('checkbox');
      if ((await understood.count()) > 0) await understood.check();
      await dialog.getByRole('button', { name: action }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: action }).click();
      await page.getByRole('tab', { name: 'Register' }).waitFor();
      await signIn(page, name);
      await page.getByRole('alert').waitFor();
    }
  },
  { tolerate: /status of 4/, seconds: 60 },
);

test('after signing in one is where one wanted to go, but never elsewhere', async ({ page }) => {
  const name = newName();
  await register(page, name);
  for (const [then, path] of [
    ['/lobby', '/lobby'],
    ['//evil.example', '/account'],
  ]) {
    await page.locator('header .account .opener').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goto(`/account?then=${then}`);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
    await page.locator('header .account .opener').waitFor();
    await page.waitForURL((url) => url.pathname === path);
  }
});

test(
  'a link without its token, and one that is too old, say so',
  async ({ page }) => {
    await page.goto('/account/confirm');
    await page.getByRole('alert').filter({ hasText: 'not complete' }).waitFor();
    await page.goto('/account/confirm?token=abcdefghijklmnopqrstuvwx');
    await page.getByRole('alert').waitFor();
    await page.goto('/account/reset?token=abcdefghijklmnopqrstuvwx');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').waitFor();
  },
  { tolerate: /status of 4/ },
);

test('the library goes along with the account, from browser to browser, when this is chosen', async ({ page, url }) => {
  const name = newName();
  await register(page, name);
  await page.goto('/analysis');
  await play(page, 'e2e5');
  await page.waitForURL(/\/analysis\/[A-Z]/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('navigation', { name: 'Main' }).locator('a[href$="/library"]').click();
  await page.locator(`[data-entry="${id}"]`).waitFor();
  await page.getByRole('button', { name: 'On your account' }).click();
  const dialog = page.getByRole('dialog', { name: 'On your account' });
  await dialog.getByRole('button', { name: 'Keep on my account' }).click();
  await dialog.getByText('Everything is on your account.').waitFor();

  const other = await another(page, url, PHONE);
  await other.goto('/library');
  await other.getByRole('button', { name: 'On your account' }).click();
  await other.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
  await signIn(other, name);
  await other.getByText(`Signed in as ${name}`).waitFor();
  await other.goto('/library');
  await other.getByText('Nothing here yet').waitFor();
  await other.getByRole('button', { name: 'On your account' }).click();
  await other.getByRole('button', { name: 'Keep on my account' }).click();
  await other.getByText('Everything is on your account.').waitFor();
  await other.keyboard.press('Escape');
  await other.locator(`[data-entry="${id}"] a`).first().click();
  await other.locator('[data-at="e5"][data-piece="P"]').waitFor();
  // A move there is here after the next look at the page.
  await play(other, 'e9e6');
  await page.waitForTimeout(6000);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Everything is on your account.' }).waitFor();
  await page.locator(`[data-entry="${id}"] a`).first().click();
  await page.locator('[data-at="e6"][data-piece="p"]').waitFor();

  await page.getByRole('navigation', { name: 'Main' }).locator('a[href$="/library"]').click();
  await page.getByRole('button', { name: 'Everything is on your account.' }).click();
  await dialog.getByRole('button', { name: 'Stop and remove from the account' }).click();
  // It can be pressed once the library is removed there.
  await dialog.getByRole('button', { name: 'Keep on my account', disabled: false }).waitFor();
  const kept = await page.context().request.get(`${url}/api/library`);
  assert.deepEqual(await kept.json(), { entries: [], more: false });
});
