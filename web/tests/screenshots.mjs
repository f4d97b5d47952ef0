/**
 * Takes pictures of every page in seven sizes, both themes and all languages, for inspection: `npm run screenshots --
 * [--firefox] [WORD...]` with words that the names must contain (`-lobby-desktop` begins one). Writes into
 * `test-results/screenshots`. SAFFRON_BIN names the program. `--firefox` uses Firefox, with the light theme only.
 */

import { mkdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { dressed, haveVisited, LOCALES, startBrowser, startServer } from './harness.mjs';
import { inhabit } from './inhabited.mjs';
import { pick } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Record<string, string>} Words Messages of the page's language. */

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'laptop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
  // What a browser leaves of a phone's screen.
  { name: 'short', width: 390, height: 664 },
  { name: 'small', width: 360, height: 640 },
  { name: 'landscape', width: 740, height: 360 },
  { name: 'side', width: 664, height: 390 },
];
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
  await page.locator('.start button[type=submit]').click();
  await play(page, moves);
}

/**
 * Opens one of the play options in the lobby.
 * @param {string} kind
 */
const way = (kind) => async (/** @type {Page} */ page) => {
  await page.locator(`[data-way="${kind}"]`).click();
  await page.getByRole('dialog').waitFor();
};

const RECORD = `[White "Ada"]
[WhiteElo "1712"]
[Black "Boris"]
[BlackElo "1695"]
[Variant "Shafran"]

1. e5 e6 2. Nf5 Nd6 3. Bd3 Bf8 4. a3 i8 *`;

/** Imports a game, and lets the engine look at its last position. @param {Page} page */
async function analyseGame(page) {
  // The program may be built without optimisation; the engine of the browser never is.
  await page.route('**/api/analysis', (route) => route.abort());
  await page.locator('main textarea').fill(RECORD);
  await page.locator('main form button[type=submit], main .button.primary').first().click();
  await page.waitForURL(/analysis/);
  await page.locator('.engine .head button').last().click();
  await page.locator('.engine select').first().selectOption('3');
  await page.keyboard.press('Escape');
  await page.locator('[data-ply], .moves .row button').last().click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(20_000);
}

/**
 * Opens a part of a game's panel: a tab, or on a phone an action.
 * @param {Page} page @param {string | undefined} named
 */
async function tab(page, named = '') {
  const name = new RegExp(`^${named}`);
  const tabs = page.getByRole('tab', { name });
  const action = page.getByRole('button', { name });
  if (await tabs.isVisible()) return tabs.click();
  if (await action.first().isVisible()) return action.first().click();
  await page.locator('.panel [aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name }).click();
}

/**
 * `as` is whose session it is; in a path, `:name` is an id that the server has made.
 * @type {Record<string, { path: string, as?: string, full?: boolean, prepare?: (page: Page, words: Words) => Promise<void> }>}
 */
const PAGES = {
  'first-visit': { path: '/' },
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
      await page.locator('.start button[type=submit]').click();
      await play(page, ['e2e5']);
      await page.locator('.actions button').nth(2).click();
      await page.locator('dialog .button.primary').click();
    },
  },
  'game-brusky': {
    path: '/play/brusky',
    async prepare(page) {
      await page.locator('.start button[type=submit]').click();
    },
  },
  analysis: {
    path: '/analysis/shafran',
    async prepare(page) {
      await play(page, OPENING);
      await page.waitForTimeout(2500);
    },
  },
  // The picture of the readme is the first of these.
  'analysis-lines': { path: '/import', prepare: analyseGame },
  variants: { path: '/variants' },
  editor: { path: '/editor/shafran' },
  import: { path: '/import' },
  library: { path: '/library' },
  puzzles: { path: '/puzzles/shafran' },
  'puzzle-glinski': {
    path: '/puzzles/glinski',
    prepare: (page, { puzzle_hint: name = '' }) => page.getByRole('button', { name, exact: true }).click(),
  },
  exercise: {
    path: '/exercises/shafran/bishop-3',
    prepare: async (page) => {
      await page.locator('.task-buttons .button').nth(1).click();
      await page.locator('.task-buttons .button').nth(1).click();
    },
  },
  'exercise-fork': { path: '/exercises/glinski/fork-1' },
  coordinates: {
    path: '/coordinates/shafran',
    prepare: (page) => page.locator('.task-buttons .primary').click(),
  },
  sheet: { path: '/sheet/shafran' },
  mistakes: { path: '/mistakes' },
  contests: { path: '/contests' },
  'contest-set': { path: '/contests?set', as: 'anna', full: true },
  'contest-open': { path: '/contest/:contest', as: 'anna', full: true },
  'contest-over': { path: '/contest/:over', as: 'boris', full: true },
  'contest-round': { path: '/round/:contest-2', as: 'anna' },
  tournaments: { path: '/tournaments', as: 'clara' },
  'tournament-new': { path: '/tournaments?new', as: 'clara', full: true },
  tournament: { path: '/tournament/:tournament' },
  'tournament-round': { path: '/tournament/:tournament?tab=2' },
  'tournament-players': { path: '/tournament/:tournament?tab=players' },
  'desk-round': { path: '/tournament/:tournament?tab=2', as: 'clara' },
  'desk-players': { path: '/tournament/:tournament?tab=players', as: 'clara' },
  'desk-settings': { path: '/tournament/:tournament?tab=settings', as: 'clara', full: true },
  'desk-log': { path: '/tournament/:tournament?tab=log', as: 'clara' },
  correspondence: { path: '/correspondence' },
  'correspondence-new': { path: '/correspondence?new', as: 'clara', full: true },
  'correspondence-open': { path: '/correspondence/:invited', as: 'clara' },
  'correspondence-played': { path: '/correspondence/:correspondence', as: 'anna', full: true },
  'elo-lists': { path: '/elo-lists' },
  'elo-list': { path: '/elo-list/:list' },
  'elo-history': {
    path: '/elo-list/:list',
    prepare: (page) => page.getByRole('button', { name: 'Ljuba Marković' }).click(),
  },
  'elo-tournaments': { path: '/elo-list/:list?tab=tournaments', as: 'clara' },
  'elo-players': { path: '/elo-list/:list?tab=players', as: 'clara', full: true },
  'elo-settings': { path: '/elo-list/:list?tab=settings', as: 'clara', full: true },
  endings: { path: '/endings/shafran' },
  'endings-glinski': { path: '/endings/glinski', full: true },
  'ending-line': { path: '/endings/glinski/KBNK', prepare: (page) => page.keyboard.press('ArrowRight') },
  'ending-zugzwang': {
    path: '/endings/shafran/KPKP',
    prepare: async (page) => {
      await page.locator('.choice select').selectOption({ index: 3 });
    },
  },
  'ending-figures': {
    path: '/endings/glinski/KQKR',
    prepare: (page) => page.locator('[data-tab=figures]').click(),
  },
  'ending-figures-bishops': {
    path: '/endings/devasa/KBNK',
    prepare: (page) => page.locator('[data-tab=figures]').click(),
  },
  learn: { path: '/learn' },
  'learn-shafran': { path: '/learn/shafran' },
  missing: { path: '/nothing' },
  lobby: { path: '/lobby' },
  'lobby-own': { path: '/lobby', as: 'anna' },
  'lobby-offer': { path: '/lobby', as: 'anna', prepare: way('seek') },
  'lobby-computer': { path: '/lobby', as: 'anna', prepare: way('computer') },
  'live-turn': { path: '/live/:turn', as: 'anna' },
  'live-wait': { path: '/live/:turn', as: 'boris' },
  'live-offered': { path: '/live/:offered', as: 'anna' },
  'live-days': { path: '/live/:days', as: 'anna' },
  'live-days-wait': { path: '/live/:days', as: 'clara' },
  'live-chat': { path: '/live/:turn', as: 'anna', prepare: (page, { live_chat }) => tab(page, live_chat) },
  'live-conditional': {
    path: '/live/:days',
    as: 'clara',
    prepare: (page, { live_if_title }) => tab(page, live_if_title),
  },
  'live-ended': { path: '/live/:ended', as: 'anna' },
  'live-watched': { path: '/live/:watched', as: 'anna' },
  'live-watched-ended': { path: '/live/:ended' },
  watch: { path: '/watch' },
  'challenge-own': { path: '/challenge/:challenge', as: 'anna' },
  'challenge-friend': { path: '/challenge/:challenge' },
  'account-sign-in': { path: '/account' },
  'account-register': {
    path: '/account',
    prepare: (page) => page.getByRole('tab').nth(1).click(),
  },
  'account-reset': { path: '/account/reset?token=a' },
  account: { path: '/account', as: 'anna', full: true },
  notifications: { path: '/notifications', as: 'anna' },
  profile: { path: '/user/Anna', as: 'boris', full: true },
  'profile-own': { path: '/user/Anna', as: 'anna' },
  'profile-graph': {
    path: '/user/Anna',
    prepare: async (page) => {
      await page.locator('.rating summary').first().click();
      await page.waitForTimeout(700);
    },
  },
  archive: { path: '/archive' },
  'archive-filters': {
    path: '/archive',
    prepare: (page) => page.locator('summary').first().click(),
  },
  leaderboard: { path: '/leaderboard' },
  moderation: { path: '/moderation', as: 'clara', full: true },
};

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { firefox: { type: 'boolean', default: false } },
});
/** Firefox cannot be told a theme over WebDriver BiDi. @type {('light' | 'dark')[]} */
const THEMES = options.firefox ? ['light'] : ['light', 'dark'];
/** @type {Record<string, Words>} */
const words = {};
for (const locale of LOCALES) {
  const files = ['page', 'puzzles'].map((name) => new URL(`../app/messages/${locale}/${name}.json`, import.meta.url));
  const messages = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
  words[locale] = Object.assign({}, ...messages);
}
const folder = `test-results/screenshots${options.firefox ? '/firefox' : ''}`;
await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser(options.firefox ? 'firefox' : 'chromium');
try {
  const { sessions, ids } = await inhabit(browser, server);
  for (const [name, { path, as, full, prepare }] of Object.entries(PAGES)) {
    for (const { name: size, width, height } of SIZES) {
      for (const colorScheme of THEMES) {
        for (const locale of LOCALES) {
          const file = `${name}-${size}-${colorScheme}-${locale}`;
          if (!wanted.every((word) => `-${file}-`.includes(word))) continue;
          const context = await browser.newContext({
            baseURL: server.url,
            locale,
            viewport: { width, height },
            colorScheme,
            hasTouch: size !== 'desktop' && size !== 'laptop',
            reducedMotion: 'reduce',
            storageState: as === undefined ? undefined : sessions[as],
          });
          if (name !== 'first-visit') await haveVisited(context);
          context.setDefaultTimeout(8000);
          const page = await context.newPage();
          await page.goto(path.replace(/:(\w+)/, (_, id) => ids[id] ?? ''));
          await page.waitForTimeout(900);
          try {
            await prepare?.(page, words[locale] ?? {});
          } catch (error) {
            console.log(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
          }
          await dressed(page);
          await page.waitForTimeout(300);
          await page.screenshot({ path: `${folder}/${file}.png`, fullPage: full });
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
