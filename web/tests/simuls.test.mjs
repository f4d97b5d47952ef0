/** Simuls: hosted by the keyboard, played on several boards at once, and read on phones in all languages. */

import assert from 'node:assert/strict';
import { check, fits, tabTo } from './checks.mjs';
import { LOCALES, PHONE, tap, test } from './harness.mjs';
import { act, another, ask, movesShown, register } from './live.mjs';
import { clickMove, open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };

/** Id at the end of an address. @param {Page} page */
function idOf(page) {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/**
 * Creates a simul of the account.
 * @param {Page} page @param {string} url
 * @returns {Promise<string>} its id
 */
async function create(page, url) {
  const { id } = await ask(page, url, 'simuls', {
    name: 'Evening of the master',
    description: 'Be kind to the host.',
    variant: 'glinski',
    initial: 1200,
    increment: 10,
    extra: 1800,
    hostColor: 'white',
    places: 20,
    beginsAt: Date.now() + 3_600_000,
    team: null,
  });
  return id;
}

/** Lets guests apply. Returns their accounts. @param {Page} page @param {string} url @param {string} id @param {number} count */
async function guests(page, url, id, count) {
  const accounts = [];
  for (let number = 0; number < count; number++) {
    const guest = await another(page, url);
    await ask(guest, url, 'guest');
    const { players, you } = await ask(guest, url, `simuls/${id}/apply`);
    accounts.push(players[you].player.account);
    await guest.context().close();
  }
  return accounts;
}

test('a host plays two boards by the keyboard, and the score is shown', async ({ page, url }) => {
  await register(page, url, 'Host');
  await open(page, '/simuls');
  await check(page, 'the list');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New simul' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('  Friday   evening ');
  await tabTo(page, page.getByRole('spinbutton', { name: 'Boards at most' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await check(page, 'the form');
  await tabTo(page, page.getByRole('button', { name: 'Create the simul' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/simul\/\w{10}$/);
  const id = idOf(page);
  await page.getByRole('heading', { level: 1, name: 'Friday evening' }).waitFor();
  await page.getByText('Accepted: 0 of 2 at most').waitFor();

  // A player on a desktop, and a guest on a phone.
  const second = await another(page, url);
  await register(second, url, 'Boris');
  await open(second, '/arenas');
  await second.getByRole('main').getByRole('link', { name: 'Simuls' }).click();
  await second.getByRole('link', { name: 'Friday evening' }).click();
  await second.getByRole('button', { name: 'Apply' }).click();
  await second.getByText('You have applied.').waitFor();
  const phone = await another(page, url, SMALL);
  await open(phone, `/simul/${id}`);
  await tap(phone.getByRole('button', { name: 'Apply' }));
  await phone.getByText('You have applied.').waitFor();
  await fits(phone, 'a simul before its start');
  await check(phone, 'a simul before its start');

  const applied = page.getByRole('region', { name: /^Applied/ });
  await applied.getByRole('listitem').nth(1).waitFor();
  await check(page, 'the host before the start');
  for (let number = 0; number < 2; number++) {
    await tabTo(page, applied.getByRole('button', { name: /^Accept: / }).first());
    await page.keyboard.press('Enter');
    await page.getByText(`Accepted: ${String(number + 1)} of 2 at most`).waitFor();
  }
  await second.getByText('You have a board.').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Start' }));
  await page.keyboard.press('Enter');

  // The boards of the opponents open by themselves.
  for (const each of [second, phone]) {
    await each.waitForURL('**/live/*');
    await each.locator('.actions').waitFor();
  }
  await second.getByRole('link', { name: 'Friday evening' }).waitFor();
  await page.getByText('2 boards wait for your move').waitFor();
  await page.locator('[data-game] a').nth(1).waitFor();
  await check(page, 'the host while it is played');
  await tabTo(page, page.getByRole('button', { name: 'Next board' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/live/*');
  await page.locator('.actions').waitFor();
  const first = idOf(page);

  // The host moves, and goes to the next board by a key.
  await page.getByRole('button', { name: 'Next board' }).filter({ hasText: '1' }).waitFor();
  await page.keyboard.type('e2e5');
  await page.keyboard.press('Enter');
  await movesShown(page, 1);
  await page.keyboard.press('n');
  await page.waitForURL((address) => !address.pathname.endsWith(first));
  await page.locator('.actions').waitFor();
  await page.keyboard.type('e2e5');
  await page.keyboard.press('Enter');
  await movesShown(page, 1);
  await page.locator('button[aria-disabled="true"]', { hasText: 'Next board' }).waitFor();
  await check(page, 'a board of the host');

  // Both answer; one resigns, and the host resigns the other game.
  const [own, other] = idOf(second) === first ? [second, phone] : [phone, second];
  for (const each of [own, other]) {
    await movesShown(each, 1);
    await act(each, url, idOf(each), { kind: 'move', uci: 'e9e6', ply: 1 });
  }
  await page.getByRole('button', { name: 'Next board' }).filter({ hasText: '1' }).waitFor();
  await act(other, url, idOf(other), { kind: 'resign' });
  await page.getByRole('link', { name: 'Back to the simul' }).waitFor();
  await page.getByRole('button', { name: 'Next board' }).filter({ hasText: '1' }).click();
  await page.waitForURL((address) => address.pathname.endsWith(first));
  await page.locator('.actions').waitFor();
  await act(page, url, first, { kind: 'resign' });
  for (const each of [own, phone]) {
    await each.getByRole('link', { name: 'Back to the simul' }).waitFor();
    assert.equal(await each.getByRole('button', { name: 'Rematch' }).count(), 0);
  }
  await page.getByRole('link', { name: 'Back to the simul' }).click();
  const score = page.getByRole('region', { name: 'Score of the host' });
  await score.getByText('1 of 2').waitFor();
  await page.getByText('Over', { exact: true }).waitFor();
  assert.deepEqual(await score.getByRole('listitem').allInnerTexts(), ['1 won', '0 drawn', '1 lost']);
  await check(page, 'the score');
  await phone.getByRole('link', { name: 'Back to the simul' }).click();
  await phone.getByRole('region', { name: 'Score of the host' }).waitFor();
  await fits(phone, 'a simul that is over');
  await check(phone, 'a simul that is over, on a phone');
  await open(second, '/simuls');
  await second.getByText('1 of 2').waitFor();
});

test('a host removes a player and cancels, and the player cannot come back', async ({ page, url }) => {
  await register(page, url, 'Host');
  const id = await create(page, url);
  const second = await another(page, url);
  await open(second, `/simul/${id}`);
  await second.getByText('Be kind to the host.').waitFor();
  await second.getByRole('button', { name: 'Apply' }).click();
  await open(page, `/simul/${id}`);
  await page.getByRole('button', { name: /^Remove: / }).click();
  await page.getByText('No one is waiting.').waitFor();
  await second.getByText('The host has removed you from this simul.').waitFor();
  assert.equal(await second.getByRole('button', { name: 'Apply' }).count(), 0);
  await page.getByRole('button', { name: 'Cancel the simul' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the simul' }).click();
  await page.getByText('The host cancelled it, or did not start it in time.').waitFor();
  await second.getByText('Cancelled', { exact: true }).waitFor();
});

test('a host changes a simul, and those who take part find it in the calendar, the bell and on profiles', async ({
  page,
  url,
}) => {
  const host = await register(page, url, 'Host');
  const id = await create(page, url);
  const second = await another(page, url);
  const boris = await register(second, url, 'Boris');
  await ask(second, url, `simuls/${id}/apply`);

  await open(page, `/simul/${id}`);
  await tabTo(page, page.getByRole('link', { name: 'Change', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Change the simul' }).waitFor();
  const name = page.getByLabel('Name', { exact: true });
  assert.equal(await name.inputValue(), 'Evening of the master');
  assert.equal(await page.getByRole('spinbutton', { name: 'Boards at most' }).inputValue(), '20');
  await check(page, 'the form that changes a simul');
  await tabTo(page, name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Night of the master');
  await tabTo(page, page.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Night of the master' }).waitFor();

  await open(second, '/calendar');
  await second.getByText(`simul, host: ${host}`).waitFor();
  await check(second, 'the calendar with a simul');
  await second.getByRole('link', { name: 'Night of the master' }).click();
  await second.getByText('You have applied.').waitFor();
  await open(second, '/');
  await page.getByRole('button', { name: `Accept: ${boris}` }).click();
  await page.getByText('Accepted: 1 of 20 at most').waitFor();
  await second.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  await open(second, '/notifications');
  await second.getByText('You have a board in the simul').waitFor();

  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('[data-game] a').first().waitFor();
  await second.getByText('Simul has started').waitFor();
  await check(second, 'the notifications of a simul');
  await second.getByRole('link', { name: /Simul has started/ }).click();
  await second.waitForURL('**/live/*');
  await second.locator('.actions').waitFor();
  const game = idOf(second);
  await act(page, url, game, { kind: 'move', uci: 'e4e5', ply: 0 });
  await movesShown(second, 1);
  await act(second, url, game, { kind: 'move', uci: 'e7e6', ply: 1 });
  await act(page, url, game, { kind: 'resign' });
  await second.getByRole('link', { name: 'Back to the simul' }).waitFor();

  // The profiles have it with the score, once the result is counted.
  await page.getByRole('region', { name: 'Score of the host' }).getByText('0 of 1').waitFor();
  for (const [who, score] of [
    [boris, '1 : 0'],
    [host, '0 of 1'],
  ]) {
    await open(second, `/user/${String(who)}`);
    const tournaments = second.getByRole('region', { name: 'Tournaments' });
    await tournaments.getByRole('link', { name: 'Night of the master' }).waitFor();
    await tournaments.getByText(String(score)).waitFor();
    await check(second, `the profile of ${String(who)}`);
  }
});

for (const locale of LOCALES) {
  test(
    `simuls fit a small phone: ${locale}`,
    async ({ page, url }) => {
      await register(page, url, 'Host');
      const id = await create(page, url);
      const accounts = await guests(page, url, id, 3);
      await page.setViewportSize({ width: 360, height: 640 });
      const prefix = locale === 'en' ? '' : `/${locale}`;
      for (const path of ['/simuls', '/simuls?new', '/calendar', `/simul/${id}?edit`, `/simul/${id}`]) {
        await open(page, `${prefix}${path}`);
        await page.locator('h1').waitFor();
        await fits(page, `${locale} ${path}`);
        await check(page, `${locale} ${path}`);
      }
      for (const account of accounts) await ask(page, url, `simuls/${id}/accept`, { account });
      await ask(page, url, `simuls/${id}/start`);
      await page.locator('[data-game] a').nth(2).waitFor();
      await fits(page, `${locale}: boards`);
      await check(page, `${locale}: boards`);
      const { games } = await (await page.context().request.get(`${url}/api/simuls/${id}`)).json();
      await open(page, `${prefix}/live/${games[0].game}`);
      await page.locator('.actions').waitFor();
      await page.locator('button.next').waitFor();
      await fits(page, `${locale}: a board`);
      await clickMove(page, 'e4e5');
      await movesShown(page, 1);
    },
    { chromiumOnly: 'one browser is enough for widths' },
  );
}
