/** Solving contests. */

import assert from 'node:assert/strict';
import { setContest, shortContest, solutionOf } from './contests.mjs';
import { test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { clickMove, open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';

/** Registers an account and returns its name. @param {Page} page @param {string} url @param {string} name */
async function register(page, url, name) {
  const unique = `${name}${Date.now().toString(36).slice(-6)}`;
  await ask(page, url, 'account/register', { name: unique, password: PASSWORD });
  return unique;
}

/**
 * Answers one puzzle after another of the round on the board, each by one move.
 * @param {Page} page @param {string} url @param {string} id
 */
async function solveOnBoard(page, url, id) {
  const own = (await (await page.context().request.get(`${url}/api/contests/${id}`)).json()).own[0];
  for (const { fen } of own.puzzles) {
    // The opponent moves first.
    await page.locator('.players.bottom .toMove').waitFor();
    await clickMove(page, solutionOf('shafran', fen).at(-1) ?? '');
    await page.getByText('Solved.').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
  }
}

/** Plays a legal move of another piece than this move's. @param {Page} page @param {string} right */
async function playAnother(page, right) {
  const from = /^[a-l]\d+/.exec(right)?.[0];
  const cells = page.locator('[data-cell]');
  for (const cell of await cells.evaluateAll((all) => all.map((each) => each.getAttribute('data-cell')))) {
    if (cell === from) continue;
    await page.locator(`[data-cell="${cell}"]`).click();
    const target = page.locator('[data-target]').first();
    if ((await target.count()) === 0) continue;
    await page.locator(`[data-cell="${await target.getAttribute('data-target')}"]`).click();
    return;
  }
  throw new Error('no other piece can move');
}

test('a club sets a contest, members solve it, and the table has their points', async ({ page, url }) => {
  const anna = await register(page, url, 'Anna');
  await open(page, '/puzzles/shafran');
  await page.getByRole('link', { name: 'Solving contests' }).click();
  await page.getByRole('link', { name: 'Set a contest' }).first().click();
  await page.getByLabel('Name').fill(`Autumn of ${anna}`);
  await page.getByRole('button', { name: 'Remove round 2' }).click();
  await page.getByLabel('Puzzles').fill('2');
  await page.getByLabel('Theme').selectOption({ label: 'Mate in one' });
  await page.getByLabel('Difficulty from').selectOption('300');
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByRole('heading', { name: `Autumn of ${anna}` }).waitFor();
  const id = /\/contest\/(\w{10})$/.exec(page.url())?.[1] ?? '';
  assert.notEqual(id, '');
  await page.getByText('No one has begun yet.').waitFor();

  const member = await another(page, url);
  const boris = await register(member, url, 'Boris');
  await open(member, '/contests');
  await member.getByRole('link', { name: `Autumn of ${anna}` }).click();
  await member.getByRole('button', { name: 'Begin round 1' }).click();
  await member.waitForURL(`**/round/${id}-1`);
  await member.getByRole('heading', { name: /mates in one move/ }).waitFor();
  await solveOnBoard(member, url, id);
  await member.getByRole('link', { name: 'The contest' }).click();
  const row = member.getByRole('row', { name: new RegExp(boris) });
  await row.waitFor();
  assert.match(await row.innerText(), /^1\s+Boris\S*\s+(\d+)\s+\1\s+2\s+[\d:]+$/);

  // The organiser, who has not seen the puzzles, takes part, and fails.
  await page.getByRole('button', { name: 'Begin round 1' }).click();
  await page.locator('.players.bottom .toMove').waitFor();
  const own = (await (await page.context().request.get(`${url}/api/contests/${id}`)).json()).own[0];
  const solution = solutionOf('shafran', own.puzzles[0].fen).at(-1);
  await playAnother(page, solution ?? '');
  await page.getByText('was not it.').waitFor();
  await page.getByRole('button', { name: 'Puzzle 1, not solved' }).first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Puzzle 1, not solved' }).first().waitFor();
  await page.getByRole('link', { name: 'The contest' }).click();
  const second = page.getByRole('row', { name: new RegExp(anna) });
  await second.waitFor();
  assert.match(await second.innerText(), /^2\s+Anna\S*\s+0\s+0\s+0\s+–$/);
  await page.getByRole('link', { name: 'Continue round 1' }).waitFor();
});

test('a contest that is over shows its solutions, and is printed with the table', async ({ page, url }) => {
  const name = await register(page, url, 'Clara');
  const { id, over } = await shortContest(page, url, { name: `Seconds of ${name}` });
  await over;
  await page.goto(`/contest/${id}`);
  await page.getByText(/Over since/).waitFor();
  const solutions = page.getByRole('region', { name: 'Solutions' });
  assert.equal(await solutions.locator('li').count(), 2);
  await solutions.getByText('solved by 1 of 1').waitFor();
  await solutions.getByText('solved by 0 of 0').waitFor();
  assert.match(await solutions.locator('li p[translate=no]').first().innerText(), /^1[.…] \S+#$/);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['body > header', 'footer', 'main nav', '.ways']) {
    for (const element of await page.locator(hidden).all()) assert.ok(!(await element.isVisible()), hidden);
  }
  assert.ok(await page.getByRole('row', { name: new RegExp(name) }).isVisible());
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/contests');
  await page.getByRole('heading', { name: 'Over', exact: true }).waitFor();
  await page.getByRole('link', { name: `Seconds of ${name}` }).waitFor();
});

test(
  'without an account one sees a contest and is asked to sign in',
  async ({ page, url }) => {
    const organiser = await another(page, url);
    await register(organiser, url, 'Dora');
    const id = await setContest(organiser, url, { name: 'For members' });
    await open(page, `/contest/${id}`);
    await page.getByText('Take part with an account').waitFor();
    assert.equal(await page.getByRole('button', { name: /Begin/ }).count(), 0);
    await open(page, `/round/${id}-1`);
    await page.getByText('You have not begun this round.').waitFor();

    await open(organiser, `/contest/${id}`);
    await organiser.getByRole('button', { name: 'Remove the contest' }).click();
    await organiser.getByRole('dialog').getByRole('button', { name: 'Remove the contest' }).click();
    await organiser.waitForURL('**/contests');
    await page.goto(`/contest/${id}`);
    await page.getByText('There is no contest with this address.').waitFor();
  },
  { tolerate: /status of 404/ },
);
