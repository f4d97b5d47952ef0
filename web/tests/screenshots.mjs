/**
 * Pictures of every page in three sizes, both themes and both languages, to be looked at:
 * `npm run screenshots -- [--firefox] [WORD...]` with words that the names must contain. Writes into
 * `test-results/screenshots`. SAFFRON_BIN names the program. `--firefox` takes them in Firefox, in the light theme only.
 */

import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startBrowser, startServer } from './harness.mjs';
import { pick } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SIZES = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'landscape', width: 844, height: 390 },
];
const LOCALES = ['en', 'ru'];
const OPENING = ['e2e5', 'e9e6', 'b1c4', 'c8b5', 'c1d3', 'g10f8'];

/** Plays moves by clicking. @param {Page} page @param {string[]} moves */
async function play(page, moves) {
  for (const uci of moves) {
    const [, from, to] = /^([a-l]\d+)([a-l]\d+)/.exec(uci) ?? [];
    await page.locator(`[data-cell="${from}"]`).click();
    await page.locator(`[data-cell="${to}"]`).click();
  }
}

/** Starts a game of two at one screen. @param {Page} page */
async function friendGame(page, moves = OPENING) {
  await pick(page, 'opponent', 'friend');
  await pick(page, 'clock', '5+3');
  await page.locator('form button[type=submit]').click();
  await play(page, moves);
}

/** @type {Record<string, { path: string, prepare?: (page: Page) => Promise<void> }>} */
const PAGES = {
  setup: { path: '/' },
  'setup-devasa': { path: '/play/devasa' },
  game: {
    path: '/',
    async prepare(page) {
      await friendGame(page);
      await page.locator('[data-cell="c4"]').click();
    },
  },
  over: {
    path: '/',
    async prepare(page) {
      await page.locator('form button[type=submit]').click();
      await play(page, ['e2e5']);
      await page.locator('.actions button').nth(2).click();
      await page.locator('dialog .button.primary').click();
    },
  },
  'game-brusky': {
    path: '/play/brusky',
    async prepare(page) {
      await page.locator('form button[type=submit]').click();
    },
  },
  analysis: {
    path: '/analysis/shafran',
    async prepare(page) {
      await play(page, OPENING);
      await page.waitForTimeout(2500);
    },
  },
  variants: { path: '/variants' },
  editor: { path: '/editor/shafran' },
  import: { path: '/import' },
  library: { path: '/library' },
  learn: { path: '/learn' },
  'learn-shafran': { path: '/learn/shafran' },
  missing: { path: '/nothing' },
};

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { firefox: { type: 'boolean', default: false } },
});
/** Firefox cannot be told a theme over WebDriver BiDi. @type {('light' | 'dark')[]} */
const THEMES = options.firefox ? ['light'] : ['light', 'dark'];
const folder = `test-results/screenshots${options.firefox ? '/firefox' : ''}`;
await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser(options.firefox ? 'firefox' : 'chromium');
try {
  for (const [name, { path, prepare }] of Object.entries(PAGES)) {
    for (const { name: size, width, height } of SIZES) {
      for (const colorScheme of THEMES) {
        for (const locale of LOCALES) {
          const file = `${name}-${size}-${colorScheme}-${locale}`;
          if (!wanted.every((word) => file.includes(word))) continue;
          const context = await browser.newContext({
            baseURL: server.url,
            locale,
            viewport: { width, height },
            colorScheme,
            hasTouch: size !== 'desktop',
            reducedMotion: 'reduce',
          });
          context.setDefaultTimeout(8000);
          const page = await context.newPage();
          await page.goto(path);
          await page.waitForTimeout(900);
          try {
            await prepare?.(page);
          } catch (error) {
            console.log(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
          }
          await page.waitForTimeout(300);
          await page.screenshot({ path: `${folder}/${file}.png` });
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
