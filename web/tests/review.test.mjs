import assert from 'node:assert/strict';
import { BLUNDERS, graph, loadRecord, mainLine, openAnalysis, play, review, setEngine, shown } from './analysis.mjs';
import { PHONE, tap, tapAt, test } from './harness.mjs';
import { cell, choose, move, moves, piecesAre, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SLOW = { seconds: 120 };

/** Loads the game of the blunders, and reviews it. @param {Page} page */
async function reviewed(page) {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await loadRecord(page, BLUNDERS);
  await review(page);
}

/**
 * Waits for the text of the exercise's stage.
 * @param {Page} page @param {string} stage
 */
async function stageIs(page, stage) {
  await page.locator(`.retry [data-stage="${stage}"]`).waitFor({ timeout: 20_000 });
}

test(
  'one goes from mistake to mistake by buttons and keys, of both sides or of one',
  async ({ page }) => {
    await reviewed(page);
    const next = page.getByRole('button', { name: 'Next mistake' });
    await next.click();
    assert.equal(await shown(page), 'Qxh9');
    await page.keyboard.press('.');
    assert.equal(await shown(page), 'e6');
    await page.keyboard.press(',');
    assert.equal(await shown(page), 'Qxh9');
    await page.getByRole('button', { name: 'Previous mistake' }).click();
    assert.ok(['e6', 'e5', 'Nc4'].includes((await shown(page)) ?? ''), 'round the start');
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('group', { name: 'Mistakes of' }).getByText('White').click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.keyboard.press('Home');
    await next.click();
    assert.equal(await shown(page), 'Qxh9');
    await next.click();
    assert.notEqual(await shown(page), 'e6', 'that is Black’s');
    // A number of the table steps to the next mistake of its kind.
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.keyboard.press('Home');
    await page
      .getByRole('row', { name: /Blunders/ })
      .getByRole('button')
      .first()
      .click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    assert.equal(await shown(page), 'Qxh9');
  },
  SLOW,
);

test(
  'one learns from the mistakes: tries, solution, summary',
  async ({ page }) => {
    await reviewed(page);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: /^Learn from Black’s mistakes/ }).click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    const panel = page.getByRole('region', { name: 'Learn from mistakes' });
    await panel.getByText('1… e6?? was played.').waitFor();
    assert.equal(await page.locator('.engine').count(), 0, 'the engine keeps its lines to itself');
    assert.equal(await shown(page), 'Qxh9');
    const before = await page.locator('.moves button').count();
    // The move of the game, a bad one, a good one.
    await cell(page, 'e9').click();
    await cell(page, 'e6').click();
    await panel.getByText('e6 is the move that was played.').waitFor();
    await cell(page, 'a5').click();
    await page.locator('[data-target]').first().click({ force: true });
    await panel.getByText(/no better than the move played|but there is a stronger one/).waitFor({ timeout: 20_000 });
    assert.equal(await shown(page), 'Qxh9', 'the position is there again');
    assert.equal(await page.locator('.moves button').count(), before, 'what was wrong is not written down');
    await panel.getByRole('button', { name: 'Show the solution' }).click();
    await stageIs(page, 'shown');
    assert.match(await panel.innerText(), /Better was 1… \S*xh9/);
    await page.getByRole('listitem', { name: 'Side lines' }).waitFor();
    // Through the rest without trying.
    for (let tasks = 0; tasks < 5; tasks++) {
      if ((await panel.getByText(/^Solved: 0 of \d\.$/).count()) > 0) break;
      await panel.getByRole('button', { name: /^(Continue|Finish|Skip)$/ }).click();
    }
    await panel.getByText(/^Solved: 0 of \d\.$/).waitFor();
    await panel.getByRole('button', { name: 'Try once more' }).click();
    // This time with the capture.
    await panel.getByText('1… e6?? was played.').waitFor();
    await cell(page, 'g10').click();
    await cell(page, 'h9').click();
    await stageIs(page, 'solved');
    await panel.getByRole('button', { name: 'Stop learning' }).click();
    await page.getByRole('switch', { name: 'Engine' }).waitFor();
  },
  SLOW,
);

test(
  'the mistakes of reviewed games are collected, and put right one after another',
  async ({ page }) => {
    await page.goto('/mistakes');
    await page.getByText('No mistakes here yet').waitFor();
    await reviewed(page);
    // The side at the bottom is the visitor's.
    await page.keyboard.press('t');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Puzzles' }).click();
    await page.getByRole('link', { name: 'Your own mistakes' }).click();
    await page.getByRole('heading', { name: 'This week' }).waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'put right' });
    assert.match(await card.innerText(), /0 of [2-9] put right/);
    await card.getByRole('link').click();
    const panel = page.getByRole('region', { name: 'Learn from mistakes' });
    await panel.getByText('1… e6?? was played.').waitFor();
    await cell(page, 'g10').click();
    await cell(page, 'h9').click();
    await stageIs(page, 'solved');
    await page.goto('/mistakes');
    await card.filter({ hasText: /1 of [2-9] put right/ }).waitFor();
    await card.getByRole('link').click();
    await stageIs(page, 'asks');
    assert.notEqual(await shown(page), 'Qxh9', 'the first one is done');
  },
  SLOW,
);

test(
  'learning waits while another position is looked at, and works with the keyboard',
  async ({ page }) => {
    await reviewed(page);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: /^Learn from White’s mistakes/ }).focus();
    await page.keyboard.press('Enter');
    await stageIs(page, 'asks');
    await page.keyboard.press('End');
    await stageIs(page, 'away');
    await page.getByRole('button', { name: 'Back to the task' }).focus();
    await page.keyboard.press('Enter');
    await stageIs(page, 'asks');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Show the solution');
    await page.keyboard.press('Enter');
    await stageIs(page, 'shown');
    assert.match((await page.evaluate(() => document.activeElement?.textContent?.trim())) ?? '', /^(Continue|Finish)$/);
  },
  SLOW,
);

test(
  'the graph names moves and phases under the pointer, and is dragged along',
  async ({ page }) => {
    await reviewed(page);
    const box = await graph(page).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 4, box.y + 10);
    const tip = page.locator('.tip');
    await tip.getByText(/^3\. Nc4, [+-]?\d+\.\d\d.*opening$/).waitFor();
    await page.mouse.move(box.x + 4, box.y + 10);
    await tip.getByText(/^the start/).waitFor();
    assert.equal(await shown(page), null, 'looking changes nothing');
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.move(box.x + box.width - 4, box.y + 10);
    await page.mouse.up();
    assert.equal(await shown(page), 'Nc4');
    await page.mouse.move(10, 10);
    await tip.waitFor({ state: 'detached' });
    assert.match((await graph(page).getAttribute('aria-valuetext')) ?? '', /^3\. Nc4, .*opening$/);
  },
  SLOW,
);

test(
  'in Russian, numbers have a comma, also percentages',
  async ({ page }) => {
    await openAnalysis(page);
    await loadRecord(page, BLUNDERS);
    await review(page);
    await page.goto('/ru' + new URL(page.url()).pathname);
    await page.locator('[data-tab=review]').click();
    const row = await page.locator('[data-row=accuracy] td').allInnerTexts();
    for (const text of row) assert.match(text, /^(\d+(,\d)?)\s?%$/);
    assert.ok(row.some((text) => text.includes(',')) || row.every((text) => !text.includes('.')), row.join());
    await page.locator('[data-tab=moves]').click();
    assert.match(await page.locator('.moves .eval').first().innerText(), /[+-]\d+,\d\d/);
    await page.locator('.lines .eval').first().waitFor({ timeout: 20_000 });
    assert.match(await page.locator('.lines .eval').first().innerText(), /^[+-]?\d+,\d\d$/);
    await page
      .locator('.status')
      .getByText(/глубина \d+/)
      .waitFor();
  },
  SLOW,
);

for (const opponent of /** @type {const} */ (['computer', 'friend'])) {
  test(`the analysis is played on from a position (${opponent})`, async ({ page }) => {
    await openAnalysis(page);
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    for (const uci of ['e2e5', 'e9e6', 'b1c4']) await play(page, uci);
    await page.keyboard.press('ArrowLeft');
    await choose(page, opponent === 'computer' ? 'Play on against the computer' : 'Play on with a friend here');
    await page.waitForURL(/\/game\//);
    await page.getByRole('group', { name: 'Game actions' }).waitFor();
    assert.deepEqual(await page.locator('[data-ply]').allTextContents(), ['e5', 'e6']);
    await piecesAre(page, { e5: 'P', e6: 'p', b1: 'N' });
    await statusIs(page, opponent === 'computer' ? /Your move|White to move/ : 'White to move.');
    // The analysis is still there.
    await page.goBack();
    await page.locator('[data-ply="3"]').waitFor();
  });
}

test('an analysis is reset, and that can be undone', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await loadRecord(page, '[Variant "Shafran"]\n\n1. e5 e6 2. Nc4 *\n');
  await page.locator('.panel [aria-haspopup=menu]').first().click();
  const item = page.getByRole('menuitem', { name: 'Reset the analysis' });
  assert.equal(await item.getAttribute('aria-disabled'), 'true', 'there is nothing to reset');
  await page.keyboard.press('Escape');
  await page.locator('[data-ply="2"]').click();
  await play(page, 'd2d3');
  const side = page.getByRole('listitem', { name: 'Side lines' });
  await side.waitFor();
  await choose(page, 'Reset the analysis');
  await side.waitFor({ state: 'detached' });
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
  await page.getByText('Begun again.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await side.waitFor();
  await page.getByText('Begun again.').waitFor({ state: 'detached' });
  // Without undoing, the previous analysis is in the library.
  await choose(page, 'Reset the analysis');
  await side.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' }).click();
  await page.waitForFunction(() => document.querySelectorAll('main a[href^="/analysis/"]').length >= 2);
});

test(
  'with five lines and a review the panel fits into 1366x700',
  async ({ page }) => {
    await openAnalysis(page);
    await setEngine(page, 'Lines', '5');
    await loadRecord(
      page,
      '[Variant "Shafran"]\n\n1. g6 Bf8 2. Bh6 Bg7 3. f5 Bxh6 4. Nxh6 b5 5. Kf2 h8 6. Be5 f7 7. Nd4 c6 8. gxh8 gxh8 9. Bf4 *\n',
    );
    await review(page);
    await page.keyboard.press('.');
    const list = await page.locator('section.moves').boundingBox();
    const row = await page.locator('section.moves .row').first().boundingBox();
    assert.ok(list && row && list.height / row.height >= 7.5, `${list?.height} / ${row?.height}`);
    for (const part of ['.engine', '[role=tablist]', '.graph', '.panel .buttons']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 700, part);
    }
  },
  { ...SLOW, viewport: { width: 1366, height: 700 } },
);

test(
  'on a phone the graph is next to the board, and a finger goes along it',
  async ({ page }) => {
    await reviewed(page);
    const board = await page.locator('.stage svg.sfb-svg').boundingBox();
    const line = await graph(page).boundingBox();
    assert.ok(board && line && line.y - (board.y + board.height) < 40, 'right below the board');
    await tapAt(page, line.x + line.width - 4, line.y + 10);
    assert.equal(await shown(page), 'Nc4');
    await tap(page.getByRole('button', { name: 'Previous mistake' }));
    assert.notEqual(await shown(page), 'Nc4');
    assert.equal(await page.evaluate(() => scrollY), 0);
    const after = await page.locator('.stage svg.sfb-svg').boundingBox();
    assert.deepEqual(after, board);
  },
  { ...SLOW, ...PHONE },
);

/** Plays a game of two at one screen with mistakes, and lets White resign. @param {Page} page */
async function playToTheEnd(page) {
  await start(page, { opponent: 'friend' });
  for (const uci of ['e2e5', 'e9e6', 'b1c4', 'c8b5', 'c1d3', 'g10f8', 'g3h6', 'd9e8']) await move(page, uci);
  await page.locator('.actions').getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog .button.primary').click();
}

test(
  'the end of a game shows its curve, accuracy and turn by itself, and the analysis takes the review over',
  async ({ page }) => {
    await playToTheEnd(page);
    const report = page.getByRole('region', { name: 'How the game went' });
    await report
      .getByRole('img', { name: /^Curve of the evaluation\. Accuracy: White \d+\s?%/ })
      .waitFor({ timeout: 60_000 });
    await report.getByRole('heading', { name: /^Black: Nb5\?\?$/ }).waitFor();
    await report.getByText('The turn, move 2').waitFor();
    await report.getByText(/Better was \S+\. .* became \+/).waitFor();
    await report.getByRole('button', { name: 'Show this position' }).click();
    await piecesAre(page, { b5: 'n', c8: null });
    await report.getByRole('heading', { name: /Nb5/ }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    // No second review of the same game.
    await page.locator('.review table').waitFor();
    await graph(page).waitFor();
    await page.goBack();
    await report.getByRole('button', { name: 'Play on from here' }).click();
    await statusIs(page, 'Black to move.');
    assert.deepEqual(await moves(page), ['e5', 'e6', 'Nc4']);
  },
  SLOW,
);

test(
  'a game is not reviewed by itself if its players do not want it; a review can be stopped and goes on in the analysis',
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('saffron.settings', JSON.stringify({ reviewGames: false })));
    await playToTheEnd(page);
    const report = page.getByRole('region', { name: 'How the game went' });
    await report.getByRole('button', { name: 'See how the game went' }).click();
    await report.getByRole('button', { name: 'Stop' }).click();
    await report.getByRole('button', { name: 'See how the game went' }).waitFor();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.locator('.review .progress, .review table').first().waitFor();
  },
  SLOW,
);
