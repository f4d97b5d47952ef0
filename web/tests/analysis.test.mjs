import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import {
  BLUNDERS,
  engineRuns,
  graph,
  lendNothing,
  lineMoves,
  lines,
  linesAre,
  loadRecord,
  mainLine,
  openAnalysis,
  play,
  review,
  setEngine,
  shown,
} from './analysis.mjs';
import { PHONE, smokeTest, tap, test } from './harness.mjs';
import { cell, choose, move, open, openTool, pieceAt, recordShown, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SLOW = { seconds: 90 };
const MINI = fileURLToPath(new URL('../../variants/mini-hexchess.toml', import.meta.url));

test(
  'a position is analysed by the engine of the server',
  async ({ page }) => {
    await openAnalysis(page);
    await engineRuns(page, 'server');
    await linesAre(page, 1);
    const line = (await lines(page).innerText()).replace(/\s+/g, ' ');
    assert.match(line, /^[+-]?\d+\.\d\d 1\. \S+/);
    const bar = await page.getByRole('img', { name: /^Evaluation: [+-]?\d/ }).count();
    assert.equal(bar, 1);
    const status = await page.locator('.engine [data-origin]').innerText();
    assert.match(status.replace(/\s+/g, ' '), /^depth \d+ .+ nodes\/s$/);
    await page.getByRole('button', { name: 'Engine settings' }).click();
    await page.getByText('Runs on the server').waitFor();
    assert.equal(await page.locator('.sfb-arrow').count(), 1, 'the best move is drawn');
  },
  SLOW,
);

smokeTest(
  'without an engine of the server the browser analyses, deeper and deeper',
  async ({ page }) => {
    await openAnalysis(page, { local: true });
    await engineRuns(page, 'browser');
    const depth = Number(await page.locator('.engine [data-depth]').getAttribute('data-depth'));
    await page.waitForFunction(
      (before) => Number(document.querySelector('.engine [data-depth]')?.getAttribute('data-depth')) > before,
      depth,
      { timeout: 30_000 },
    );
    await page.getByRole('button', { name: 'Engine settings' }).click();
    await page.getByText(/^Runs in the browser/).waitFor();
  },
  SLOW,
);

test(
  'the browser takes over when the server refuses',
  async ({ page }) => {
    await page.route('**/api/analysis', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { error: 'all 1 engines of this server are busy' } })
        : route.fulfill({ json: { searches: 1, seconds: 60 } }),
    );
    await openAnalysis(page);
    await engineRuns(page, 'browser');
    await linesAre(page, 1);
  },
  { ...SLOW, tolerate: /503/ },
);

test(
  'the browser takes over when the connection breaks',
  async ({ page }) => {
    await openAnalysis(page);
    await engineRuns(page, 'server');
    await page.route('**/api/analysis', (route) => route.abort());
    await play(page, 'e2e5');
    await engineRuns(page, 'browser');
    await linesAre(page, 1);
  },
  { ...SLOW, tolerate: /ERR_FAILED/ },
);

test('the opening book is looked into and played from', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('tab', { name: 'Book' }).click();
  const book = page.getByRole('region', { name: 'Opening book' });
  const first = book.getByRole('button').first();
  const san = await first.innerText();
  await first.click();
  // It continues with each attempt and reports the end.
  await page.waitForFunction((text) => {
    const answer = document.querySelector('.move-table button')?.textContent;
    return answer && answer.trim() !== text;
  }, san);
  await loadRecord(page, BLUNDERS);
  await page.keyboard.press('End');
  await book.getByText('This position is not in the opening book.').waitFor();
});

test(
  'the number of lines is chosen and kept, and a click plays a move',
  async ({ page }) => {
    await openAnalysis(page);
    await setEngine(page, 'Lines', '4');
    await linesAre(page, 4);
    await lineMoves(page, 1).first().click();
    await page.locator('[data-ply="1"]').waitFor();
    assert.equal((await mainLine(page)).length, 1);
    await linesAre(page, 4);
    assert.match(await lines(page).first().innerText(), /1…/);
    await page.reload();
    await linesAre(page, 4);
    assert.equal((await mainLine(page)).length, 1, 'the analysis is kept');
  },
  SLOW,
);

test(
  'the engine is switched off, and stays off',
  async ({ page }) => {
    await openAnalysis(page);
    await linesAre(page, 1);
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    await linesAre(page, 0);
    assert.equal(await page.locator('.sfb-arrow').count(), 0);
    await page.getByRole('img', { name: 'Evaluation: not known' }).waitFor();
    await page.reload();
    await page.getByRole('switch', { name: 'Engine', checked: false }).waitFor();
    await page.getByRole('switch', { name: 'Engine' }).check();
    await linesAre(page, 1);
  },
  SLOW,
);

test(
  'a page that nobody sees searches nothing',
  async ({ page }) => {
    await openAnalysis(page);
    await linesAre(page, 1);
    /** @param {boolean} hidden */
    const see = (hidden) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await see(true);
    await page.locator('.engine [data-searching="false"]').waitFor();
    await see(false);
    await page.locator('.engine [data-searching="true"]').waitFor();
    await linesAre(page, 1);
  },
  SLOW,
);

test('one goes to and fro by keys and buttons', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  for (const uci of ['e2e5', 'e9e6', 'b1c4']) await play(page, uci);
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
  // The focus is on the board from the clicks: the arrows belong to the moves all the same.
  await page.keyboard.press('ArrowLeft');
  assert.equal(await shown(page), 'e6');
  assert.equal(await pieceAt(page, 'c4'), null);
  await page.keyboard.press('Home');
  assert.equal(await shown(page), null);
  await page.keyboard.press('ArrowRight');
  assert.equal(await shown(page), 'e5');
  await page.keyboard.press('End');
  assert.equal(await shown(page), 'Nc4');
  await page.getByRole('button', { name: 'One move back' }).click();
  assert.equal(await shown(page), 'e6');
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'One move forward' }).click();
  assert.equal(await shown(page), 'e5');
  await page.getByRole('button', { name: 'To the last move' }).click();
  assert.equal(await shown(page), 'Nc4');
  await page.locator('[data-ply="1"]').click();
  await page.keyboard.press('ArrowRight');
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('data-ply')),
    '2',
    'the focus goes along',
  );
});

test('the list of the moves follows the moment that is shown', async ({ page }) => {
  const shuffle = Array.from({ length: 20 }, (_, index) => `${2 * index + 1}. Nc4 Ng7 ${2 * index + 2}. Nb1 Nh10`);
  const record = `[Variant "Shafran"]\n\n${shuffle.join(' ')} *\n`;
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await loadRecord(page, record);
  await follows(page, 80);
  await open(page);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await start(page, { opponent: 'friend' });
  await loadRecord(page, record);
  await follows(page, 80);
});

/**
 * Checks that the first and the last move of the list are visible when shown.
 * @param {Page} page @param {number} last
 */
async function follows(page, last) {
  for (const [name, ply] of [
    ['To the last move', last],
    ['One move back', last - 1],
    ['To the start', 1],
  ]) {
    // The level is already at this end: the button shows so and does nothing.
    await page.getByRole('button', { name: `${name}` }).click({ force: true });
    await page.waitForFunction((number) => {
      const list = document.querySelector('.moves .rows')?.getBoundingClientRect();
      const button = document.querySelector(`[data-ply="${number}"]`)?.getBoundingClientRect();
      return list && button && button.top >= list.top - 1 && button.bottom <= list.bottom + 1;
    }, ply);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays where it is');
  }
}

test('with the keyboard on the board, the arrows walk over it', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  // Past the menu, the choice of the variant and the handle of the board.
  const onBoard = () => page.evaluate(() => document.activeElement?.hasAttribute('data-cell') === true);
  for (let presses = 0; presses < 6 && !(await onBoard()); presses++) await page.keyboard.press('Shift+Tab');
  assert.equal(await onBoard(), true);
  await page.keyboard.type('e2');
  await page.keyboard.press('Enter');
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.locator('[data-ply="1"]').waitFor();
  assert.deepEqual(await mainLine(page), ['e5']);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await shown(page), 'e5');
});

test('another move begins a side line and leaves the game alone', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await loadRecord(page, '[Variant "Shafran"]\n\n1. e5 e6 2. Nc4 *\n');
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
  await page.locator('[data-ply="1"]').click();
  await play(page, 'e9e8');
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
  const side = page.getByRole('listitem', { name: 'Side lines' });
  assert.match((await side.innerText()).replace(/\s+/g, ' '), /^1… ?e8$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  assert.equal(await shown(page), 'e6', 'forward goes on with the game');
  await page.getByRole('button', { name: 'Edit the move' }).click();
  const remove = page.getByRole('menuitem', { name: 'Delete from here' });
  assert.equal(await remove.getAttribute('aria-disabled'), 'true', 'the moves of the game stay');
  await page.keyboard.press('Escape');
  await side.getByRole('button').click();
  await page.getByRole('button', { name: 'Edit the move' }).click();
  await page.getByRole('menuitem', { name: 'Delete from here' }).click();
  await side.waitFor({ state: 'detached' });
  assert.equal(await shown(page), 'e5');
});

test('side lines come with a record, and are copied with it', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await loadRecord(page, '[Variant "Shafran"]\n\n1. e5 (1. e4 e6 (1... e8)) 1... e6 2. Nc4 *\n');
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
  const side = page.getByRole('listitem', { name: 'Side lines' });
  assert.equal((await side.innerText()).replace(/\s+/g, ''), '1.e4e6(1…e8)');
  await page.locator('[data-ply="2"]').click();
  await play(page, 'd2d3');
  const text = await recordShown(page);
  assert.ok(text.endsWith('\n\n1. e5 (1. e4 e6 (1... e8)) 1... e6 2. Nc4 (2. d3) *\n'), text);
});

test('a game is taken from play to analysis and continues afterwards', async ({ page }) => {
  await start(page, { opponent: 'friend', variant: 'glinski' });
  for (const uci of ['f5f6', 'e7e6', 'f6e6']) await move(page, uci);
  await choose(page, 'Flip board');
  await choose(page, 'Analyse');
  await page.getByRole('heading', { level: 1, name: 'Analysis' }).waitFor();
  assert.equal(await page.getByLabel('Game', { exact: true }).inputValue(), 'glinski');
  assert.equal((await mainLine(page)).length, 3);
  assert.equal(await shown(page), (await mainLine(page))[2]);
  const [king, queen] = [await cell(page, 'f1').boundingBox(), await cell(page, 'f11').boundingBox()];
  assert.ok(king && queen && king.y < queen.y, 'Black is below, as in the game');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Play' }).click();
  await statusIs(page, 'Black to move.');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await choose(page, 'Analyse');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).waitFor();
  // Black has resigned, and the record still says so.
  const text = await recordShown(page);
  assert.match(text, /\[Result "1-0"\][^]* 1-0\n$/);
});

test('variations stay when the analysed game continues', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  for (const uci of ['e2e5', 'e9e6']) await move(page, uci);
  await choose(page, 'Analyse');
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await page.locator('[data-ply="1"]').click();
  await play(page, 'e9e8');
  const side = page.getByRole('listitem', { name: 'Side lines' });
  await side.waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Play' }).click();
  await move(page, 'b1c4');
  await choose(page, 'Analyse');
  await side.getByText('e8').waitFor();
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
  assert.equal(await shown(page), 'Nc4');
});

test('a position is pasted, and a bad one is refused in place', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await choose(page, 'Load a position or game');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('FEN of the position shown');
  await field.fill('nonsense');
  await dialog.getByRole('button', { name: 'Load position' }).click();
  await dialog.getByText('This position cannot be loaded.').waitFor();
  await field.fill('k4/6/7/8/9/8R/8/7/6/R3K b QB - 0 1');
  await dialog.getByRole('button', { name: 'Load position' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await pieceAt(page, 'e1'), 'K');
  await cell(page, 'e10').click();
  await page.locator('[data-target]').first().click({ force: true });
  await page.locator('[data-ply="1"]').waitFor();
  assert.match((await page.locator('.moves .row').innerText()).replace(/\s+/g, ' '), /^1 … K\S+$/);
});

test('another variant begins a new analysis, and the one before is kept', async ({ page }) => {
  await openAnalysis(page);
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  const variant = page.getByLabel('Game', { exact: true });
  await variant.selectOption('brusky');
  await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 84);
  await variant.selectOption('shafran');
  await play(page, 'e2e5');
  await variant.selectOption('glinski');
  await cell(page, 'f11').waitFor();
  assert.deepEqual(await mainLine(page), []);
  // The previous analysis is in the library.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' }).click();
  await page.locator('main a[href^="/analysis/"]').first().click();
  await page.waitForURL(/\/analysis\/[A-Z]/);
  await page.locator('[data-ply="1"]').waitFor();
  assert.deepEqual(await mainLine(page), ['e5']);
});

test(
  'a variant of one’s own is analysed in the browser',
  async ({ page }) => {
    await open(page);
    await openTool(page, 'Variants');
    await page.locator('input[type=file]').setInputFiles(MINI);
    await page.locator('.answers p').waitFor();
    await openTool(page, 'Analysis');
    await page.getByLabel('Game', { exact: true }).selectOption('mini');
    await engineRuns(page, 'browser');
    await page.getByLabel('Game', { exact: true }).selectOption('shafran');
    await engineRuns(page, 'server');
  },
  SLOW,
);

smokeTest(
  'a game is reviewed: marks, accuracy, graph and better lines',
  async ({ page }) => {
    await openAnalysis(page);
    await loadRecord(page, BLUNDERS);
    await review(page);
    const queen = page.getByRole('button', { name: /^Qxh9.*blunder/ });
    assert.match((await queen.innerText()).replace(/\s+/g, ' '), /^Qxh9 ?\?\? ?, blunder ?, -\d+\.\d\d$/);
    await page.getByRole('tab', { name: 'Review' }).click();
    const table = page.getByRole('table');
    const blunders = await table
      .getByRole('row', { name: /Blunders/ })
      .getByRole('cell')
      .allInnerTexts();
    assert.ok(Number(blunders[0]) >= 1 && Number(blunders[1]) >= 1, blunders.join());
    const accuracy = await table
      .getByRole('row', { name: /Accuracy/ })
      .getByRole('cell')
      .allInnerTexts();
    for (const text of accuracy) assert.match(text, /^\d+(\.\d)?%$/);
    await page.getByRole('tab', { name: 'Moves' }).click();

    await queen.click();
    await page.getByText('Blunder.').waitFor();
    const better = page.locator('.better');
    assert.match(await better.innerText(), /^1\. \S+/);
    assert.match((await graph(page).getAttribute('aria-valuetext')) ?? '', /^1\. Qxh9, -\d+\.\d\d, blunder, opening$/);

    // By mouse: the right edge is the last move, the left one the start.
    const before = await graph(page).boundingBox();
    assert.ok(before);
    await page.mouse.click(before.x + before.width - 3, before.y + 10);
    assert.equal(await shown(page), 'Nc4');
    const after = await graph(page).boundingBox();
    assert.ok(after && Math.abs(after.y - before.y) < 1, 'the graph stays under the pointer');
    await page.mouse.click(after.x + 3, after.y + 10);
    assert.equal(await shown(page), null);
    assert.match((await graph(page).getAttribute('aria-valuetext')) ?? '', /^the start, /);
    // By keyboard.
    await graph(page).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await shown(page), 'Qxh9');
    await page.keyboard.press('End');
    assert.equal(await shown(page), 'Nc4');
    await page.keyboard.press('ArrowDown');
    assert.equal(await shown(page), 'e5');
    await page.keyboard.press('Home');

    await page.keyboard.press('ArrowRight');
    const line = (await better.innerText()).split(' ')[1];
    await better.click();
    await page.getByRole('listitem', { name: 'Side lines' }).waitFor();
    assert.equal(await shown(page), line);
    assert.deepEqual(await mainLine(page), ['Qxh9', 'e6', 'e3', 'e5', 'Nc4']);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor();
  },
  SLOW,
);

test(
  'a review is cancelled, and the look at the position goes on',
  async ({ page }) => {
    await openAnalysis(page);
    await loadRecord(page, BLUNDERS);
    // The server does not reply while the review runs.
    await page.route('**/api/analysis', () => {});
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByText('0 of 6 positions').waitFor();
    await page.getByRole('progressbar').waitFor();
    await page.unroute('**/api/analysis');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Review the game' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Review the game');
    assert.equal(await graph(page).count(), 0, 'nothing was found yet');
    await linesAre(page, 1);
  },
  SLOW,
);

test(
  'what a cancelled review has found of the last moves stays, also for the next visit',
  async ({ page }) => {
    await openAnalysis(page, { local: true });
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    await loadRecord(page, BLUNDERS);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByText(/^[34] of 6 positions$/).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Cancel' }).click();
    /** @type {number | undefined} */
    let found;
    for (const visit of ['first', 'second']) {
      await page.getByRole('tab', { name: 'Review' }).click();
      await page.getByText(/^Only the moves from (2… e5|2\. e3|1… e6) on are reviewed\.$/).waitFor();
      await page.getByRole('tab', { name: 'Moves' }).click();
      const moves = await page.locator('.moves .row').allInnerTexts();
      const evals = moves.join(' ').match(/[+-]\d+\.\d\d/g);
      // On a busy machine one more position is done before the button is pressed.
      found ??= evals?.length ?? 0;
      assert.ok(found >= 2 && found <= 4, `${visit}: ${moves.join()}`);
      assert.equal(evals?.length, found, `${visit}: ${moves.join()}`);
      const box = await graph(page).boundingBox();
      assert.ok(box);
      // Moves without a review keep their places.
      await page.mouse.click(box.x + box.width / 5, box.y + 10);
      assert.equal(await shown(page), 'Qxh9');
      assert.equal(await graph(page).getAttribute('aria-valuetext'), '1. Qxh9, opening');
      await page.mouse.click(box.x + box.width - 3, box.y + 10);
      assert.equal(await shown(page), 'Nc4');
      await page.keyboard.press('Home');
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Review again' }).click();
    await graph(page).waitFor({ timeout: 60_000 });
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByRole('button', { name: /^Qxh9.*blunder/ }).waitFor({ timeout: 60_000 });
    assert.equal(await page.getByText('are reviewed.').count(), 0);
    await page.reload();
    await page.getByRole('button', { name: /^Qxh9.*blunder/ }).waitFor();
  },
  SLOW,
);

test(
  'the graph ends with the moves',
  async ({ page }) => {
    await openAnalysis(page);
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    for (const uci of ['e2e5', 'e9e6', 'b1c4', 'h10g7']) await play(page, uci);
    await review(page);
    await page.locator('[data-ply="3"]').click();
    await page.getByRole('button', { name: 'Edit the move' }).click();
    await page.getByRole('menuitem', { name: 'Delete from here' }).click();
    await page.locator('[data-ply="3"]').waitFor({ state: 'detached' });
    const box = await graph(page).boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width - 3, box.y + 10);
    assert.equal(await shown(page), 'e6');
    assert.equal(await graph(page).getAttribute('aria-valuemax'), '2');
  },
  SLOW,
);

test(
  'without a connection everything goes on',
  async ({ page, context }) => {
    await openAnalysis(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(async () => (await caches.keys()).length > 0);
    await context.setOffline(true);
    await page.reload();
    await engineRuns(page, 'browser');
    await loadRecord(page, '[Variant "Shafran"]\n\n1. Qxh9 e6 *\n');
    await review(page);
    await page.getByRole('button', { name: /^Qxh9.*blunder/ }).waitFor();
  },
  { ...SLOW, tolerate: /ERR_INTERNET_DISCONNECTED/ },
);

for (const locale of ['en-US', 'ru-RU']) {
  test(
    `board, lines and moves fit on a phone (${locale})`,
    async ({ page }) => {
      await lendNothing(page);
      await openAnalysis(page);
      await page.locator('.lines li').first().waitFor({ timeout: 30_000 });
      for (const name of ['e2', 'e5', 'e9', 'e6']) await tap(cell(page, name));
      await page.locator('[data-ply="2"]').waitFor();
      assert.equal(await page.evaluate(() => scrollY), 0);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
        false,
      );
      for (const part of ['.stage svg.sfb-svg', '.gauge .bar', '.engine', '.panel .buttons', '[data-ply="2"]']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box, part);
        assert.ok(box.x >= 0 && box.x + box.width <= 360.5, `${part} is as wide as the screen allows`);
        assert.ok(box.y >= 0 && box.y + box.height <= 740.5, `${part} is on the screen`);
      }
      const board = await page.locator('.stage svg.sfb-svg').boundingBox();
      assert.ok(board && board.width > 280, 'the board uses the width of the phone');
      for (const button of await page.locator('.panel .buttons button:visible, [role=tab]').all()) {
        const box = await button.boundingBox();
        assert.ok(box && box.width >= 40 && box.height >= 40, 'buttons are large enough for a thumb');
        const inside = await button.evaluate((element) => element.scrollWidth <= element.clientWidth);
        assert.ok(inside, `${await button.innerText()} fits into its button`);
      }
    },
    { ...PHONE, ...SLOW, locale },
  );
}
