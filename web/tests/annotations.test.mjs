import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { loadRecord, mainLine, openAnalysis, play, shown } from './analysis.mjs';
import { inFirefox, PHONE, smokeTest, test } from './harness.mjs';
import { cell, recordShown } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RECORD = `[Variant "Shafran"]
[White "Anna"]
[WhiteElo "1684"]
[Event "Club championship"]
[Date "2026.11.23"]

{Before all.} 1. e5 $1 {The longest step. [%cal Ge2e5] [%csl Re5]} (1. d4 $6 {Shorter.} 1... e6 (1... d6 {Inner.} 2. Nc4)) 1... e6 2. Nc4 *
`;

/**
 * Returns the button of the first move of this name.
 * @param {Page} page @param {string} san
 */
function moveButton(page, san) {
  return page.locator('.moves button').filter({ has: page.locator('.san', { hasText: new RegExp(`^${san}$`) }) });
}

/**
 * Returns the copyable record.
 * @param {Page} page
 */
async function record(page) {
  return (await recordShown(page)).replaceAll(/\s+/g, ' ');
}

/**
 * Opens the menu of the shown move and chooses an item.
 * @param {Page} page @param {string} name
 */
async function useMenu(page, name) {
  await page.getByRole('button', { name: 'Edit the move' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('an annotated record is shown, kept over a reload, and copied as it was', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await loadRecord(page, RECORD);
  for (const text of ['Before all.', 'The longest step.', 'Shorter.', 'Inner.']) {
    await page.locator('.moves .comment', { hasText: text }).waitFor();
  }
  await moveButton(page, 'e5').first().click();
  assert.equal(await shapeCount(page), 2);
  assert.match(await moveButton(page, 'e5').first().innerText(), /e5\s*!/);
  await page.getByText('Club championship · November 23, 2026').waitFor();
  await page.getByText('1684').waitFor();
  const text = await record(page);
  assert.match(
    text,
    /\{Before all\.\} 1\. e5 \$1 \{\[%cal Ge2e5\] \[%csl Re5\] The longest step\.\} \(1\. d4 \$6 \{Shorter\.\}/,
  );
  await page.waitForTimeout(600);
  await page.reload();
  await page.locator('.moves .comment', { hasText: 'Inner.' }).waitFor();
  assert.equal(await record(page), text);
});

/**
 * Returns the number of the visitor's arrows and marks on the board.
 * @param {Page} page
 */
function shapeCount(page) {
  return page.evaluate(() => document.querySelector('.sfb-layer-shapes')?.childElementCount ?? 0);
}

test('symbols are set with the keys of digits, and a comment is written', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await play(page, 'e2e5');
  await play(page, 'e9e6');
  await page.keyboard.press('3');
  await page.keyboard.press('Shift+Digit5');
  assert.match(await moveButton(page, 'e6').innerText(), /e6\s*!!\s*, Brilliant move\s*±/);
  await page.keyboard.press('1');
  assert.match(await moveButton(page, 'e6').innerText(), /e6\s*!\s*, Good move/);
  await useMenu(page, 'Comment and symbols');
  const field = page.getByLabel('Comment', { exact: true });
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('3 ways to go on.');
  await page.locator('.moves .comment', { hasText: '3 ways to go on.' }).waitFor();
  // Digits in the text do not set glyphs.
  assert.match(await record(page), /1\. e5 e6 \$1 \$16 \{3 ways to go on\.\}/);
  await page.getByRole('button', { name: 'Dubious move', exact: true }).click();
  assert.equal(
    await page.getByRole('button', { name: 'Dubious move', exact: true }).getAttribute('aria-pressed'),
    'true',
  );
  await field.focus();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  assert.match(await record(page), /e6 \$1 \$16 \{/);
});

test('drawings belong to their position', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await play(page, 'e2e5');
  await cell(page, 'e5').click({ button: 'right' });
  await page.waitForFunction(() => document.querySelector('.moves .drawn') !== null);
  await page.keyboard.press('ArrowLeft');
  assert.doesNotMatch(await record(page), /\{\[%csl [^}]*\} 1\. e5/);
  await page.keyboard.press('ArrowRight');
  // A move from here leaves them.
  await play(page, 'e9e6');
  assert.match(await record(page), /1\. e5 \{\[%csl Ge5\]\}/);
  await page.keyboard.press('ArrowLeft');
  await useMenu(page, 'Comment and symbols');
  await page.getByRole('button', { name: 'Erase drawings' }).click();
  assert.doesNotMatch(await record(page), /csl/);
});

test('side lines are promoted and deleted from their context menu, and come back', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await loadRecord(page, RECORD);
  const before = await record(page);
  await moveButton(page, 'd6').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete from here' }).click();
  await page.getByText('2 moves deleted.').waitFor();
  assert.equal(await moveButton(page, 'd6').count(), 0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  assert.equal(await record(page), before);
  // From the keyboard, at the focused move. Firefox takes this event from the window system, which keys sent over WebDriver BiDi
  // do not reach.
  await moveButton(page, 'd6').focus();
  if (inFirefox(page)) await moveButton(page, 'd6').dispatchEvent('contextmenu');
  else await page.keyboard.press('Shift+F10');
  // The menu itself has the focus first.
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem');
  await page.getByRole('menuitem', { name: 'Make it the main line' }).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await mainLine(page), ['d4', 'd6', 'Nc4']);
  assert.equal(await shown(page), 'd6');
  await page.keyboard.press('Control+z');
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'Nc4']);
});

test('the details of the game are edited, and refused where the date is none', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await loadRecord(page, RECORD);
  await page.getByRole('button', { name: /Edit the game details/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Game details' });
  await dialog.getByLabel('Black', { exact: true }).fill('Bo');
  await dialog.getByLabel('Date').fill('yesterday');
  await dialog.getByLabel('Result').selectOption('1/2-1/2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('A date is written as 2026.11.23').waitFor();
  await dialog.getByLabel('Date').fill('2026.11.??');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Club championship · November 2026 · 1/2-1/2').waitFor();
  const text = await record(page);
  for (const tag of ['[Black "Bo"]', '[Date "2026.11.??"]', '[Result "1/2-1/2"]']) assert.ok(text.includes(tag), tag);
});

smokeTest('what one tab writes is seen in another', async ({ page, context }) => {
  await openAnalysis(page, { local: true });
  await play(page, 'e2e5');
  await page.waitForURL(/\/analysis\/[A-Z]/);
  await page.waitForTimeout(500);
  const other = await context.newPage();
  await other.goto(page.url());
  await moveButton(other, 'e5').waitFor();
  await page.keyboard.press('4');
  await other.locator('.moves', { hasText: '??' }).waitFor();
  await other.close();
});

test(
  'on a phone a long press opens the menu, and the editor lies over the page',
  async ({ page }) => {
    await openAnalysis(page, { local: true });
    await loadRecord(page, RECORD);
    const button = moveButton(page, 'e5').first();
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    assert.ok(box);
    const session = await page.context().newCDPSession(page);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await page.waitForTimeout(800);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('menuitem', { name: 'Comment and symbols' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Comment', { exact: true }).fill('On the phone.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.match(await record(page), /On the phone\./);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(wide, false);
  },
  { ...PHONE, chromiumOnly: 'touch events are sent over CDP' },
);

test('there is nothing that axe finds', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await loadRecord(page, RECORD);
  await moveButton(page, 'd6').click();
  await useMenu(page, 'Delete from here');
  await useMenu(page, 'Comment and symbols');
  await page.evaluate(AXE);
  await check(page, 'the editor');
  await useMenu(page, 'Game details');
  await check(page, 'the details');
});

/** @param {Page} page @param {string} where */
async function check(page, where) {
  const violations = await page.evaluate(async () => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
    const result = await axe.run(document, { resultTypes: ['violations'] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
  });
  assert.deepEqual(violations, [], where);
}

test('the clocks of a record stand at the players at every moment', async ({ page }) => {
  await openAnalysis(page);
  await loadRecord(
    page,
    '[Variant "Shafran"]\n\n1. e5 {[%clk 0:05:00]} e6 {[%clk 0:04:58]} 2. Nc4 {[%clk 0:04:41]} Nb5 {[%clk 0:04:50]} *',
  );
  const clock = (/** @type {string} */ side) => page.locator(`[data-side=${side}] .clock`);
  await page.keyboard.press('Home');
  assert.equal(await clock('w').count(), 0);
  for (let ply = 0; ply < 3; ply++) await page.keyboard.press('ArrowRight');
  assert.match(await clock('w').innerText(), /4:41$/);
  assert.match(await clock('b').innerText(), /4:58$/);
});
