/** Elo lists of clubs: made by the keyboard, read on a phone. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { check, tabTo } from './checks.mjs';
import { LOCALES, PHONE, test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';
const NAMES = ['Kata Horváth', 'Ljuba Marković', 'Aleksandra Wojciechowska-Zielińska', 'Борис Долгов'];

/** @param {Page} page @param {string} url */
async function register(page, url) {
  await ask(page, url, 'account/register', { name: `Petra${Date.now().toString(36).slice(-6)}`, password: PASSWORD });
}

/**
 * Holds a tournament of four players and one round, in which the first one wins. Returns its id.
 * @param {Page} organiser @param {string} url
 */
async function finished(organiser, url) {
  const { id } = await ask(organiser, url, 'tournaments', {
    name: 'Autumn cup',
    variant: 'glinski',
    system: { kind: 'swiss', rounds: 1, initial: 'w', accelerated: false },
    tieBreaks: ['BH'],
    bye: 4,
    quarters: true,
    place: 'Szeged',
    dates: '2026. 11. 24–26.',
    timeControl: '',
    arbiter: '',
  });
  const command = (/** @type {object} */ what) => ask(organiser, url, `tournaments/${id}/commands`, { command: what });
  const entrants = NAMES.map((name, index) => ({ name, rating: 1700 - 100 * index, club: 'Szeged' }));
  await command({ kind: 'enter', entrants });
  const { rounds } = await command({ kind: 'pair' });
  for (const [index, { white, black }] of rounds[0].boards.entries()) {
    await command({ kind: 'setResult', round: 1, white, black, result: index === 0 ? '1-0' : '3/4-1/4' });
  }
  await command({ kind: 'finish' });
  return id;
}

/**
 * Makes a list with a rated tournament. Returns its id.
 * @param {Page} organiser @param {string} url
 */
async function rated(organiser, url) {
  await register(organiser, url);
  const tournament = await finished(organiser, url);
  const settings = { name: 'Hexagonal Chess Club Kispest', variant: null, description: 'Members and guests.' };
  const { id } = await ask(organiser, url, 'elo-lists', settings);
  const command = { kind: 'addTournament', tournament, date: '2026-11-26', players: [] };
  await ask(organiser, url, `elo-lists/${id}/commands`, { version: 1, command });
  return id;
}

test(
  'an organiser makes a list by the keyboard, rates a tournament, and has the rating explained',
  async ({ page, url }) => {
    await register(page, url);
    await finished(page, url);
    await open(page, '/tournaments');
    await tabTo(page, page.getByRole('link', { name: 'Elo lists' }));
    await page.keyboard.press('Enter');
    await page.getByText('No lists yet').waitFor();
    await check(page, 'no lists');
    await tabTo(page, page.getByRole('link', { name: 'New list' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('Kispest');
    await check(page, 'the form');
    await page.keyboard.press('Enter');

    // The first player with the rating of the club, who is in the tournament with another one.
    await page.getByRole('tab', { name: 'Players', selected: true }).waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('Horváth, Kata');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1850');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Correct Horváth, Kata' }).waitFor();
    await check(page, 'the players');
    await page.getByRole('button', { name: 'List of players' }).press('Enter');
    await page.keyboard.insertText('name;birth;club;rating;games\nNagy Éva;1980;Szeged;1500;40\nHorváth, Kata;;;1800;');
    await page.getByText('Entered already.').waitFor();
    await check(page, 'a pasted list');
    await page.getByRole('button', { name: 'Enter one player' }).press('Enter');
    await page.getByRole('button', { name: 'Correct Nagy Éva' }).waitFor();
    await page.locator('button:focus', { hasText: 'List of players' }).waitFor();

    await page.getByRole('tab', { name: 'Players', selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    const choice = page.getByRole('combobox', { name: 'Tournament' });
    await choice.waitFor();
    await tabTo(page, choice);
    await page.keyboard.type('Autumn');
    await page.keyboard.press('Enter');
    await page.getByText('2 games that were played over the board count.').waitFor();
    assert.equal(await page.getByLabel('Last day').inputValue(), '2026-11-26');
    const match = page.getByRole('combobox', { name: 'Player of the list for Kata Horváth' });
    assert.equal(
      await match.evaluate((select) => /** @type {any} */ (select).selectedOptions[0].text),
      'Horváth, Kata',
    );
    await check(page, 'the proposals');
    await tabTo(page, page.getByRole('button', { name: 'Rate a tournament' }));
    await page.keyboard.press('Enter');
    await page.getByText('Autumn cup is rated.').waitFor();
    await check(page, 'the tournaments');

    await page.getByRole('tab', { name: 'Tournaments', selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    // 1850 against 1500: 20 * (1 - 0.89) = 2.2.
    const row = page.getByRole('row').filter({ hasText: 'Horváth, Kata' });
    await row.getByText('1852', { exact: true }).waitFor();
    await row.getByText('+2', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Horváth, Kata' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Horváth, Kata' });
    await dialog.getByText('20 × +0.11 = +2.2, rounded +2').waitFor();
    await dialog.getByRole('row').filter({ hasText: 'Aleksandra' }).getByText('+350', { exact: true }).waitFor();
    await check(page, 'the explanation');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Files' }).press('Enter');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Ratings (CSV)' }).press('Enter'),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    assert.equal(csv.split('\r\n')[1], 'Horváth, Kata;;;1852;31;20;2');

    // Without the tournament all ratings are those of the start.
    await page.getByRole('tab', { name: 'Tournaments' }).click();
    await page.getByRole('button', { name: 'Take out Autumn cup' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).press('Enter');
    await page.getByText('No tournament has been rated yet.').waitFor();
    await page.getByRole('tab', { name: 'Ratings' }).click();
    await row.getByText('1850', { exact: true }).waitFor();
  },
  { seconds: 90, chromiumOnly: 'the Tab key reaches links in Chromium without a setting' },
);

test(
  'a visitor reads a list on a phone',
  async ({ page, url }) => {
    const organiser = await another(page, url);
    const id = await rated(organiser, url);
    await open(page, '/elo-lists');
    await page.getByRole('link', { name: 'Hexagonal Chess Club Kispest' }).click();
    await page.waitForURL(`**/elo-list/${id}`);
    await page.getByText('Members and guests.').waitFor();
    assert.equal(await page.getByRole('row').count(), NAMES.length + 1);
    assert.equal(await page.getByRole('tab').count(), 2, 'no desk');
    await check(page, 'the ratings');
    await page.getByRole('button', { name: 'Kata Horváth' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kata Horváth' });
    // A new player of 1700 won against 1500: 40 * (1 - 0.76) = 9.6.
    await dialog.getByText('40 × +0.24 = +9.6, rounded +10').waitFor();
    await dialog.getByText('1700 → 1710').waitFor();
    await check(page, 'the explanation');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Tournaments' }).click();
    await page.getByText('Nov 26, 2026 · 4 players · Games: 2').waitFor();
    await check(page, 'the tournaments');
    await page.goto('/elo-list/aaaaaaaaaa');
    await page.getByText('There is no such list.').waitFor();
  },
  { ...PHONE, tolerate: /status of 404/ },
);

for (const locale of LOCALES) {
  test(
    `nothing of a list scrolls sideways on small phones in ${locale}`,
    async ({ page, url }) => {
      const id = await rated(page, url);
      await page.goto(locale === LOCALES[0] ? '/elo-lists' : `/${locale}/elo-lists`);
      const tabs = ['tournaments', 'players', 'settings'].map((tab) => `/elo-list/${id}?tab=${tab}`);
      for (const path of ['/elo-lists', ...tabs, `/elo-list/${id}`]) {
        // As a link does, which is faster than loading each page.
        await page.evaluate((address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
        }, path);
        await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .loading'));
        await page.waitForTimeout(50);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 360, `${path} is ${width} px wide`);
      }
      await page.getByRole('button', { name: 'Kata Horváth' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('table').waitFor();
      const inside = await dialog.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      assert.ok((inside[0] ?? 0) <= (inside[1] ?? 0), `the explanation is too wide: ${inside.join(' > ')}`);
    },
    { locale, viewport: { width: 360, height: 640 }, chromiumOnly: 'one browser is enough for widths' },
  );
}
