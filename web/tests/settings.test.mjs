import assert from 'node:assert/strict';
import { inFirefox, smokeTest, test } from './harness.mjs';
import { move, open, start, statusIs } from './play.mjs';

test(
  'the language follows the browser',
  async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Играть', exact: true }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'ru');
  },
  { locale: 'ru-RU' },
);

test('switching the language keeps the game and is remembered', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('ru');
  await page.keyboard.press('Escape');
  await statusIs(page, 'Ход чёрных.');
  await page.getByRole('heading', { level: 1, name: 'Шахматы Шафрана' }).waitFor();
  assert.equal(await page.title(), 'Партия · Saffron');
  assert.equal(await page.locator('html').getAttribute('lang'), 'ru');
  await page.locator('meta[name=description][content*="Гексагональные"]').waitFor({ state: 'attached' });
  assert.match((await page.locator('[data-cell="e5"]').getAttribute('aria-label')) ?? '', /^e5, белая пешка/);
  await page.reload();
  await statusIs(page, 'Ход чёрных.');
  await page.getByRole('button', { name: 'Настройки' }).click();
  await page.getByLabel('Язык').selectOption('en');
  await page.keyboard.press('Escape');
  await statusIs(page, 'Black to move.');
});

/** @param {import('playwright-core').Page} page */
async function openSettings(page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  return page.getByRole('dialog', { name: 'Settings' });
}

smokeTest('coordinates and appearance can be changed and are remembered', async ({ page }) => {
  await open(page);
  const labels = page.locator('.stage .sfb-label');
  const outside = await labels.count();
  assert.ok(outside > 0);
  const dialog = await openSettings(page);
  await dialog.getByText('Every cell', { exact: true }).click();
  assert.equal(await labels.count(), 70);
  await dialog.getByRole('group', { name: 'Coordinates' }).getByText('Off').click();
  await dialog.getByText('Dark', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await labels.count(), 0);
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(dark, 'rgb(23, 19, 15)');
  const fill = () => page.locator('[data-cell="e5"]').evaluate((cell) => getComputedStyle(cell).fill);
  const cell = await fill();
  await openSettings(page);
  await dialog.getByText('Light', { exact: true }).click();
  assert.notEqual(cell, await fill(), 'the board follows the appearance');
});

test('the colours of the board and its pieces are chosen by what they look like, and by keyboard', async ({ page }) => {
  await open(page);
  const fill = () => page.locator('[data-cell="e5"]').evaluate((cell) => getComputedStyle(cell).fill);
  const king = () => page.locator('.stage [data-piece="K"] path').first().getAttribute('d');
  const miniature = () =>
    page
      .locator('.card .tone0')
      .first()
      .evaluate((tone) => getComputedStyle(tone).fill);
  const [colour, shape, small] = [await fill(), await king(), await miniature()];
  const dialog = await openSettings(page);
  await dialog.getByRole('radio', { name: 'Saffron' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(await dialog.getByRole('radio', { name: 'Moss' }).isChecked());
  await dialog.getByRole('radio', { name: 'Classic' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  assert.notEqual(await fill(), colour);
  assert.notEqual(await king(), shape);
  assert.notEqual(await miniature(), small, 'small pictures of boards follow');
  await page.reload();
  await page.locator('.stage [data-piece]').first().waitFor();
  assert.notEqual(await fill(), colour);
  assert.notEqual(await king(), shape);
  // The letters follow the chosen notation.
  await openSettings(page);
  await dialog.locator('label', { has: page.getByRole('radio', { name: 'Letters' }) }).click();
  await dialog.getByLabel('Piece letters').selectOption('de');
  assert.equal(await page.locator('.stage [data-piece="Q"] text').first().textContent(), 'D');
});

for (const [width, height] of /** @type {const} */ ([
  [1280, 800],
  [390, 664],
])) {
  test(
    `the settings leave the board visible, and it shows a change at once, at ${width} by ${height}`,
    async ({ page }) => {
      await start(page, { opponent: 'friend' });
      const before = await page.locator('.stage .sfb').boundingBox();
      const dialog = await openSettings(page);
      const [board, panel] = [await page.locator('.stage .sfb').boundingBox(), await dialog.boundingBox()];
      assert.ok(board && panel);
      assert.deepEqual(board, before, 'the board does not move');
      if (width > height) assert.ok(panel.x >= board.x + board.width, 'beside the board');
      else {
        assert.ok(panel.height <= height * 0.7 + 1);
        assert.ok(Math.abs(panel.y + panel.height - height) < 2, 'from the bottom');
      }
      const fill = () => page.locator('[data-cell="e5"]').evaluate((cell) => getComputedStyle(cell).fill);
      const colour = await fill();
      await dialog.getByText('Moss', { exact: true }).click();
      assert.notEqual(await fill(), colour);
      await page.mouse.click(20, 100);
      await dialog.waitFor({ state: 'detached' });
    },
    { viewport: { width, height } },
  );
}

test('moves are confirmed, and the pieces hidden, only if one wants it', async ({ page }) => {
  await open(page);
  const dialog = await openSettings(page);
  await dialog.getByLabel('Confirm moves in games').check();
  await dialog.getByLabel('Blindfold').check();
  await dialog.getByLabel('Show where a piece can go').uncheck();
  await page.keyboard.press('Escape');
  // Before the game everything is there.
  assert.ok((await page.locator('.stage [data-piece]').count()) > 0);
  await start(page, { opponent: 'friend' });
  assert.equal(await page.locator('.stage [data-piece]:visible').count(), 0);
  await page.locator('[data-cell="e2"]').click();
  assert.equal(await page.locator('.stage [data-target]').count(), 0);
  await page.locator('[data-cell="e4"]').click();
  await statusIs(page, 'White to move.');
  await page.locator('.stage').getByRole('button', { name: 'Play the move' }).click();
  await statusIs(page, 'Black to move.');
});

smokeTest('the handle makes the board smaller, for good, and a double click large again', async ({ page }) => {
  await open(page);
  const board = page.locator('.stage .sfb');
  const width = async () => (await board.boundingBox())?.width ?? 0;
  const scrolls = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return scrollHeight > innerHeight || scrollWidth > innerWidth;
    });
  const full = await width();
  assert.equal(await scrolls(), false);
  const handle = page.getByRole('slider', { name: 'Board size' });
  const box = await handle.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y - 80, { steps: 5 });
  await page.mouse.up();
  const dragged = await width();
  assert.ok(dragged < full * 0.85 && dragged > full * 0.5, `${dragged} of ${full}`);
  await page.reload();
  await board.waitFor();
  assert.ok(Math.abs((await width()) - dragged) < 1, 'it is kept');
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  assert.ok((await width()) > dragged + 5);
  await page.keyboard.press('Home');
  assert.ok(Math.abs((await width()) - full / 2) < 2);
  // Two clicks over WebDriver BiDi are not counted as a double one.
  if (inFirefox(page)) await handle.dispatchEvent('dblclick');
  else await handle.dblclick();
  assert.ok(Math.abs((await width()) - full) < 1);
  assert.equal(await scrolls(), false);
});

test(
  'a wide board is turned on a phone in the hand, with White still below',
  async ({ page }) => {
    await page.goto('/play/devasa');
    const at = async (/** @type {string} */ cell) =>
      (await page.locator(`[data-cell="${cell}"]`).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.locator('[data-cell="a1"]').waitFor();
    const [first, last] = [await at('a1'), await at('a9')];
    assert.ok(Math.abs(first.x - last.x) < 1, 'the files are upright');
    assert.ok(first.y > last.y + 200);
    assert.ok(first.width > 34, `cells are ${first.width} pixels wide`);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => {
      const [a, b] = ['a1', 'i1'].map((cell) =>
        document.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect(),
      );
      return a && b && Math.abs(a.y - b.y) < 1;
    });
  },
  { viewport: { width: 390, height: 844 } },
);

test('moves are heard, also when they are gone through again, until the sound is switched off by one click', async ({
  page,
}) => {
  // The real synthesizer, with its sounds counted.
  await page.addInitScript(() => {
    const counted = /** @type {{ contexts: number, sounds: number }} */ (/** @type {unknown} */ (window));
    Object.assign(counted, { contexts: 0, sounds: 0 });
    let sounding = false;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        counted.contexts += 1;
      }
      createOscillator() {
        // A sound has several parts, which are made at once.
        if (!sounding) counted.sounds += 1;
        sounding = true;
        queueMicrotask(() => (sounding = false));
        return super.createOscillator();
      }
    };
  });
  const count = () =>
    page.evaluate(() => {
      const { contexts, sounds } = /** @type {{ contexts: number, sounds: number }} */ (
        /** @type {unknown} */ (window)
      );
      return { contexts, sounds };
    });
  await start(page, { opponent: 'friend' });
  assert.deepEqual(await count(), { contexts: 0, sounds: 0 });
  await move(page, 'e2e5');
  await statusIs(page, 'Black to move.');
  await page.waitForFunction(() => /** @type {{ sounds?: number }} */ (window).sounds === 1);
  assert.deepEqual(await count(), { contexts: 1, sounds: 1 });
  const mute = page.getByRole('button', { name: 'Mute sounds' });
  await mute.click();
  assert.equal(await mute.getAttribute('aria-pressed'), 'true');
  await move(page, 'e9e6');
  await statusIs(page, 'White to move.');
  assert.equal((await count()).sounds, 1);
  await mute.click();
  await page.goto('/analysis');
  await page.locator('[data-cell="e2"]').click();
  await page.locator('[data-cell="e4"]').click();
  await page.waitForFunction(() => /** @type {{ sounds?: number }} */ (window).sounds === 1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /** @type {{ sounds?: number }} */ (window).sounds === 2);
});
