/** Tests of the page before the app has started: the page's script is held back. */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { firstLoad, hold, paints, styled } from './first-load.mjs';
import { dressed, PHONE, smokeTest, test } from './harness.mjs';
import { act, another, begin, DAYS, SHORT_MATE } from './live.mjs';
import { open, pick, start } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The service worker would reply instead of `page.route`. */
const DIRECT = /** @type {const} */ ({ serviceWorkers: 'block' });
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the places of elements that must not move when the app takes over.
 * @param {Page} page
 */
function places(page) {
  return page.evaluate(() => {
    const parts =
      'header, .players, .box .board svg.sfb-svg, .panel, .card, .picture svg, output, .segments, .start button';
    return [...document.querySelectorAll(parts)].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.tagName, ...[x, y, width, height].map((value) => Math.round(value * 2) / 2)].join(' ');
    });
  });
}

/** @param {string[]} all places, of which it returns those of header, board and panel */
const framesOf = (all) => all.filter((place) => /^(?:HEADER|SECTION|svg)/.test(place)).slice(0, 3);

/**
 * Returns whether an element is visible.
 * @param {Page} page @param {string} selector
 */
async function isSeen(page, selector) {
  await styled(page);
  return page.locator(selector).evaluate((node) => getComputedStyle(node).visibility === 'visible');
}

for (const [name, path, options] of /** @type {const} */ ([
  ['on a wide screen', '/', {}],
  ['on a phone', '/', PHONE],
  ['on a phone on its side, in Russian', '/ru', { viewport: { width: 844, height: 390 } }],
  ['of another variant', '/play/devasa', {}],
])) {
  test(
    `the play page is there before the app, and nothing moves when it starts: ${name}`,
    async ({ page, url }) => {
      const release = await hold(page);
      const dress = await hold(page, /\/assets\/typeface-/);
      const loading = firstLoad(page, url, path, { settleMs: 500 });
      await page.locator('.preview .sfb-svg').waitFor();
      // Wait until paints have been reported.
      await page.waitForTimeout(1000);
      const before = await places(page);
      assert.ok(before.length > 12, before.join('\n'));
      const { lcp: painted } = await page.evaluate(paints);
      assert.ok(painted > 0, 'the document was painted');
      release();
      const { lcp, shifts } = await loading;
      assert.equal(await page.locator('.preview').count(), 0);
      assert.deepEqual(await places(page), before);
      assert.equal(lcp, painted, 'the largest text was in the document');
      assert.ok(shifts <= 0.01, `shifts by ${shifts}`);
      assert.equal(await page.locator('.card svg').count(), 6);
      dress();
      await dressed(page);
      await page.waitForTimeout(500);
      const after = await page.evaluate(paints);
      assert.ok(after.shifts <= 0.01, `the typeface shifts by ${after.shifts}`);
      assert.deepEqual(framesOf(await places(page)), framesOf(before));
    },
    { ...options, ...DIRECT },
  );
}

test(
  'what is seen before the app is accessible, and cannot be used yet',
  async ({ page }) => {
    await page.addInitScript(AXE);
    const release = await hold(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.preview .sfb-svg').waitFor();
    const violations = await page.evaluate(async () => {
      const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
      return (await axe.run(document, { resultTypes: ['violations'] })).violations.map(
        ({ id, help }) => `${id}: ${help}`,
      );
    });
    assert.deepEqual(violations, []);
    for (let key = 0; key < 12; key++) {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.closest('.preview') ?? null), null);
    }
    release();
    await page.locator('main [data-cell]').first().waitFor();
  },
  DIRECT,
);

/**
 * Returning visitors who see something else than the documents show: what they do, what stays visible, and what they see in the
 * end.
 */
const RETURNING = /** @type {const} */ ([
  {
    name: 'with a game in progress',
    /** @param {Page} page */
    before: async (page) => {
      await start(page, { opponent: 'friend' });
      await page.locator('[data-cell="e2"]').click();
      await page.locator('[data-cell="e4"]').click();
      await page.locator('[data-piece=P][data-at=e4]').waitFor();
    },
    seen: '[data-piece=P][data-at=e4]',
    header: true,
  },
  {
    name: 'with another variant',
    /** @param {Page} page */
    before: async (page) => {
      await open(page);
      await pick(page, 'variant', 'brusky');
    },
    seen: 'input[value=brusky]:checked',
    header: true,
  },
  {
    name: 'without coordinates, by night',
    /** @param {Page} page */
    before: async (page) => {
      await open(page);
      await page.evaluate(() =>
        localStorage.setItem('saffron.settings', JSON.stringify({ coordinates: false, theme: 'dark' })),
      );
    },
    seen: '.sfb-layer-labels:empty',
    header: true,
  },
]);

for (const { name, before, seen, header } of RETURNING) {
  test(
    `no board of somebody else's flashes up: ${name}`,
    async ({ page }) => {
      await before(page);
      // Wait for the delayed save.
      await page.waitForTimeout(500);
      const release = await hold(page);
      await page.goto('/', { waitUntil: 'commit' });
      await page.locator('.preview .sfb-svg').waitFor({ state: 'attached' });
      assert.equal(await isSeen(page, '.preview .box'), false);
      assert.equal(await isSeen(page, 'header .brand'), header);
      const theme = await page.evaluate(() => document.documentElement.dataset.theme);
      assert.equal(theme, name.includes('night') ? 'dark' : 'system', 'the theme is there before the first paint');
      release();
      await page.locator(seen).waitFor({ state: 'attached' });
      await page.locator('main [data-cell="e4"]').waitFor();
      assert.equal(await page.locator('.card svg').count(), name.includes('game') ? 0 : 6);
    },
    DIRECT,
  );
}

/** @type {[name: string, options: import('playwright-core').BrowserContextOptions, settings: object][]} */
const SPEAKERS = [
  ['the browser’s', { locale: 'ru-RU' }, {}],
  ['chosen', {}, { locale: 'ru' }],
];
for (const [name, options, settings] of SPEAKERS) {
  test(
    `a visitor of another language, ${name}, sees the document in it before the app, and needs no scripts in English`,
    async ({ page }) => {
      await page.addInitScript(
        (text) => localStorage.setItem('saffron.settings', text),
        JSON.stringify({ ...settings, theme: 'dark' }),
      );
      await hold(page, /\/assets\/en-/);
      for (const [path, own] of [
        ['/?utm_source=x#top', '/ru?utm_source=x#top'],
        ['/learn/glinski', '/ru/learn/glinski'],
      ]) {
        const release = await hold(page, /\/assets\/ru-[^/]*\/index-/);
        await page.goto(path ?? '', { waitUntil: 'commit' });
        await page.waitForURL(`**${own}`, { waitUntil: 'commit' });
        await page.locator('html[lang=ru] main h1').first().waitFor({ state: 'attached' });
        assert.equal(await isSeen(page, 'main'), true, path);
        release();
        await page.locator('main:not([data-prerendered]) h1').first().waitFor({ state: 'attached' });
        assert.match(await page.title(), /[а-я]/);
      }
    },
    { ...DIRECT, ...options },
  );
}

smokeTest(
  'a visitor who was here without a choice sees the page at once',
  async ({ page }) => {
    await open(page);
    await page.waitForTimeout(500);
    const release = await hold(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.preview .sfb-svg').waitFor();
    assert.equal(await isSeen(page, '.preview .box'), true);
    release();
    await page.locator('main [data-cell="e4"]').waitFor();
  },
  DIRECT,
);

/**
 * Returns what is seen of a puzzle: the places that must not move, the pieces in units of the drawing, and the texts.
 * @param {Page} page
 */
async function puzzleOn(page) {
  const [boxes, board] = [
    await places(page),
    await page.evaluate(() => {
      const svg = document.querySelector('main svg.sfb-svg');
      const pieces = [...(svg?.querySelectorAll('[data-piece]') ?? [])].map((piece) => {
        const [, x, y] = /\((\S+) (\S+)\)/.exec(piece.getAttribute('transform') ?? '') ?? [];
        return [piece.getAttribute('data-piece'), x ?? piece.getAttribute('x'), y ?? piece.getAttribute('y')].join(' ');
      });
      const texts = ['.players', '.task-head', '.said', '.task-panel ol .name', '.task-panel dl', '.task-buttons'].map(
        (part) =>
          [...document.querySelectorAll(`main ${part}`)]
            .map((node) => /** @type {HTMLElement} */ (node).innerText)
            .join(),
      );
      return { box: svg?.getAttribute('viewBox'), pieces: pieces.sort(), texts };
    }),
  ];
  return { boxes, ...board };
}

for (const [name, path, options] of /** @type {const} */ ([
  ['on a wide screen', '/puzzles/shafran', { viewport: { width: 1280, height: 800 } }],
  ['on a short phone', '/puzzles', { ...PHONE, viewport: { width: 390, height: 664 } }],
  ['on a phone, in Russian', '/ru/puzzles/glinski', PHONE],
  ['on a phone on its side', '/puzzles/mccooey', { viewport: { width: 664, height: 390 } }],
  ['of a wide board', '/puzzles/brusky', { viewport: { width: 1280, height: 800 } }],
])) {
  test(
    `the puzzle of the day is there before the app, and nothing moves when it starts: ${name}`,
    async ({ page, url }) => {
      // The opponent's first move comes when all has been compared.
      await page.addInitScript(() => {
        const { setTimeout: later } = window;
        /** @type {any} */ (window).setTimeout = (/** @type {() => void} */ work, /** @type {number} */ time) =>
          later(work, time === 450 ? 5000 : time);
      });
      const release = await hold(page);
      await hold(page, /\/assets\/typeface-/);
      const loading = firstLoad(page, url, path, { settleMs: 500 });
      await page.locator('.preview [data-piece]').first().waitFor();
      await page.waitForTimeout(500);
      assert.equal(await isSeen(page, '.preview svg.sfb-svg'), true);
      const before = await puzzleOn(page);
      assert.ok(before.pieces.length >= 3, before.pieces.join('\n'));
      release();
      const { shifts } = await loading;
      assert.equal(await page.locator('.preview').count(), 0);
      assert.deepEqual(await puzzleOn(page), before);
      assert.ok(shifts < 0.001, `shifts by ${shifts}`);
    },
    { ...options, ...DIRECT },
  );
}

test(
  'the puzzle of the day stays on the screen while the page’s own files are loading',
  async ({ page }) => {
    await page.addInitScript(() => {
      const frames = { empty: 0 };
      Object.assign(globalThis, { saffronFrames: frames });
      const look = (/** @type {boolean} */ seen) => {
        const pieces = document.querySelector('main [data-piece]') !== null;
        if (seen && !pieces) frames.empty += 1;
        requestAnimationFrame(() => look(seen || pieces));
      };
      requestAnimationFrame(() => look(false));
    });
    const releases = [await hold(page, /\/PuzzlesRoute-[^/]*\.js$/), await hold(page, /\.tsv$/)];
    await page.goto('/puzzles/shafran', { waitUntil: 'commit' });
    for (const release of releases) {
      // The app has started when its element is no longer that of the document.
      await page.waitForFunction(() => document.querySelector('main:not([data-prerendered]) .preview'));
      await page.waitForTimeout(1000);
      assert.equal(await isSeen(page, '.preview svg.sfb-svg'), true);
      assert.equal(await page.locator('main h1').count(), 1);
      release();
    }
    await page.locator('main [data-cell]').first().waitFor();
    assert.equal(await page.locator('.preview').count(), 0);
    const empty = await page.evaluate(() => /** @type {any} */ (globalThis).saffronFrames.empty);
    assert.equal(empty, 0, 'frames without a puzzle');
  },
  DIRECT,
);

for (const [name, query, stored, seen] of /** @type {const} */ ([
  ['with a theme in the address', '?theme=fork', {}, false],
  ['with another board chosen', '', { 'saffron.settings': { boardTheme: 'moss' } }, false],
  [
    'after a game and with a theme of the page',
    '',
    { 'saffron.playing': true, 'saffron.settings': { theme: 'dark' } },
    true,
  ],
  ['after puzzles', '', { 'saffron.puzzles': { shafran: { rating: 1400 } } }, true],
])) {
  test(
    `the puzzle of the day is seen by those to whom the app shows it: ${name}`,
    async ({ page }) => {
      await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value));
      }, stored);
      const release = await hold(page);
      await page.goto(`/puzzles/shafran${query}`, { waitUntil: 'commit' });
      await page.locator('.preview').waitFor({ state: 'attached' });
      assert.equal(await isSeen(page, '.preview'), seen);
      assert.equal((await page.locator('.preview [data-piece]').count()) > 0, seen);
      if (seen) {
        // The preview does not know a visitor's results.
        const results = 'saffron.puzzles' in stored;
        assert.equal(await isSeen(page, '.preview .task-panel dl'), !results);
      }
      release();
      await page.locator('main [data-cell]').first().waitFor();
    },
    DIRECT,
  );
}

const WITHOUT_BOARD = [
  '/lobby',
  '/watch',
  '/learn',
  '/endings',
  '/library',
  '/import',
  '/variants',
  '/archive',
  '/leaderboard',
];

for (const viewport of [
  { width: 390, height: 664 },
  { width: 1440, height: 900 },
]) {
  test(
    `nothing moves on the pages without a board of their own when their content comes, at ${viewport.width} by ${viewport.height}`,
    async ({ page, url }) => {
      // Games that are on, and one that has ended.
      const [white, black] = [await another(page, url), await another(page, url)];
      for (let game = 0; game < 2; game++) await begin(white, black, url, { control: DAYS });
      const ended = await begin(white, black, url, { control: DAYS });
      for (const [ply, uci] of SHORT_MATE.entries())
        await act(ply % 2 === 0 ? white : black, url, ended, { kind: 'move', uci, ply });
      // The computers may begin a game when they are watched, for which the boards make room. Tests that run before may have
      // watched their last one.
      await page.goto('/watch');
      const begun = page.getByRole('main').getByText('Saffron').first().waitFor({ timeout: 6000 });
      await begun.catch(() => undefined);
      // Answers come after the page has been painted, and one after the other.
      let asked = 0;
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 100 + 150 * (asked++ % 4)));
        // The page may have been left.
        await route.continue().catch(() => undefined);
      });
      for (const path of WITHOUT_BOARD) {
        await page.goto(path);
        await page.locator('h1').waitFor();
        await page.waitForTimeout(1500);
        const { shifts } = await page.evaluate(paints);
        assert.ok(shifts <= 0.02, `${path} shifts by ${shifts}`);
      }
    },
    { viewport, chromiumOnly: 'only Chromium reports layout shifts' },
  );
}
