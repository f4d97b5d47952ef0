/** Tournaments over the board, as visitors see them. */

import assert from 'node:assert/strict';
import { check } from './checks.mjs';
import { test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';
const NAMES = [
  'Ljuba Marković',
  'Kata Horváth',
  'Борис Долгов',
  'Mira Novak',
  'Anna Lindqvist',
  'Tomasz Żuławski',
  'Mateo Ruiz',
  'Jürgen Weiß',
  'Aleksandra Wojciechowska-Zielińska',
];
const SETTINGS = {
  variant: 'shafran',
  system: { kind: 'swiss', rounds: 5, initial: 'w', accelerated: false },
  tieBreaks: ['BH-C1', 'BH', 'SB', 'WIN'],
  bye: 4,
  quarters: false,
  place: 'Novi Sad',
  dates: '1–6 December',
  timeControl: '15+10',
  arbiter: 'Petra Vogel',
};

/**
 * Creates a tournament of nine players, with one round played and the second one paired. Returns its id.
 * @param {Page} organiser @param {string} url @param {string} name
 */
async function tournamentOf(organiser, url, name) {
  const account = `Petra${Date.now().toString(36).slice(-6)}`;
  await ask(organiser, url, 'account/register', { name: account, password: PASSWORD });
  const { id } = await ask(organiser, url, 'tournaments', { ...SETTINGS, name });
  const entrants = NAMES.map((each, index) => ({ name: each, rating: 1900 - 50 * index, club: 'Szeged' }));
  await command(organiser, url, id, { kind: 'enter', entrants });
  const { rounds } = await command(organiser, url, id, { kind: 'pair' });
  for (const [index, { white, black }] of rounds[0].boards.entries()) {
    const result = ['1-0', '1/2-1/2', '0-1', '+/-'][index] ?? '1-0';
    await command(organiser, url, id, { kind: 'setResult', round: 1, white, black, result });
  }
  await command(organiser, url, id, { kind: 'pair' });
  return id;
}

/** @param {Page} organiser @param {string} url @param {string} id @param {object} what */
function command(organiser, url, id, what) {
  return ask(organiser, url, `tournaments/${id}/commands`, { command: what });
}

/** Replaces the print dialog by a count of its calls. @param {Page} page */
async function countPrints(page) {
  await page.addInitScript(() => {
    const prints = { count: 0 };
    Object.assign(globalThis, { prints });
    window.print = () => void (prints.count += 1);
  });
}

/** @param {Page} page @param {string} name */
async function print(page, name) {
  const before = await page.evaluate(() => /** @type {any} */ (globalThis).prints.count);
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.waitForFunction((count) => /** @type {any} */ (globalThis).prints.count > count, before);
}

test('a visitor finds a tournament, and follows its table, rounds and tie-breaks', async ({ page, url }) => {
  const organiser = await another(page, url);
  const id = await tournamentOf(organiser, url, 'Advent Swiss');
  await open(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Watch' }).click();
  await page.getByRole('menuitem', { name: 'Tournaments', exact: true }).click();
  await page.getByRole('link', { name: 'Advent Swiss' }).click();
  await page.getByText('Shafran’s chess · Swiss, 5 rounds · 15+10 · Novi Sad').first().waitFor();
  assert.equal(await page.getByRole('table').getByRole('row').count(), NAMES.length + 1);
  assert.equal(await page.getByRole('tab').count(), 4);

  // Each tab has an address of its own.
  await page.getByRole('tab', { name: 'Round 2' }).click();
  await page.waitForURL(`**/tournament/${id}?tab=2`);
  const boards = page.getByRole('table').getByRole('row');
  assert.equal(await boards.count(), 5);
  await page.getByRole('list', { name: 'Without an opponent' }).getByText('bye · 1').waitFor();
  await page.getByRole('searchbox', { name: 'Find a player' }).fill('horvath');
  assert.equal(await page.getByRole('table').getByRole('row').filter({ hasText: 'Kata Horváth' }).count(), 1);
  assert.equal(await boards.count(), 2);
  await page.getByRole('searchbox').fill('');
  await page.goto(`/tournament/${id}?tab=1`);
  await page.getByRole('tab', { name: 'Round 1', selected: true }).waitFor();
  await page.getByText('+ –').waitFor();

  // A result that the organiser enters is there without a reload.
  await page.getByRole('tab', { name: 'Round 2' }).click();
  assert.equal(await page.getByRole('table').getByText('½–½').count(), 0);
  const { rounds } = await command(organiser, url, id, { kind: 'forbid', players: [0, 8], forbidden: true });
  const { white, black } = rounds[1].boards[0];
  await command(organiser, url, id, { kind: 'setResult', round: 2, white, black, result: '1/2-1/2' });
  await page.getByRole('table').getByText('½–½').waitFor();

  await page.getByRole('tab', { name: 'Standings' }).click();
  await page.getByRole('button', { name: /^Buchholz of Ljuba Marković: / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Buchholz' });
  await dialog.getByText('Sum of the opponents’ points.').waitFor();
  await dialog.getByRole('table').waitFor();
  await check(page, 'the explanation');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await check(page, 'the table');
  await page.getByRole('tab', { name: 'Standings' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Players', selected: true }).waitFor();
  await page.waitForURL('**?tab=players');
  await check(page, 'the players');
});

test(
  'on a phone nothing of a tournament scrolls sideways',
  async ({ page, url }) => {
    const id = await tournamentOf(await another(page, url), url, 'A tournament with a name that is rather long');
    for (const tab of ['', '?tab=2', '?tab=1', '?tab=players']) {
      await open(page, `/tournament/${id}${tab}`);
      await page.getByText('Aleksandra').filter({ visible: true }).first().waitFor();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(over, 0, tab);
      await check(page, `a phone, ${tab}`);
    }
    const rating = await page.getByRole('cell', { name: '1900', exact: true }).boundingBox();
    assert.ok(rating && rating.height < 60, `a rating is ${rating?.height} px high`);
    await open(page, `/tournament/${id}`);
    await page.getByRole('searchbox', { name: 'Find a player' }).fill('wei');
    await page.getByRole('button', { name: 'Jürgen Weiß' }).click();
    const dialog = page.getByRole('dialog', { name: 'Jürgen Weiß' });
    await dialog.getByText('Board').first().waitFor();
    await dialog.getByRole('button', { name: 'Sonneborn-Berger' }).click();
    await page.getByRole('dialog', { name: 'Sonneborn-Berger' }).getByText('Jürgen Weiß').first().waitFor();
  },
  { viewport: { width: 360, height: 640 }, hasTouch: true },
);

test('a tournament is printed without the page around it, with name cards and score sheets', async ({ page, url }) => {
  const id = await tournamentOf(await another(page, url), url, 'Paper Swiss');
  await countPrints(page);
  await open(page, `/tournament/${id}?tab=2`);
  await print(page, 'What is shown');
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['body header', '[role=tablist]', 'footer', '.menus']) {
    for (const element of await page.locator(hidden).all()) assert.ok(!(await element.isVisible()), hidden);
  }
  assert.ok(await page.getByText('Arbiter: Petra Vogel').first().isVisible());
  assert.ok(await page.getByText('Round 2 of 5').isVisible());
  assert.ok(await page.getByRole('table').isVisible());

  await page.emulateMedia({ media: 'screen' });
  await print(page, 'Name cards');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.cards section').count(), NAMES.length);
  assert.ok(await page.locator('.cards section').first().getByText('Board 1 · White').isVisible());
  assert.ok(!(await page.locator('.body').isVisible()));
  const cards = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(cards > 0);

  await page.emulateMedia({ media: 'screen' });
  await print(page, 'Score sheets of round 2');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.sheets section').count(), 4);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.locator('.sheets').waitFor({ state: 'detached' });
});

test(
  'a tournament is created by a form or from a file, by those with an account',
  async ({ page, url }) => {
    await open(page, '/tournaments?new');
    await page.getByText('A tournament belongs to an account').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/account?then=/tournaments?new');

    const id = await tournamentOf(page, url, 'Moving Swiss');
    await open(page, '/tournaments?new');
    await check(page, 'the form');
    await page.getByLabel('Name').fill('Quarter points');
    await page.getByLabel('Game').selectOption('glinski');
    assert.ok(await page.getByLabel('Stalemate gives').isChecked());
    await page.getByLabel('System').selectOption('roundRobin');
    await page.getByRole('button', { name: 'Move Sonneborn-Berger up' }).click();
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('heading', { name: 'Quarter points' }).waitFor();
    const created = /\/tournament\/(\w{10})/.exec(page.url())?.[1] ?? '';
    const { settings } = await (await page.context().request.get(`${url}/api/tournaments/${created}`)).json();
    assert.deepEqual(settings.tieBreaks, ['SB', 'DE', 'KS', 'WIN']);
    assert.equal(settings.quarters, true);

    for (const path of ['report.trf', 'events']) {
      const file = await (await page.context().request.get(`${url}/api/tournaments/${id}/${path}`)).body();
      await open(page, '/tournaments?file');
      await page.getByLabel('File').setInputFiles({ name: path, mimeType: 'text/plain', buffer: file });
      await page.getByRole('button', { name: 'Take it over' }).click();
      await page.getByRole('heading', { name: 'Moving Swiss' }).waitFor();
      assert.ok(!page.url().includes(id));
      await page.getByRole('table').getByText('Ljuba Marković').first().waitFor();
    }
    await open(page, '/tournaments?file');
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'x.trf', mimeType: 'text/plain', buffer: Buffer.from('nonsense') });
    await page.getByRole('button', { name: 'Take it over' }).click();
    await page.getByRole('alert').waitFor();
  },
  { tolerate: /status of 400/ },
);
