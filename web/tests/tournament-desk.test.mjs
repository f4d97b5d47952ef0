/** The organiser's desk of tournaments over the board, by keyboard. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { check } from './checks.mjs';
import { test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { createTournament, recordedTournament } from './tournament-desk.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';
const REPORTS = new URL('../../crates/tournament/tests/data/dutch.trf', import.meta.url);

/** Registers an organiser. @param {Page} page @param {string} url */
async function register(page, url) {
  await ask(page, url, 'account/register', { name: `Arbiter${Date.now().toString(36).slice(-6)}`, password: PASSWORD });
}

/** Returns the names of the boards that the page shows, White first. @param {Page} page @param {number} round */
async function pairsShown(page, round) {
  const desk = page.getByRole('region', { name: `Round ${round}`, exact: true });
  await desk.getByRole('row').first().waitFor();
  const labels = await desk
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  return labels.map((label) => {
    const [, white = '', black = ''] = /^Board \d+: (.+) – (.+), [^,]+$/.exec(label) ?? [];
    return [white, black];
  });
}

/** Waits until the page shows all results. @param {Page} page @param {number} count */
async function saved(page, count) {
  await page.getByText(`${count} of ${count} results`, { exact: true }).waitFor();
}

test('an organiser enters players, pairs, and enters results by the keyboard alone', async ({ page, url }) => {
  await register(page, url);
  await createTournament(page, { name: 'Evening Swiss', rounds: 3 });

  await page.getByRole('textbox', { name: 'Name' }).focus();
  for (const [name, rating] of [
    ['Anna Lindqvist', 1900],
    ['Boris Dolgov', 1800],
    ['Clara Weiß', 1700],
    ['Dániel Kiss', 1600],
    ['Ewa Żak', 1500],
    ['Filip Novak', 1400],
  ]) {
    await page.keyboard.type(`${name}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${rating}`);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('rowheader', { name: 'Filip Novak' }).waitFor();

  await page.getByRole('button', { name: 'Pair round 1' }).press('Enter');
  assert.deepEqual(await pairsShown(page, 1), [
    ['Anna Lindqvist', 'Dániel Kiss'],
    ['Ewa Żak', 'Boris Dolgov'],
    ['Clara Weiß', 'Filip Novak'],
  ]);
  const board = (/** @type {number} */ number) => page.getByRole('row', { name: new RegExp(`^Board ${number}:`) });
  await page.locator('[role=row]:focus').waitFor();
  // The third board first, then those that are left.
  await page.keyboard.press('/');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.keyboard.press('=');
  await page.keyboard.press('1');
  await page.keyboard.press('x');
  await saved(page, 3);
  assert.match((await board(1).getAttribute('aria-label')) ?? '', /1–0$/);
  assert.match((await board(2).getAttribute('aria-label')) ?? '', /– –$/);
  // A slip of the finger.
  await page.keyboard.press('Delete');
  await page.getByText('2 of 3 results', { exact: true }).waitFor();
  await page.keyboard.press('0');
  await saved(page, 3);
  await page.keyboard.press('p');
  await page.getByRole('tab', { name: 'Round 2', selected: true }).waitFor();
  assert.equal((await pairsShown(page, 2)).length, 3);

  // A result of the round before was wrong.
  await page.getByRole('tab', { name: 'Round 1' }).click();
  await board(1).focus();
  await page.keyboard.press('0');
  const question = page.getByRole('dialog', { name: 'Correct round 1?' });
  await question.getByRole('button', { name: 'Correct', exact: true }).press('Enter');
  await page.getByRole('row', { name: /^Board 1: .* 0–1$/ }).waitFor();
  // It is not asked twice.
  await board(3).focus();
  await page.keyboard.press('1');
  await page.getByRole('row', { name: /^Board 3: .* 1–0$/ }).waitFor();

  await page.getByRole('tab', { name: 'Log' }).click();
  const entries = page.getByRole('tabpanel').getByRole('listitem');
  await entries.getByText('Round 1: Anna Lindqvist – Dániel Kiss corrected to 0–1; before: 1–0.').waitFor();
  const last = /Clara Weiß – Filip Novak corrected to 1–0; before: ½–½\..*Arbiter/s;
  await entries.first().filter({ hasText: last }).waitFor();
  assert.match(await entries.last().innerText(), /The tournament Evening Swiss was created\./);
});

test('players come from a list, withdraw, get byes and penalties, and pairs are changed by hand', async ({
  page,
  url,
}) => {
  await register(page, url);
  await createTournament(page, { name: 'List', rounds: 4 });
  await page.getByRole('button', { name: 'List of players' }).click();
  await page
    .getByLabel('List of players', { exact: true })
    .fill('Name;Elo;Verein\nAnna;1900;Szeged\nBoris;1800;\nClara;1700;\nDaniel;1600;\nEwa;strong;\nAnna;1500;');
  await page.getByText('Twice in the list.').waitFor();
  await page.getByText('The rating is left out.').waitFor();
  await page.getByRole('button', { name: 'Enter 5 players' }).click();
  await page.getByRole('rowheader', { name: 'Ewa' }).waitFor();

  await page.getByRole('button', { name: 'Actions: Daniel' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Bye for a round' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('round 1: Half-point bye').waitFor();
  await page.getByRole('button', { name: 'Actions: Ewa' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Correct the entry' }).press('Enter');
  await page.getByLabel('Rating').last().fill('1550');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Ewa 1550/ }).waitFor();

  await page.getByRole('button', { name: 'Pair round 1' }).click();
  assert.deepEqual(await pairsShown(page, 1), [
    ['Anna', 'Clara'],
    ['Ewa', 'Boris'],
  ]);
  await page.getByRole('button', { name: 'Pair by hand' }).click();
  await page.getByRole('button', { name: 'Clara' }).click();
  await page.getByRole('button', { name: 'Ewa' }).click();
  await page.getByRole('button', { name: 'Exchange the colours of board 1' }).click();
  await page.getByRole('button', { name: 'Save the pairs' }).click();
  await page.getByRole('row', { name: /^Board 1: Ewa – Anna/ }).waitFor();
  assert.deepEqual(await pairsShown(page, 1), [
    ['Ewa', 'Anna'],
    ['Clara', 'Boris'],
  ]);
  await page.getByLabel('Daniel').selectOption('Full-point bye');
  await page.getByRole('button', { name: 'Board 1: White wins' }).click();
  await page.getByRole('button', { name: 'All results of board 2' }).click();
  await page.getByRole('menuitem', { name: '½–0' }).click();
  await saved(page, 2);

  const players = page.getByRole('region', { name: 'Players' });
  await page.getByRole('tab', { name: 'Players' }).click();
  await page.getByRole('button', { name: 'Actions: Boris' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await players.getByText('withdrawn').waitFor();
  await page.getByRole('button', { name: 'Actions: Anna' }).click();
  await page.getByRole('menuitem', { name: 'Penalty or bonus' }).click();
  await page.getByLabel('Points').fill('¼');
  await page.getByLabel('Reason').fill('telephone');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await players.getByText('−¼ from round 1 on').waitFor();
});

test(
  'an organiser appoints an arbiter, who enters players and resigns',
  async ({ page, url }) => {
    await register(page, url);
    await createTournament(page, { name: 'Two pairs of hands', rounds: 3 });
    const address = new URL(page.url()).pathname;
    const other = await another(page, url);
    const name = `Helper${Date.now().toString(36).slice(-6)}`;
    await ask(other, url, 'account/register', { name, password: PASSWORD });
    await page.goto(`${address}?tab=settings`);
    const arbiters = page.getByRole('region', { name: 'Arbiters' });
    await arbiters.getByLabel('Name of the account').fill('No one of this name');
    await arbiters.getByRole('button', { name: 'Appoint' }).click();
    await arbiters.getByRole('alert').getByText('There is no account with this name.').waitFor();
    await arbiters.getByLabel('Name of the account').fill(name);
    await page.keyboard.press('Enter');
    await arbiters.getByRole('listitem').filter({ hasText: name }).waitFor();

    await other.goto(`${address}?tab=players`);
    await other.getByRole('textbox', { name: 'Name' }).fill('Anna');
    await other.keyboard.press('Enter');
    await other.getByRole('rowheader', { name: 'Anna' }).waitFor();
    await other.goto(`${address}?tab=settings`);
    assert.equal(await other.getByRole('button', { name: 'Delete the tournament' }).count(), 0);
    await other.getByRole('button', { name: 'Resign as arbiter' }).click();
    await other.getByRole('region', { name: 'Settings' }).waitFor({ state: 'detached' });
    await page.goto(`${address}?tab=log`);
    await page.getByText(`${name} is no longer an arbiter.`).waitFor();
  },
  // A name that no one has.
  { tolerate: /status of 404/ },
);

test(
  'axe finds nothing on the desk, in the dark and in Russian',
  async ({ page, url }) => {
    await register(page, url);
    const system = { kind: 'swiss', rounds: 3, initial: 'w', accelerated: false };
    const texts = { place: '', dates: '', timeControl: '', arbiter: '' };
    const settings = {
      name: 'Швейцарка',
      variant: 'glinski',
      system,
      tieBreaks: ['BH'],
      bye: 4,
      quarters: true,
      ...texts,
    };
    const { id } = await ask(page, url, 'tournaments', settings);
    const send = (/** @type {object} */ command) => ask(page, url, `tournaments/${id}/commands`, { command });
    await page.goto(`/ru/tournament/${id}?tab=players`);
    await page.getByRole('button', { name: 'Список участников' }).click();
    await page.getByLabel('Список участников', { exact: true }).fill('Анна;1900\nБорис;1800\nВера;1700\n;1600');
    await page.getByText('Нет имени.').waitFor();
    await check(page, 'the list');
    const stored = page.waitForResponse((answer) => answer.url().endsWith('/commands') && answer.ok());
    await page.getByRole('button', { name: 'Внести 3 участников' }).click();
    await page.getByRole('rowheader', { name: 'Вера' }).waitFor();
    // The desk shows the players before the server has them.
    await stored;
    await send({ kind: 'forbid', players: [0, 1], forbidden: true });
    await send({ kind: 'pair' });
    for (const tab of ['players', '1', 'settings', 'log']) {
      await page.goto(`/ru/tournament/${id}?tab=${tab}`);
      await page
        .getByRole('tabpanel')
        .getByRole(tab === 'log' ? 'listitem' : 'button')
        .first()
        .waitFor();
      await check(page, tab);
    }
    await page.goto(`/ru/tournament/${id}?tab=1`);
    await page.getByRole('button', { name: 'Изменить пары' }).click();
    await check(page, 'pairing by hand');
  },
  { colorScheme: 'dark', chromiumOnly: 'a page cannot be given a colour scheme over WebDriver BiDi' },
);

for (const [recorded, count, length] of /** @type {const} */ ([
  ['Tournament 26', 60, 11],
  ['Tournament 19', 26, 9],
])) {
  test(
    `a recorded Swiss of ${count} players and ${length} rounds, typed through the page, has its pairings and its points`,
    async ({ page, url }) => {
      const { players, rounds, initial } = recordedTournament(await readFile(REPORTS, 'utf8'), recorded);
      assert.deepEqual([players.length, rounds.length], [count, length]);
      await register(page, url);
      await createTournament(page, { name: 'Recorded', rounds: rounds.length, initial });
      await page.getByRole('button', { name: 'List of players' }).click();
      await page
        .getByLabel('List of players', { exact: true })
        .fill(players.map(({ name, rating }) => `${name} ${rating}`).join('\n'));
      await page.getByRole('button', { name: `Enter ${players.length} players` }).click();
      await page.getByRole('button', { name: 'Pair round 1' }).click();

      for (const [index, games] of rounds.entries()) {
        const round = index + 1;
        const pairs = await pairsShown(page, round);
        assert.deepEqual(
          pairs.map((pair) => pair.join(' – ')).toSorted(),
          games.map(({ white, black }) => `${white} – ${black}`).toSorted(),
          `round ${round}`,
        );
        await page.locator('[role=row]:focus').waitFor();
        for (const [white] of pairs) {
          const key = games.find((game) => game.white === white)?.key;
          assert.ok(key, `round ${round}: ${white}`);
          await page.keyboard.press(key);
        }
        await saved(page, games.length);
        if (round === rounds.length) break;
        await page.keyboard.press('p');
        // The results are sent one after the other before the round is paired.
        await page.getByRole('tab', { name: `Round ${round + 1}`, selected: true }).waitFor({ timeout: 30_000 });
      }
      await page.getByRole('button', { name: 'Finish the tournament' }).click();
      await page.getByText('The tournament has ended.').waitFor();

      await page.getByRole('tab', { name: 'Standings' }).click();
      await page.getByRole('rowheader').first().waitFor();
      const table = page.getByRole('table').first();
      const column = (await table.locator('thead th').allTextContents()).indexOf('Points');
      const rows = await table
        .locator('tbody tr')
        .evaluateAll(
          (all, at) =>
            all.map((row) => [/Player \d+/.exec(row.textContent)?.[0] ?? '', row.children[at]?.textContent ?? '']),
          column,
        );
      const points = new Map(players.map((player) => [player.name, player.points]));
      assert.deepEqual(rows.map(([name]) => name).toSorted(), [...points.keys()].toSorted());
      for (const [name = '', shown] of rows) assert.equal(shown?.trim(), points.get(name), name);
    },
    { seconds: 400 },
  );
}
