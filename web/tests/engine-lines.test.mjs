import assert from 'node:assert/strict';
import {
  engineRuns,
  lineMoves,
  lines,
  linesAre,
  loadRecord,
  mainLine,
  openAnalysis,
  setEngine,
  shown,
} from './analysis.mjs';
import { PHONE, smokeTest, tap, test } from './harness.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SLOW = { seconds: 90 };

/**
 * Returns the small board of a line.
 * @param {Page} page
 */
const preview = (page) => page.locator('.preview');

/**
 * Waits until the search has finished, so that the lines no longer change.
 * @param {Page} page @param {number} count
 */
async function settled(page, count) {
  await setEngine(page, 'Lines', String(count));
  await setEngine(page, 'Depth', '12');
  await page.locator('.engine [data-searching="false"][data-depth="12"]').waitFor({ timeout: 40_000 });
  await linesAre(page, count);
}

test(
  'every move of every line plays the line up to it',
  async ({ page }) => {
    await openAnalysis(page);
    await settled(page, 3);
    const third = lineMoves(page, 2);
    const wanted = (await third.allInnerTexts()).slice(0, 4);
    assert.equal(wanted.length, 4);
    await third.nth(3).click();
    await page.locator('[data-ply="4"]').waitFor();
    assert.deepEqual(await mainLine(page), wanted);
    assert.equal(await shown(page), wanted[3]);
  },
  SLOW,
);

test(
  'a move of a line shows its position on a small board, and moves nothing',
  async ({ page }) => {
    await openAnalysis(page);
    await settled(page, 3);
    const board = await page.locator('.stage svg.sfb-svg').boundingBox();
    const tabs = await page.getByRole('tablist').boundingBox();
    await lineMoves(page, 1).nth(1).hover();
    await preview(page).waitFor();
    const first = await preview(page).innerHTML();
    const box = await preview(page).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800);
    await lineMoves(page, 1).nth(2).hover();
    await page.waitForFunction((old) => document.querySelector('.preview')?.innerHTML !== old, first);
    assert.deepEqual(await page.locator('.stage svg.sfb-svg').boundingBox(), board);
    assert.deepEqual(await page.getByRole('tablist').boundingBox(), tabs);
    await page.keyboard.press('Escape');
    await preview(page).waitFor({ state: 'detached' });
    await lineMoves(page, 0).first().hover();
    await preview(page).waitFor();
    await page.mouse.move(5, 400);
    await preview(page).waitFor({ state: 'detached' });
  },
  SLOW,
);

smokeTest(
  'lines are gone through and played with the keyboard',
  async ({ page }) => {
    await openAnalysis(page);
    await settled(page, 2);
    await page.getByRole('button', { name: 'Engine settings' }).focus();
    for (let tabs = 0; tabs < 4; tabs++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.matches('.lines [data-at]'))) break;
    }
    const here = () =>
      page.evaluate(() => {
        const { line, at } = /** @type {HTMLElement} */ (document.activeElement).dataset;
        return `${line}/${at}`;
      });
    assert.equal(await here(), '0/0');
    await preview(page).waitFor();
    for (const [key, place] of [
      ['ArrowRight', '0/1'],
      ['ArrowDown', '1/1'],
      ['End', `1/${(await lineMoves(page, 1).count()) - 1}`],
      ['Home', '1/0'],
      ['ArrowRight', '1/1'],
    ]) {
      await page.keyboard.press(key ?? '');
      assert.equal(await here(), place, key);
    }
    assert.equal(await shown(page), null, 'the arrows are those of the lines');
    await page.keyboard.press('Escape');
    await preview(page).waitFor({ state: 'detached' });
    const wanted = (await lineMoves(page, 1).allInnerTexts()).slice(0, 2);
    await page.keyboard.press('Enter');
    await page.locator('[data-ply="2"]').waitFor();
    assert.deepEqual(await mainLine(page), wanted);
    // The focus is still in the lines.
    await linesAre(page, 2);
    await page.keyboard.press('ArrowRight');
    assert.match(await here(), /^0\//);
  },
  SLOW,
);

test(
  'each line has an arrow, the best one the strongest',
  async ({ page }) => {
    await openAnalysis(page);
    await settled(page, 4);
    const arrows = page.locator('.stage .sfb-arrow');
    assert.equal(await arrows.count(), 4);
    const strengths = await arrows.evaluateAll((all) => all.map((arrow) => Number(arrow.getAttribute('opacity'))));
    assert.equal(Math.max(...strengths), strengths.at(-1), 'the best one is drawn last');
    assert.ok(strengths.filter((strength) => strength === strengths.at(-1)).length === 1);
  },
  SLOW,
);

test(
  'the threat is shown by key and button, until the position changes',
  async ({ page }) => {
    await openAnalysis(page);
    await loadRecord(page, '[Variant "Shafran"]\n\n1. Qxh9 e6 *\n');
    await page.locator('[data-ply="1"]').click();
    await linesAre(page, 1);
    const threat = page.getByRole('button', { name: 'Show the threat' });
    await page.keyboard.press('x');
    await page.locator('.engine button.threat[aria-pressed="true"]').waitFor();
    await linesAre(page, 1);
    // White has moved and would move again: the number is that of the next move.
    await lines(page).getByText(/^2\.$/).waitFor();
    await page.locator('.stage .sfb-brush-own[color*="red"]').waitFor();
    assert.equal(await page.locator('.stage .sfb-arrow').count(), 1);
    await lineMoves(page).first().click({ force: true });
    assert.deepEqual(await mainLine(page), ['Qxh9', 'e6'], 'a threat is not played');
    await threat.click();
    await page.locator('.engine button.threat[aria-pressed="false"]').waitFor();
    await linesAre(page, 1);
    await page.locator('.stage .sfb-brush-own[color*="blue"]').waitFor();
    await threat.click();
    await page.keyboard.press('ArrowRight');
    assert.equal(await threat.getAttribute('aria-pressed'), 'false');
    await page.locator('.stage .sfb-brush-own[color*="blue"]').waitFor();
    // No pass is possible in check.
    await loadRecord(
      page,
      '[Variant "Shafran"]\n[FEN "kq1n1/bp4/np3p1/8/3r5/ppp1pP1Pr/4Q3/7/PPPP1K/R4 w - - 2 19"]\n\n*\n',
    );
    await linesAre(page, 1);
    assert.equal(await threat.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('x');
    assert.equal(await threat.getAttribute('aria-pressed'), 'false');
  },
  SLOW,
);

test(
  'depth is chosen and remembered, and the search goes deeper when it is asked to',
  async ({ page }) => {
    await openAnalysis(page);
    await settled(page, 1);
    const deeper = page.getByRole('button', { name: 'Go deeper' });
    assert.equal(await deeper.getAttribute('aria-disabled'), 'false');
    await deeper.click();
    await page.waitForFunction(
      () => Number(document.querySelector('.engine [data-depth]')?.getAttribute('data-depth')) > 12,
      null,
      { timeout: 30_000 },
    );
    await page.reload();
    await page.locator('.engine [data-searching="false"][data-depth="12"]').waitFor({ timeout: 40_000 });
  },
  SLOW,
);

test(
  'nothing moves when the lines come: their room is kept',
  async ({ page }) => {
    await openAnalysis(page);
    await setEngine(page, 'Lines', '5');
    const top = async () => (await page.getByRole('tablist').boundingBox())?.y;
    const before = await top();
    await linesAre(page, 5);
    assert.equal(await top(), before);
    await lineMoves(page).first().click();
    await page.locator('[data-ply="1"]').waitFor();
    assert.equal(await top(), before, 'while there are none');
    await linesAre(page, 5);
    assert.equal(await top(), before);
  },
  SLOW,
);

for (const [name, viewport] of /** @type {const} */ ([
  ['1366x700', { width: 1366, height: 700 }],
  ['844x390', { width: 844, height: 390 }],
  ['683x384, which is 200 %', { width: 683, height: 384 }],
])) {
  test(
    `with five lines the panel fits into the window (${name})`,
    async ({ page }) => {
      await openAnalysis(page);
      await setEngine(page, 'Lines', '5');
      await linesAre(page, 5);
      await loadRecord(page, `[Variant "Shafran"]\n\n1. g6 Bf8 2. Bh6 Bg7 3. f5 Bxh6 4. Nxh6 b5 *\n`);
      await page.getByRole('button', { name: /last move/ }).click();
      const panel = await page.locator('.board-page > .panel').boundingBox();
      assert.ok(panel && panel.y + panel.height <= viewport.height);
      for (const part of ['.engine', '[role=tablist]', '.panel .buttons', '[data-ply="8"]']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height + 0.5, part);
      }
      const list = await page.locator('section.moves').boundingBox();
      const row = await page.locator('section.moves .row').first().boundingBox();
      assert.ok(list && row && list.height / row.height >= (viewport.height >= 600 ? 8 : 2), `${list?.height}`);
    },
    { ...SLOW, viewport },
  );
}

test(
  'on a phone a tap plays a line, and no small board comes up',
  async ({ page }) => {
    await openAnalysis(page);
    await engineRuns(page, 'server');
    await linesAre(page, 1);
    await tap(lineMoves(page).first());
    await page.locator('[data-ply="1"]').waitFor();
    assert.equal(await preview(page).count(), 0);
  },
  { ...SLOW, ...PHONE },
);
