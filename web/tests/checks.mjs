/** What holds on any page: axe finds nothing, nothing scrolls sideways, Tab leads everywhere. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** @typedef {import('playwright-core').Page} Page */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks that axe finds nothing. @param {Page} page @param {string} where */
export async function check(page, where) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
    const result = await axe.run(document, { resultTypes: ['violations'] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
  });
  assert.deepEqual(violations, [], where);
}

/** Waits until a field has a value. @param {import('playwright-core').Locator} field @param {string} value */
export async function valueIs(field, value) {
  const element = await field.elementHandle();
  await field
    .page()
    .waitForFunction(([input, wanted]) => /** @type {HTMLInputElement} */ (input).value === wanted, [element, value]);
}

/** Checks that nothing scrolls sideways on small phones. @param {Page} page @param {string} where */
export async function fits(page, where) {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const [width, height] of /** @type {const} */ ([
    [360, 640],
    [664, 390],
  ])) {
    await page.setViewportSize({ width, height });
    const [inside, outside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(Number(inside) <= Number(outside), `${where}: ${inside} in ${width}`);
  }
  await page.setViewportSize(before);
}

/** Moves the focus to an element by the Tab key. @param {Page} page @param {import('playwright-core').Locator} to */
export async function tabTo(page, to) {
  await to.waitFor();
  // In Firefox only one page has the focus.
  await page.bringToFront();
  for (let presses = 0; presses < 80; presses++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the Tab key does not reach ${to}`);
}
