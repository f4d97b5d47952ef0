/** Tests of the library: stored games and analyses, and the actions on them. */

import assert from 'node:assert/strict';
import { loadRecord, mainLine, openAnalysis, play } from './analysis.mjs';
import { test } from './harness.mjs';
import { choose, loadFen, move, moves, open, pieceAt, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Waits until the game or the analysis has its address and is written.
 * @param {Page} page
 * @param {'game' | 'analysis'} kind
 */
async function kept(page, kind) {
  await page.waitForURL(new RegExp(`/${kind}/[A-Z]`));
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  // A change is written 300 ms after it.
  await page.waitForTimeout(400);
  return id;
}

/** Goes to the library by its link. @param {Page} page */
async function openLibrary(page) {
  await page.getByRole('navigation', { name: 'Main' }).locator('a[href$="/library"]').click();
  await page.locator('[data-entry]').first().waitFor();
}

/** @param {Page} page @param {string} id */
const entry = (page, id) => page.locator(`[data-entry="${id}"]`);

/**
 * Returns the ids of the listed entries, from the top.
 * @param {Page} page
 */
function listed(page) {
  return page
    .locator('[data-entry]')
    .evaluateAll((entries) => entries.map((one) => one.getAttribute('data-entry') ?? ''));
}

/**
 * Waits until these entries are listed in this order.
 * @param {Page} page @param {string[]} ids
 */
async function listIs(page, ids) {
  await page
    .waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('[data-entry]')].map((one) => one.getAttribute('data-entry')).join() === wanted,
      ids.join(),
    )
    .catch(() => undefined);
  assert.deepEqual(await listed(page), ids);
}

/**
 * Chooses the filter of the list.
 * @param {Page} page @param {string} value
 */
async function filter(page, value) {
  await page.locator('label', { has: page.locator(`input[name=filter][value=${value}]`) }).click();
}

/**
 * Stores a game of one move and an analysis of two; the latter is the last change.
 * @param {Page} page
 */
async function keepTwo(page) {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  const game = await kept(page, 'game');
  await openAnalysis(page, { local: true });
  await play(page, 'd2d4');
  await play(page, 'e9e6');
  const analysis = await kept(page, 'analysis');
  return { game, analysis };
}

test('a game and an analysis are listed with names and small boards, and opened again', async ({ page }) => {
  const { game, analysis } = await keepTwo(page);
  await openLibrary(page);
  await listIs(page, [analysis, game]);
  await entry(page, game).getByRole('heading', { name: 'Two players, one board' }).waitFor();
  await entry(page, analysis).getByRole('heading', { name: 'Analysis' }).waitFor();
  // The small boards show the last positions: 36 pieces, one of them a pawn that has moved.
  for (const id of [game, analysis]) {
    await entry(page, id).locator('.board svg').waitFor();
    assert.equal(await entry(page, id).getByText('1 move', { exact: true }).count(), 1);
  }
  const picture = (/** @type {string} */ id) => entry(page, id).locator('.board').innerHTML();
  assert.notEqual(await picture(game), await picture(analysis));
  await entry(page, game).getByRole('link').click();
  await statusIs(page, 'Black to move.');
  assert.equal(new URL(page.url()).pathname, `/game/${game}`);
  assert.deepEqual(await moves(page), ['e5']);
  await move(page, 'e9e6');
  await page.waitForTimeout(400);
  // The last changed entry comes first.
  await openLibrary(page);
  await listIs(page, [game, analysis]);
  await entry(page, analysis).getByRole('link').click();
  await page.waitForURL(`**/analysis/${analysis}`);
  await page.locator('.moves [data-node]').first().waitFor();
  assert.deepEqual(await mainLine(page), ['d4', 'e6']);
  // Both addresses open their entries at the next visit, too.
  await page.goto(`/game/${game}`);
  await statusIs(page, 'White to move.');
  assert.deepEqual(await moves(page), ['e5', 'e6']);
  assert.equal(await pieceAt(page, 'e6'), 'p');
});

test('an entry is renamed, or keeps its name with Escape, and a reload shows it', async ({ page }) => {
  const { game, analysis } = await keepTwo(page);
  await openLibrary(page);
  await entry(page, game)
    .getByRole('button', { name: /^Name and tags of/ })
    .click();
  await page.keyboard.type('Sunday');
  await page.keyboard.press('Enter');
  await entry(page, game).getByRole('heading', { name: 'Sunday' }).waitFor();
  await entry(page, analysis)
    .getByRole('button', { name: /^Name and tags of/ })
    .click();
  await page.keyboard.type('Nothing');
  await page.keyboard.press('Escape');
  await entry(page, analysis).getByRole('heading', { name: 'Analysis' }).waitFor();
  await page.reload();
  await entry(page, game).getByRole('heading', { name: 'Sunday' }).waitFor();
  await entry(page, analysis).getByRole('heading', { name: 'Analysis' }).waitFor();
  // Renaming does not change the order.
  await listIs(page, [analysis, game]);
});

test('entries have tags, by which they are found; several get one at once', async ({ page }) => {
  const { game, analysis } = await keepTwo(page);
  await openLibrary(page);
  await entry(page, game)
    .getByRole('button', { name: /^Name and tags of/ })
    .click();
  await page.getByLabel('Tags, with commas between').fill('Club, endgame ,club');
  await page.keyboard.press('Enter');
  const given = (/** @type {string} */ id) => entry(page, id).getByRole('list', { name: 'Tags' }).getByRole('button');
  await given(game).nth(1).waitFor();
  assert.deepEqual(await given(game).allInnerTexts(), ['#Club', '#endgame']);
  await page.reload();
  await given(game).first().click();
  await listIs(page, [game]);
  await page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: '#Club', pressed: true }).click();
  await listIs(page, [analysis, game]);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByLabel('Tags, with commas between').fill('May');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await given(analysis).first().waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(await given(analysis).allInnerTexts(), ['#May']);
  await page.getByRole('searchbox').fill('#may');
  await listIs(page, [analysis, game]);
});

test('the list is narrowed, and what is removed comes back at once, or from the list of what was removed', async ({
  page,
}) => {
  const { game, analysis } = await keepTwo(page);
  await openLibrary(page);
  for (const [value, ids] of /** @type {const} */ ([
    ['game', [game]],
    ['analysis', [analysis]],
    ['removed', []],
    ['all', [analysis, game]],
  ])) {
    await filter(page, value);
    await listIs(page, [...ids]);
    const label = page.locator('label', { has: page.locator(`input[name=filter][value=${value}]`) });
    assert.equal(await label.locator('.count').innerText(), String(ids.length), value);
  }
  await entry(page, game)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await listIs(page, [analysis]);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await listIs(page, [analysis, game]);
  await entry(page, analysis)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await listIs(page, [game]);
  await page.reload();
  await listIs(page, [game]);
  await filter(page, 'removed');
  await listIs(page, [analysis]);
  assert.equal(await entry(page, analysis).getByRole('link').count(), 0);
  await entry(page, analysis)
    .getByRole('button', { name: /^Restore/ })
    .click();
  await listIs(page, []);
  await filter(page, 'all');
  await listIs(page, [analysis, game]);
});

test('another variant, a loaded record and a game to be analysed leave the former analyses in the library', async ({
  page,
}) => {
  await openAnalysis(page, { local: true });
  await play(page, 'e2e5');
  const first = await kept(page, 'analysis');
  await page.getByLabel('Game', { exact: true }).selectOption('glinski');
  await page.locator('[data-variant=glinski]').waitFor();
  await play(page, 'b1b2');
  const second = await kept(page, 'analysis');
  await loadRecord(page, '[Variant "Shafran"]\n\n1. d4 e6 *\n');
  await page.locator('[data-variant=shafran]').waitFor();
  const third = await kept(page, 'analysis');
  await open(page, '/');
  await start(page, { variant: 'shafran', opponent: 'friend' });
  await move(page, 'g4g5');
  const game = await kept(page, 'game');
  await choose(page, 'Analyse');
  await page.locator('.moves [data-node]').first().waitFor();
  const fourth = await kept(page, 'analysis');
  assert.equal(new Set([first, second, third, fourth]).size, 4);
  await openLibrary(page);
  assert.deepEqual(new Set(await listed(page)), new Set([first, second, third, fourth, game]));
  await entry(page, first).getByRole('link').click();
  await page.locator('[data-variant=shafran]').waitFor();
  assert.deepEqual(await mainLine(page), ['e5']);
  await page.goto(`/analysis/${second}`);
  await page.locator('[data-variant=glinski]').waitFor();
  assert.equal(await pieceAt(page, 'b2'), 'P');
});

test('a position that is loaded leaves the former game in the library', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  const first = await kept(page, 'game');
  await loadFen(page, '1/3/5/1Q5/9/11/11/11/K10/11/k10 w - - 0 1', 'glinski');
  await page.waitForURL((url) => !url.pathname.endsWith(first));
  const second = await kept(page, 'game');
  await openLibrary(page);
  await listIs(page, [second, first]);
});

test('entries are found by words, selected, removed together and all brought back', async ({ page }) => {
  const { game, analysis } = await keepTwo(page);
  await openLibrary(page);
  const search = page.getByRole('searchbox');
  await search.fill('two players');
  await listIs(page, [game]);
  await search.fill('nothing like this');
  await page.getByText('Nothing with these words.').waitFor();
  await search.fill('');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await entry(page, game).locator('label').click();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('2 removed').waitFor();
  await listIs(page, []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await listIs(page, [analysis, game]);
  // Escape ends the selection.
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('checkbox').count(), 0);
});

test('addresses of games and analyses that are not here say so', async ({ page }) => {
  for (const path of ['/game/Aaaaaaaaaaaa', '/analysis/Aaaaaaaaaaaa']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'There is no such game here' }).waitFor();
  }
  await page.locator('main a[href$="/library"]').click();
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
});
