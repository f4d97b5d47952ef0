/** Team tournaments over the board: the desk of the organiser, by keyboard, and the tables that everyone reads. */

import assert from 'node:assert/strict';
import { check, fits, tabTo } from './checks.mjs';
import { LOCALES, test } from './harness.mjs';
import { another, ask, register } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SETTINGS = {
  variant: 'shafran',
  system: { kind: 'swiss', rounds: 3, initial: 'w', preferences: 'typeA' },
  boards: 2,
  reserves: 1,
  primary: 'match',
  matchPoints: { win: 8, draw: 4, loss: 0 },
  bye: { matchPoints: 4, gamePoints: 4 },
  quarters: false,
  tieBreaks: ['MPvGP', 'EMGSB', 'DE', 'BC'],
  place: 'Szeged',
  dates: '1–6 December',
  timeControl: '30+30',
  arbiter: 'Petra Vogel',
};
const TEAMS = [
  { name: 'Szeged', players: ['Kata Horváth', 'Mira Novak', 'Réka Balogh'] },
  { name: 'Győri Széchenyi István Sakkegyesület', players: ['Anna Lindqvist', 'Aleksandra Wojciechowska-Zielińska'] },
  { name: 'Pécs', players: ['Борис Долгов', 'Jürgen Weiß'] },
  { name: 'Eger', players: ['Tomasz Żuławski', 'Mateo Ruiz'] },
];

/** @param {Page} page @param {string} url @param {string} id @param {object} what */
function command(page, url, id, what) {
  return ask(page, url, `team-tournaments/${id}/commands`, { command: what });
}

/**
 * Creates a tournament of four teams with one round played and the second one paired. Returns its id.
 * @param {Page} organiser @param {string} url @param {string} name
 */
async function tournamentOf(organiser, url, name) {
  const { id } = await ask(organiser, url, 'team-tournaments', { ...SETTINGS, name });
  const teams = TEAMS.map((team, at) => ({
    ...team,
    captain: 'Petra Vogel',
    players: team.players.map((player, board) => ({ name: player, rating: 2000 - 100 * at - 10 * board })),
  }));
  await command(organiser, url, id, { kind: 'enter', teams });
  const { rounds } = await command(organiser, url, id, { kind: 'pair' });
  for (const { first } of rounds[0].matches) {
    for (const [at, result] of ['1-0', '1/2-1/2'].entries()) {
      await command(organiser, url, id, { kind: 'setResult', round: 1, first, board: at + 1, result });
    }
  }
  await command(organiser, url, id, { kind: 'pair' });
  return id;
}

/** Waits until the page shows all results. @param {Page} page @param {number} count */
async function saved(page, count) {
  await page.getByText(`${count} of ${count} results`, { exact: true }).waitFor();
}

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('main').getByRole('button', { name, exact: true });

test('an organiser runs four teams through three rounds by the keyboard alone', async ({ page, url }) => {
  await register(page, url, 'Captain');
  await open(page, '/tournaments');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Team tournaments' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Team tournaments' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'New team tournament' }).waitFor();
  await check(page, 'the list');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New team tournament' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('City league');
  await check(page, 'the form');
  await tabTo(page, page.getByLabel('Boards of a match'));
  await page.keyboard.type('2');
  await tabTo(page, page.getByLabel('Rounds'));
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'City league' }).waitFor();

  // One team by the form, the others from a list.
  const [szeged, ...others] = TEAMS;
  assert.ok(szeged);
  await tabTo(page, page.getByLabel('Team', { exact: true }));
  await page.keyboard.type(szeged.name);
  await tabTo(page, page.getByLabel('Players in board order'));
  for (const player of szeged.players) {
    await page.keyboard.type(`${player} 1900`);
    await page.keyboard.press('Enter');
  }
  await tabTo(page, button(page, 'Enter'));
  await page.keyboard.press('Enter');
  await page.getByText('Kata Horváth, Mira Novak, Réka Balogh').first().waitFor();
  await tabTo(page, button(page, 'List of teams'));
  await page.keyboard.press('Enter');
  await page.getByLabel('List of teams').waitFor();
  await page.keyboard.insertText(others.map(({ name, players }) => [name, ...players].join('\n')).join('\n\n'));
  await check(page, 'the list of teams');
  await tabTo(page, button(page, 'Enter 3 teams'));
  await page.keyboard.press('Enter');
  await page.getByText('Tomasz Żuławski, Mateo Ruiz').first().waitFor();

  // An absent player: the reserve moves up.
  await tabTo(page, page.getByRole('button', { name: 'Actions: Szeged' }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Absent players' }).press('Enter');
  const absent = page.getByRole('dialog', { name: 'Absent players: Szeged' });
  await tabTo(page, absent.getByRole('checkbox', { name: 'Kata Horváth' }));
  await page.keyboard.press('Space');
  await page.getByText('Kata Horváth (absent)').first().waitFor();
  await check(page, 'the absent players');
  await page.keyboard.press('Escape');
  await absent.waitFor({ state: 'detached' });

  await tabTo(page, button(page, 'Pair round 1'));
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Round 1', selected: true }).waitFor();
  await page.locator('[role=row]:focus').waitFor();
  await page.getByRole('row', { name: /^Match \d, board 1: .*Mira Novak/ }).waitFor();
  await check(page, 'the desk of a round');

  // The line-up of a team has its first player after all.
  const actions = page.getByRole('row', { name: /Szeged/ }).getByRole('button', { name: /^Match \d: line-ups/ });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Line-up of Szeged' }).press('Enter');
  const lineUp = page.getByRole('dialog', { name: 'Line-up of round 1: Szeged' });
  await lineUp.getByLabel('Board 1').selectOption({ label: '1. Kata Horváth 1900' });
  await lineUp.getByLabel('Board 2').selectOption({ label: '2. Mira Novak 1900' });
  await check(page, 'a line-up');
  await lineUp.getByRole('button', { name: 'Save' }).press('Enter');
  await lineUp.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /^Match \d, board 1: .*Kata Horváth/ }).waitFor();

  // The second match first, then what is left.
  await page.locator('[data-board="0"]').focus();
  await page.keyboard.press('/');
  await page.getByRole('spinbutton', { name: 'Match' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.locator('[data-board="2"]:focus').waitFor();
  for (const key of ['1', '=', '0']) await page.keyboard.press(key);
  await page.locator('[data-board="1"]:focus').waitFor();
  await page.keyboard.press('+');
  await saved(page, 4);
  await page.getByRole('row', { name: /^Match 1, board 1: .*, 0–1$/ }).waitFor();
  await page.getByRole('row', { name: /^Match 2, board 1: .*, 1–0$/ }).waitFor();
  // A slip of the finger.
  await page.keyboard.press('Delete');
  await page.getByText('3 of 4 results', { exact: true }).waitFor();
  await page.keyboard.press('1');
  await saved(page, 4);
  await page.keyboard.press('p');
  await page.getByRole('tab', { name: 'Round 2', selected: true }).waitFor();

  // A result of the round before was wrong.
  await page.getByRole('tab', { name: 'Round 1' }).press('Enter');
  await page.getByRole('region', { name: 'Round 1', exact: true }).waitFor();
  await page.locator('[data-board="0"]').focus();
  await page.keyboard.press('1');
  const question = page.getByRole('dialog', { name: 'Correct round 1?' });
  await question.getByRole('button', { name: 'Correct', exact: true }).press('Enter');
  await page.getByRole('row', { name: /^Match 1, board 1: .*, 1–0$/ }).waitFor();

  for (const round of [2, 3]) {
    await page.getByRole('tab', { name: `Round ${round}` }).press('Enter');
    await page.getByRole('region', { name: `Round ${round}`, exact: true }).waitFor();
    if (round === 3) {
      await tabTo(page, button(page, 'Pair round 3'));
      await page.keyboard.press('Enter');
    }
    await page.locator('[data-board="0"]').focus();
    for (const key of ['1', '=', '1', '0']) await page.keyboard.press(key);
    await saved(page, 4);
  }
  await tabTo(page, button(page, 'Finish the tournament'));
  await page.keyboard.press('Enter');
  await page.getByText('Winner:').waitFor();

  await page.getByRole('tab', { name: 'Log' }).press('Enter');
  const entries = page.getByRole('tabpanel').getByRole('listitem');
  await entries.filter({ hasText: 'Round 1, line-up of Szeged: Kata Horváth, Mira Novak.' }).first().waitFor();
  await entries.last().filter({ hasText: 'The tournament City league was created.' }).waitFor();
  await check(page, 'the log');
  await page.getByRole('tab', { name: 'Settings' }).press('Enter');
  await page.getByText('The tournament has ended.').waitFor();
  await check(page, 'the settings');
});

test('a visitor reads standings, rounds, teams and players, and has every number explained', async ({ page, url }) => {
  const organiser = await another(page, url);
  await register(organiser, url, 'Captain');
  const id = await tournamentOf(organiser, url, 'Evening league');
  await open(page, '/team-tournaments');
  await page.getByRole('link', { name: 'Evening league' }).click();
  await page.getByText('Shafran’s chess · Swiss, 3 rounds · 4 teams · 2 boards').first().waitFor();
  await page.getByText('after round 1 of 3').filter({ visible: true }).waitFor();
  await check(page, 'the standings');
  await page.getByRole('button', { name: /^Match points of Szeged: / }).press('Enter');
  const score = page.getByRole('dialog', { name: 'Match points' });
  await score.getByRole('cell', { name: '2', exact: true }).waitFor();
  await check(page, 'a score');
  await page.keyboard.press('Escape');
  await score.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Sonneborn-Berger \(MP × GP\) of Szeged: / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sonneborn-Berger' });
  await dialog.getByRole('table').waitFor();
  await check(page, 'a tie-break');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Round 2' }).click();
  await page.waitForURL(`**/team-tournament/${id}?tab=2`);
  await page.getByRole('table').nth(1).waitFor();
  assert.equal(await page.getByRole('cell', { name: '½–½' }).count(), 0);
  const { rounds } = await command(organiser, url, id, { kind: 'setAbsent', team: 0, player: 2, absent: true });
  const { first } = rounds[1].matches[0];
  await command(organiser, url, id, { kind: 'setResult', round: 2, first, board: 1, result: '1/2-1/2' });
  // It is there without a reload.
  await page.getByRole('cell', { name: '½–½' }).waitFor();
  await check(page, 'a round');
  await page.getByRole('tab', { name: 'Teams' }).click();
  await page.getByText('Captain: Petra Vogel').first().waitFor();
  await check(page, 'the teams');
  await page.getByRole('tab', { name: 'Players' }).click();
  await page.getByRole('button', { name: 'Kata Horváth' }).click();
  await page.getByRole('dialog', { name: 'Kata Horváth' }).getByText('Board 1').first().waitFor();
  await check(page, 'a player');
});

test(
  'on a phone nothing of a team tournament scrolls sideways',
  async ({ page, url }) => {
    const organiser = await another(page, url, { viewport: { width: 390, height: 664 } });
    await register(organiser, url, 'Captain');
    const id = await tournamentOf(organiser, url, 'A team tournament with a name that is rather long');
    for (const tab of ['', '?tab=2', '?tab=teams', '?tab=players']) {
      await open(page, `/team-tournament/${id}${tab}`);
      await page
        .getByText(tab === '?tab=players' ? 'Aleksandra' : 'Széchenyi')
        .filter({ visible: true })
        .first()
        .waitFor();
      await fits(page, tab);
      await check(page, `a phone, ${tab}`);
    }
    for (const tab of ['2', 'teams', 'settings', 'log']) {
      await open(organiser, `/team-tournament/${id}?tab=${tab}`);
      await organiser.getByRole('tab', { selected: true }).waitFor();
      await organiser
        .getByRole('tabpanel')
        .getByText(tab === 'settings' ? 'Boards of a match' : 'Szeged')
        .filter({ visible: true })
        .first()
        .waitFor();
      await fits(organiser, `the desk, ${tab}`);
      await check(organiser, `the desk on a phone, ${tab}`);
    }
  },
  { viewport: { width: 390, height: 664 }, hasTouch: true },
);

/** Texts or fields by which the parts of the desk are known to be there. */
const CONTENTS = {
  standings: 'text=Pécs',
  2: '[role=grid]',
  teams: 'textarea',
  players: 'text=Kata Horváth',
  settings: 'input[name=boards]',
  log: 'ol li',
};

for (const locale of LOCALES) {
  test(
    `the pages of team tournaments fit on a small phone in ${locale}`,
    async ({ page, url }) => {
      await register(page, url, 'Captain');
      const id = await tournamentOf(page, url, 'City league');
      const prefix = locale === LOCALES[0] ? '' : `/${locale}`;
      for (const query of ['', '?new', '?file']) {
        await open(page, `${prefix}/team-tournaments${query}`);
        await page.locator('main .button').first().waitFor();
        await fits(page, query);
      }
      for (const [tab, content] of Object.entries(CONTENTS)) {
        await open(page, `${prefix}/team-tournament/${id}?tab=${tab}`);
        await page.locator('[role=tabpanel]').locator(content).filter({ visible: true }).first().waitFor();
        await fits(page, tab);
      }
    },
    {
      locale,
      viewport: { width: 360, height: 640 },
      seconds: 60,
      chromiumOnly: 'one browser is enough for widths',
    },
  );
}

test('match cards are printed without the page around them, and a file moves the tournament', async ({ page, url }) => {
  await register(page, url, 'Captain');
  const id = await tournamentOf(page, url, 'Paper league');
  await page.addInitScript(() => {
    window.print = () => void Object.assign(globalThis, { printed: true });
  });
  await open(page, `/team-tournament/${id}?tab=2`);
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('menuitem', { name: 'Match cards of round 2' }).click();
  await page.waitForFunction(() => /** @type {any} */ (globalThis).printed);
  await page.emulateMedia({ media: 'print' });
  await page.locator('.cards section').nth(1).waitFor();
  assert.equal(await page.locator('.cards section').count(), 2);
  assert.ok(await page.locator('.cards').getByText('Kata Horváth').isVisible());
  assert.ok(!(await page.locator('.body').isVisible()));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.locator('.cards').waitFor({ state: 'detached' });
  await page.emulateMedia({ media: 'screen' });

  const file = await (await page.context().request.get(`${url}/api/team-tournaments/${id}/events`)).body();
  await open(page, '/team-tournaments?file');
  await page.getByLabel('File').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: file });
  await page.getByRole('button', { name: 'Take it over' }).click();
  await page.getByRole('heading', { name: 'Paper league' }).waitFor();
  await page.waitForURL(/team-tournament\/\w{10}$/);
  assert.ok(!page.url().includes(id));
});
