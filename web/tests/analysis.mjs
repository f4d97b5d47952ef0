/** Actions and queries of the analysis page for tests. */

import { cell, open, choose } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** White puts the queen en prise, and Black does not take it. */
export const BLUNDERS = '[Variant "Shafran"]\n[White "Anna"]\n\n1. Qxh9 e6 2. e3 e5 3. Nc4 *\n';

/** Address of a position with three pieces, of which the endgame tables know everything: White mates with Qc2. */
export const MATE_IN_ONE = '/analysis/shafran?fen=5/6/7/8/4Q4/9/8/7/3K2/k4+w+-+-+0+1';

/**
 * Opens the analysis page; `local` restricts it to the browser's engine.
 * @param {Page} page
 * @param {{ local?: boolean }} [options]
 */
export async function openAnalysis(page, { local = false } = {}) {
  if (local) await lendNothing(page);
  await open(page, '/analysis');
}

/**
 * Makes the server provide no engine.
 * @param {Page} page before it is opened
 */
export async function lendNothing(page) {
  // Not by a route: a service worker would bypass it, and Firefox with both gives no reply.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, ...rest) =>
      address === '/api/analysis'
        ? Promise.resolve(Response.json({ searches: 0, seconds: 0 }))
        : fetch(address, ...rest);
  });
}

/**
 * Returns the best lines.
 * @param {Page} page
 */
export function lines(page) {
  return page.getByRole('list', { name: 'Best lines' }).getByRole('listitem');
}

/**
 * Returns the moves of one of the best lines, counted from 0.
 * @param {Page} page @param {number} [line]
 */
export function lineMoves(page, line = 0) {
  return page.locator(`.lines [data-line="${line}"]`);
}

/**
 * Sets the number of lines or threads, or the depth.
 * @param {Page} page @param {string} name @param {string} value
 */
export async function setEngine(page, name, value) {
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('combobox', { name }).selectOption(value);
  await page.keyboard.press('Escape');
}

/**
 * Waits until this many lines are shown.
 * @param {Page} page @param {number} count
 */
export async function linesAre(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.lines li').length === wanted, count, {
    timeout: 30_000,
  });
}

/**
 * Waits until the page shows where the engine runs.
 * @param {Page} page @param {'server' | 'browser'} origin
 */
export async function engineRuns(page, origin) {
  await page.locator(`.engine [data-origin="${origin}"][data-depth]`).waitFor({ timeout: 30_000 });
}

/**
 * Moves a piece by clicking, and waits until the move is shown.
 * @param {Page} page @param {string} uci
 */
export async function play(page, uci) {
  const [from = '', to = ''] = /^([a-l]\d+)([a-l]\d+)$/.exec(uci)?.slice(1) ?? [];
  const before = await page.evaluate(() => document.querySelector('.moves [aria-current]')?.getAttribute('data-node'));
  await cell(page, from).click();
  await cell(page, to).click();
  await page.waitForFunction((old) => {
    const now = document.querySelector('.moves [aria-current]')?.getAttribute('data-node');
    return now !== undefined && now !== old;
  }, before);
}

/**
 * Returns the moves of the main line.
 * @param {Page} page
 */
export async function mainLine(page) {
  return page.locator('.moves .row button .san').allInnerTexts();
}

/**
 * Returns the shown move; `null` at the start.
 * @param {Page} page
 */
export async function shown(page) {
  const current = page.locator('.moves [aria-current] .san');
  return (await current.count()) === 0 ? null : current.innerText();
}

/** @param {Page} page @param {string} text */
export async function loadRecord(page, text) {
  await choose(page, 'Load a position or game');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Record of the game').fill(text);
  await dialog.getByRole('button', { name: 'Load record' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Reviews the game on the page, to the end. @param {Page} page */
export async function review(page) {
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await graph(page).waitFor({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Moves' }).click();
}

/** @param {Page} page */
export function graph(page) {
  return page.getByRole('slider', { name: 'Course of the game' });
}
