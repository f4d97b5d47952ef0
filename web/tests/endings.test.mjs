import assert from 'node:assert/strict';
import { PHONE, smokeTest, test } from './harness.mjs';
import { open, openTool, waitForCached } from './play.mjs';

/**
 * Returns the cells of the pieces on the board, such as `e1`.
 * @param {import('playwright-core').Page} page
 */
function occupied(page) {
  return page
    .locator('.stage')
    .evaluate((stage) =>
      [...stage.querySelectorAll('[data-piece]')].map((piece) => piece.outerHTML.slice(0, 200)).sort(),
    );
}

smokeTest('from the list of endings to one, through its longest win, and into the analysis', async ({ page }) => {
  await open(page);
  await openTool(page, 'Endings');
  const row = page.getByRole('row').filter({ hasText: 'K+R v K+N' });
  // Share of the quiet positions, and of all.
  assert.match(await row.innerText(), /97\.5%[^]*\(98\.4%\)/);
  await row.getByRole('link').click();
  await page.waitForURL('**/endings/shafran/KRKN');
  await page.getByRole('heading', { level: 2, name: 'K+R v K+N' }).waitFor();
  const before = await occupied(page);
  await page.getByRole('button', { name: 'One move forward' }).click();
  assert.notDeepEqual(await occupied(page), before);
  assert.equal(await page.locator('[data-ply="1"][aria-current]').count(), 1);
  await page.getByRole('button', { name: 'To the last move' }).click();
  const plies = await page.locator('[data-ply]').count();
  assert.equal(plies, 89);
  assert.equal(await page.locator(`[data-ply="${plies}"][aria-current]`).count(), 1);
  assert.match(await page.locator(`[data-ply="${plies}"]`).innerText(), /#$/);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.waitForURL('**/analysis/**');
  await page.locator('.engine').first().waitFor();
});

test('the keys go through the line', async ({ page }) => {
  await open(page, '/endings/glinski/KQKR');
  await page.locator('body').press('End');
  await page.locator('[data-ply="65"][aria-current], [data-ply="66"][aria-current]').waitFor();
  await page.locator('body').press('ArrowLeft');
  await page.locator('body').press('Home');
  assert.equal(await page.locator('[data-ply][aria-current]').count(), 0);
});

test('a mutual zugzwang is chosen, and opened with either side to move', async ({ page }) => {
  await open(page, '/endings/shafran/KPK');
  await page.getByLabel('Position', { exact: true }).selectOption({ label: 'Mutual zugzwang 1' });
  const results = await page.locator('.panel dd').allInnerTexts();
  assert.match(results[0] ?? '', /^draw/);
  assert.match(results[1] ?? '', /^White wins in \d+ moves/);
  const links = page.locator('.panel dd a');
  assert.match((await links.nth(0).getAttribute('href')) ?? '', /fen=[^&]+\+w\+/);
  assert.match((await links.nth(1).getAttribute('href')) ?? '', /fen=[^&]+\+b\+/);
});

test('the figures are in the language of the page, and lead to the same ending of another game', async ({ page }) => {
  await open(page, '/ru/endings/shafran/KNNK');
  await page.getByRole('tab', { name: 'Цифры' }).click();
  const words = await page.getByRole('tabpanel').innerText();
  assert.match(words, /Белые, как правило, выигрывают/);
  assert.match(words, /99,36\s%/);
  await page.getByRole('link', { name: 'Глинский' }).click();
  await page.waitForURL('**/ru/endings/glinski/KNNK');
  assert.match(await page.title(), /Кр\+К\+К – Кр/);
});

test('the verdict goes by the positions in which nothing hangs', async ({ page }) => {
  await open(page, '/endings/shafran/KRKR');
  await page.getByRole('tab', { name: 'Figures' }).click();
  const words = await page.getByRole('tabpanel').innerText();
  assert.match(words, /A dead draw if nothing hangs/);
  assert.match(words, /White wins in 1\.5% \(34\.3%\) of the positions with White to move/);
});

test('Gliński’s stalemates are a result of their own', async ({ page }) => {
  await open(page, '/endings/glinski');
  assert.ok(await page.getByText('White stalemates').first().isVisible());
  await page.getByRole('link', { name: 'Shafran', exact: true }).click();
  await page.waitForURL('**/endings/shafran');
  assert.equal(await page.getByText('White stalemates').count(), 0);
});

test(
  'an address of no ending has no page',
  async ({ page }) => {
    const answer = await page.goto('/endings/shafran/KRKQ');
    assert.equal(answer?.status(), 404);
    const known = await page.goto('/endings/shafran/KQKR');
    assert.equal(known?.status(), 200);
    assert.match(await page.title(), /K\+Q v K\+R/);
  },
  { tolerate: /status of 404/ },
);

test(
  'a phone shows the list and the line without scrolling sideways',
  async ({ page }) => {
    for (const path of ['/endings/glinski', '/endings/glinski/KBNK', '/ru/endings/glinski/KQKR']) {
      await open(page, path);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      assert.equal(sideways, false, path);
    }
  },
  PHONE,
);

test(
  'the endings are there without the server',
  async ({ page, context }) => {
    await open(page, '/endings/shafran/KQKR');
    await waitForCached(page, /mccooey[^/]*\.js$/);
    await context.setOffline(true);
    await page.goto('/endings/mccooey/KNNK');
    await page.getByRole('heading', { level: 2, name: 'K+N+N v K' }).waitFor();
  },
  { seconds: 90, tolerate: /net::ERR_INTERNET_DISCONNECTED|Failed to load resource/ },
);

test('endings of five pieces are listed where they are known, and played through', async ({ page }) => {
  await open(page, '/endings/mccooey');
  assert.equal(await page.getByRole('table').count(), 3);
  await open(page, '/endings/glinski');
  assert.equal(await page.getByRole('table').count(), 5);
  await open(page, '/endings/shafran');
  assert.equal(await page.getByRole('table').count(), 6);
  await page.getByRole('link', { name: 'K+B+B+B v K', exact: true }).click();
  await page.waitForURL('**/endings/shafran/KBBBK');
  await page.getByRole('button', { name: 'To the last move' }).click();
  assert.match(await page.locator('[data-ply][aria-current]').innerText(), /#$/);
  await page.getByRole('tab', { name: 'Figures' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Bishops on three colours' });
  assert.match(await row.innerText(), /White wins \(?\d\d/);
  // One other game has this ending, and none the one with a pawn.
  const others = page.getByRole('navigation', { name: 'The same in other games' });
  assert.equal(await others.getByRole('link').count(), 1);
  const other = await page.request.get('/endings/mccooey/KBBBK');
  assert.equal(other.status(), 404);
  await open(page, '/endings/shafran/KRPKR');
  assert.equal(await others.count(), 0);
});
