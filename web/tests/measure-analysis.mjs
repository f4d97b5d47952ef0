/**
 * Measures how soon after a step to another position the analysis page shows a line of it, and how steadily it reports while it
 * searches on: with the engine in the browser and with that of the server. Usage: `npm run measure:analysis -- [--check]
 * [--steps=N]`. `--check` exits with status 1 if the median of the first lines is above FIRST_LINE_MS, or a pause is longer than
 * PAUSE_MS.
 */

import { parseArgs } from 'node:util';
import { BLUNDERS, engineRuns, loadRecord, openAnalysis } from './analysis.mjs';
import { haveVisited, startBrowser, startServer } from './harness.mjs';
import { quantile, useBuiltProgram } from './measuring.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 */

const FIRST_LINE_MS = 100;
const PAUSE_MS = 4000;

/** Time at each position before the next step, so that no step is a quick one. */
const STAY_MS = 1500;
/** Time in which the last position is searched: long enough for depths that last seconds. */
const LAST_MS = 15_000;

/**
 * Returns the time from each step to its first line, and the pauses between the reports of the last search, in milliseconds.
 * @param {Browser} browser @param {string} url @param {'browser' | 'server'} origin @param {number} steps
 */
async function measure(browser, url, origin, steps) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: url });
  await haveVisited(context);
  const page = await context.newPage();
  await openAnalysis(page, { local: origin === 'browser' });
  await loadRecord(page, BLUNDERS);
  await engineRuns(page, origin);
  await page.evaluate(() => {
    const seen = { step: 0, firsts: /** @type {number[]} */ ([]), reports: /** @type {number[]} */ ([]) };
    Object.assign(window, { seen });
    addEventListener('keydown', () => (seen.step = performance.now()), { capture: true });
    const status = document.querySelector('.engine .status');
    if (!status) throw new Error('the page has no status of an engine');
    let had = true;
    new MutationObserver(() => {
      const has = status.hasAttribute('data-depth');
      const now = performance.now();
      if (has && !had) seen.firsts.push(now - seen.step);
      if (has) seen.reports.push(now);
      had = has;
    }).observe(status, { attributes: true, characterData: true, childList: true, subtree: true });
  });
  await page.locator('.stage svg.sfb-svg').first().focus();
  await page.locator('body').press('End');
  for (let step = 0; step < steps; step++) {
    await page.waitForTimeout(STAY_MS);
    await page.locator('body').press(step % 10 < 5 ? 'ArrowLeft' : 'ArrowRight');
  }
  await page.waitForTimeout(LAST_MS);
  const { step, firsts, reports } = await page.evaluate(
    () =>
      /** @type {{ seen: { step: number, firsts: number[], reports: number[] } }} */ (/** @type {unknown} */ (window))
        .seen,
  );
  await context.close();
  const last = reports.filter((at) => at > step);
  return { firsts, pauses: last.slice(1).map((at, index) => at - (last[index] ?? at)) };
}

const { values: options } = parseArgs({
  options: { check: { type: 'boolean' }, steps: { type: 'string', default: '20' } },
});
const steps = Number(options.steps);
if (!Number.isInteger(steps) || steps < 1) throw new Error(`--steps must be a number of steps, not ${options.steps}`);

useBuiltProgram();

const server = await startServer();
const browser = await startBrowser();
let met = true;
try {
  console.log('milliseconds'.padEnd(12), ...['steps', 'median', '95 %', 'pause'].map((head) => head.padStart(8)));
  for (const origin of /** @type {const} */ (['browser', 'server'])) {
    const { firsts, pauses } = await measure(browser, server.url, origin, steps);
    const missed = firsts.length < steps || quantile(firsts, 0.5) > FIRST_LINE_MS || quantile(pauses, 1) > PAUSE_MS;
    if (missed) met = false;
    const numbers = [quantile(firsts, 0.5), quantile(firsts, 0.95), quantile(pauses, 1)].map((value) =>
      value.toFixed(0),
    );
    console.log(
      origin.padEnd(12),
      ...[String(firsts.length), ...numbers].map((text) => text.padStart(8)),
      missed ? ' MISSED' : '',
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
if (options.check && !met) process.exitCode = 1;
