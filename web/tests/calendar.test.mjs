/** Series of arenas, arenas of the server itself, and the calendar. */

import assert from 'node:assert/strict';
import { check, fits, tabTo } from './checks.mjs';
import { LOCALES, startServer, test } from './harness.mjs';
import { another, ask, register } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

/** Chooses a radio button by the label around it. @param {Page} page @param {string} selector */
async function choose(page, selector) {
  await page
    .locator('label')
    .filter({ has: page.locator(selector) })
    .click();
}

/** @param {string} name */
function series(name) {
  const schedule = { repeats: { kind: 'weekly', days: [3, 6] }, minute: 18 * 60, zone: 'Europe/Budapest' };
  const clock = { variant: 'shafran', initial: 180, increment: 2, rated: false, minutes: 30 };
  return { name, description: '', ...clock, berserk: true, streaks: true, computers: 4, schedule };
}

/** @param {string} name @param {string} dates */
function tournament(name, dates) {
  const system = { kind: 'swiss', rounds: 5, initial: 'w', accelerated: false };
  const rules = { variant: 'glinski', system, tieBreaks: [], bye: 4, quarters: true };
  return { name, ...rules, place: 'Győr', dates, timeControl: '', arbiter: '' };
}

test(
  'an organiser makes a weekly series by keyboard, sees its arenas in the calendar, changes and ends it',
  async ({ page, url }) => {
    await register(page, url, 'Sara');
    await open(page, '/arenas?new');
    const name = page.getByLabel('Name', { exact: true });
    await tabTo(page, name);
    await page.keyboard.type('Club evening');
    await tabTo(page, page.getByRole('radio', { name: 'Once', exact: true }));
    await page.keyboard.press('ArrowRight');
    // Saturday is proposed; Wednesday is added, Saturday taken away.
    const wednesday = page.getByRole('checkbox', { name: 'Wednesday' });
    await tabTo(page, wednesday);
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('checkbox', { name: 'Saturday' }));
    await page.keyboard.press('Space');
    assert.ok(await wednesday.isChecked());
    const zone = page.getByLabel('Time zone');
    assert.equal(await zone.inputValue(), await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
    await zone.selectOption('Europe/Budapest');
    await check(page, 'the form of a series');
    await fits(page, 'the form of a series');
    await tabTo(page, page.getByRole('button', { name: 'Create the series' }));
    await page.keyboard.press('Enter');

    await page.waitForURL('**/arenas');
    const own = page.getByRole('region', { name: 'Your series' });
    await own.getByText(/Wednesday · .*Europe\/Budapest/).waitFor();
    await page.getByRole('link', { name: 'Club evening' }).first().waitFor();
    await check(page, 'the list with a series');
    await fits(page, 'the list with a series');

    await ask(
      page,
      url,
      'tournaments',
      tournament('Győr Cup', new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10)),
    );
    const visitor = await another(page, url);
    await open(visitor, '/arenas');
    await visitor.getByRole('link', { name: 'Calendar' }).click();
    await visitor.getByRole('link', { name: 'Győr Cup' }).waitFor();
    const entries = visitor.getByRole('listitem').filter({ hasText: 'Club evening' });
    assert.equal(await entries.count(), 4, 'four weeks');
    assert.equal(await entries.getByText('part of a series').count(), 4);
    await check(visitor, 'the calendar');
    const file = await visitor.getByRole('link', { name: 'Save as a file' }).getAttribute('href');
    const text = await (await visitor.context().request.get(`${url}${file}`)).text();
    assert.equal(text.match(/SUMMARY:Club evening/g)?.length, 4);
    await entries.first().getByRole('link', { name: 'Club evening' }).click();
    await visitor.getByRole('heading', { level: 1, name: 'Club evening' }).waitFor();

    await own.getByRole('link', { name: 'Change the series Club evening' }).click();
    await page.getByRole('heading', { level: 1, name: 'Change the series' }).waitFor();
    assert.equal(await name.inputValue(), 'Club evening');
    await name.fill('Club night');
    await page.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('heading', { name: 'Club night' }).waitFor();

    await tabTo(page, own.getByRole('button', { name: 'End the series Club night' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await check(page, 'the question before the end of a series');
    await dialog.getByRole('button', { name: 'End the series' }).focus();
    await page.keyboard.press('Enter');
    await own.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Club evening' }).first().waitFor();
    await open(visitor, '/calendar');
    await entries.first().waitFor();
    assert.ok((await entries.count()) <= 2, 'those that existed');
  },
  { seconds: 150 },
);

test(
  'a visitor finds an arena of the server, joins it and plays a computer',
  async ({ page: first }) => {
    // The arenas of the server last half an hour: with two an hour one is always played. In its last minutes no games begin.
    const left = HALF_HOUR_MS - (Date.now() % HALF_HOUR_MS);
    if (left < 120_000) await first.waitForTimeout(left + 1000);
    const server = await startServer(['--standing-arenas', '2', '--computers', '1']);
    try {
      const page = await another(first, server.url);
      await open(page, '/lobby');
      const link = page.getByRole('main').getByRole('link', { name: 'Arena of the hour' });
      await link.waitFor();
      await open(page, '/calendar');
      await page.getByText('short arenas for everyone around the clock').waitFor();
      await check(page, 'a calendar without dates');
      await fits(page, 'a calendar without dates');
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Arena of the hour' }).waitFor();
      await page.getByText('by Saffron').waitFor();
      await check(page, 'an arena of the server');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.waitForURL('**/live/*', { timeout: 40_000 });
      await page.getByText('Saffron 4').first().waitFor();
      // A second visitor finds it in the list.
      const later = await another(first, server.url);
      await open(later, '/arenas');
      await later.getByRole('button', { name: 'Join Arena of the hour' }).first().waitFor();
      await fits(later, 'the list with arenas of the server');
    } finally {
      await server.stop();
    }
  },
  { seconds: 240 },
);

for (const locale of LOCALES) {
  test(
    `series and calendar fit a phone in ${locale}`,
    async ({ page, url }) => {
      const prefix = locale === LOCALES[0] ? '' : `/${locale}`;
      await register(page, url, 'Tove');
      await ask(page, url, 'arena-series', series('Ten rounds of hexagonal blitz'));
      await open(page, `${prefix}/arenas?new`);
      await choose(page, '[name=repetition][value=series]');
      await page.locator('[name=day]').first().waitFor({ state: 'attached' });
      await fits(page, 'the form');
      await choose(page, '[name=rhythm][value=hours]');
      await page.locator('[name=every]').waitFor();
      await fits(page, 'the form by hours');
      await open(page, `${prefix}/arenas`);
      await page.locator('#own-series').waitFor();
      await fits(page, 'the series');
      await open(page, `${prefix}/calendar`);
      await page.getByRole('listitem').filter({ hasText: 'Ten rounds' }).first().waitFor();
      await fits(page, 'the calendar');
    },
    { chromiumOnly: 'one browser is enough for widths' },
  );
}
