/** Teams: made by the keyboard, joined by request, messages that ring the bell, and an arena for members only. */

import assert from 'node:assert/strict';
import { check, tabTo } from './checks.mjs';
import { LOCALES, test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const LONG = 'Wojciechowska-Hatszögsakkkör Pest';
let registered = 0;

/** Registers a visitor without the page. @param {Page} page @param {string} url @param {string} prefix */
async function register(page, url, prefix) {
  registered += 1;
  const name = `${prefix}${process.pid % 10_000}-${registered}`;
  await ask(page, url, 'account/register', { name, password: 'six-sided boards' });
  return name;
}

/** @param {Page} page @param {RegExp | string} name */
const bell = (page, name) => page.getByRole('banner').getByRole('link', { name });

test(
  'a team is made by the keyboard, takes a member in, writes to it, and plays an arena',
  async ({ page, url }) => {
    const anna = await register(page, url, 'Anna');
    await open(page, '/teams');
    await page.getByText('No teams yet').waitFor();
    await check(page, 'no teams');
    await tabTo(page, page.getByRole('link', { name: 'New team' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('Hexagons of Kispest');
    await page.keyboard.press('Tab');
    await page.keyboard.type('We play on Fridays.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await check(page, 'the form');
    await tabTo(page, page.getByRole('button', { name: 'Create the team' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Hexagons of Kispest' }).waitFor();
    await page.getByText('1 member · by request').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await check(page, 'a new team');

    // The second one finds the team and asks to join it.
    const phone = await another(page, url, { viewport: { width: 360, height: 640 } });
    const bela = await register(phone, url, 'Bela');
    await open(phone, '/teams');
    await phone.getByLabel('Beginning of the name').fill('hexagons OF');
    await phone.getByRole('button', { name: 'Find' }).click();
    await phone.getByRole('heading', { name: 'Teams found' }).waitFor();
    await phone.getByRole('link', { name: 'Hexagons of Kispest' }).first().click();
    await phone.getByRole('button', { name: 'Ask to join' }).click();
    await phone.getByLabel('A few words for the leaders').fill('Hello!\n\nI play Shafran’s chess.');
    await check(phone, 'the request');
    await phone.getByRole('button', { name: 'Send' }).click();
    await phone.getByText('Your request waits for a leader.').waitFor();

    // The leader reads of it by the bell, and accepts.
    await bell(page, 'Notifications, 1 unread').waitFor();
    await tabTo(page, bell(page, 'Notifications, 1 unread'));
    await page.keyboard.press('Enter');
    const request = page.getByRole('main').getByRole('link').filter({ hasText: '1 request to join' });
    await tabTo(page, request);
    await page.keyboard.press('Enter');
    await page.getByText('I play Shafran’s chess.').waitFor();
    await check(page, 'the requests');
    await tabTo(page, page.getByRole('button', { name: `Accept ${bela}` }));
    await page.keyboard.press('Enter');
    await page.getByText('No open requests.').waitFor();
    await page.getByText('2 members').waitFor();

    await bell(phone, 'Notifications, 1 unread').click();
    await phone.getByRole('main').getByRole('link').filter({ hasText: 'You are in the team' }).click();
    await phone.getByRole('tab', { name: 'Members' }).click();
    await phone.getByRole('link', { name: anna }).waitFor();
    await check(phone, 'the members');

    // The leader writes to all; the second one reads it from the bell.
    await tabTo(page, page.getByRole('tab', { name: 'Requests' }));
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, page.getByLabel('Message to all members'));
    await page.keyboard.type('Friday at six.');
    await check(page, 'the messages');
    await tabTo(page, page.getByRole('button', { name: 'Send to all' }));
    await page.keyboard.press('Enter');
    await page.getByText('Sent.', { exact: true }).waitFor();
    await bell(phone, 'Notifications, 1 unread').click();
    await phone.getByRole('main').getByRole('link').filter({ hasText: 'Friday at six.' }).click();
    await phone.getByRole('article').filter({ hasText: 'Friday at six.' }).waitFor();
    await phone.getByLabel('Notify me of messages of this team').uncheck();
    await check(phone, 'a message');

    // An arena of the team.
    await open(page, `/team/${id}`);
    await page.getByRole('link', { name: 'New arena for the team' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Friday arena');
    await page.getByLabel('Players').locator('option:checked', { hasText: 'Members of Hexagons of Kispest' }).waitFor({
      state: 'attached',
    });
    await page.getByRole('button', { name: 'Create the arena' }).click();
    await page.getByRole('link', { name: 'Members of Hexagons of Kispest' }).waitFor();
    const arena = new URL(page.url()).pathname;
    const stranger = await another(page, url);
    await register(stranger, url, 'Cili');
    await open(stranger, arena);
    await stranger.getByRole('button', { name: 'Join' }).click();
    await stranger.getByText('Only members of the team can take part.').waitFor();
    await open(phone, arena);
    await phone.getByRole('button', { name: 'Join' }).click();
    await phone.getByText('You take part.').waitFor();
    await open(page, `/team/${id}`);
    await page.getByRole('link', { name: 'Friday arena' }).waitFor();
    await open(stranger, `/user/${bela}`);
    await stranger.getByRole('link', { name: 'Hexagons of Kispest' }).waitFor();
  },
  { chromiumOnly: 'keys reach only one of two pages' },
);

for (const locale of LOCALES) {
  test(`nothing of a team scrolls sideways on small phones in ${locale}`, async ({ page, url }) => {
    await register(page, url, 'Aleksandra');
    const { id } = await ask(page, url, 'teams', {
      name: `${LONG} ${locale}`,
      description: 'Hatszög. '.repeat(60),
      open: false,
    });
    for (const name of ['Borbala', 'Cecilia']) {
      const other = await another(page, url);
      await register(other, url, name);
      await ask(other, url, `teams/${id}/join`, { text: 'Szia! '.repeat(50) });
      await other.context().close();
    }
    await ask(page, url, `teams/${id}/messages`, { text: 'Hatszögletűsakkversenyhirdetmény '.repeat(10) });
    await page.setViewportSize({ width: 360, height: 640 });
    await open(page, locale === LOCALES[0] ? '/teams' : `/${locale}/teams`);
    /** @param {string} where */
    const fits = async (where) => {
      const [inside, outside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(Number(inside) <= Number(outside), `${where}: ${inside}`);
    };
    const link = page.getByRole('link', { name: `${LONG} ${locale}` }).first();
    await link.waitFor();
    await fits('teams');
    await link.click();
    await page.getByRole('heading', { level: 1, name: LONG }).waitFor();
    // Overview, members, messages, requests, settings.
    const contents = ['Hatszög. Hatszög.', 'Aleksandra', 'Hatszögletűsakkversenyhirdetmény', 'Borbala', null];
    for (const [at, content] of contents.entries()) {
      await page.getByRole('tab').nth(at).click();
      const panel = page.getByRole('tabpanel');
      await (content === null ? panel.getByRole('textbox') : panel.getByText(content)).first().waitFor();
      await fits(`tab ${at}`);
    }
    await check(page, 'the settings');
  });
}
