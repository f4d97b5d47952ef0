/** What a browser leaves of a phone's screen: the board is as wide as the window, and the panel is a sheet that is pulled up. */

import assert from 'node:assert/strict';
import { loadRecord } from './analysis.mjs';
import { PHONE, tap, test } from './harness.mjs';
import { another, begin, BLITZ, DAYS } from './live.mjs';
import { cell, move, open, openSheet, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SIZES = [
  [390, 664],
  [375, 553],
  [360, 640],
  [320, 568],
];
/** Height that the content of a tab keeps, in pixels. */
const LEAST = 120;

/** @param {number} width @param {number} height */
const phone = (width, height) => ({ ...PHONE, viewport: { width, height } });

/** @param {Page} page @param {string} selector */
async function boxOf(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, selector);
  return box;
}

/**
 * Asserts that all of it is in the window, and that a press in its middle would reach it.
 * @param {Page} page @param {string} selector
 */
async function isReachable(page, selector) {
  for (const one of await page.locator(selector).all()) {
    const box = await one.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    assert.ok(box, selector);
    assert.ok(box.x >= -0.5 && box.x + box.width <= width + 0.5, `${selector} is as wide as the window allows`);
    assert.ok(box.y >= -0.5 && box.y + box.height <= height + 0.5, `${selector} ends at ${box.y + box.height}`);
    const reached = await one.evaluate((element) => {
      const { x, y, width: w, height: h } = element.getBoundingClientRect();
      const at = document.elementFromPoint(x + w / 2, y + h / 2);
      return at !== null && (element.contains(at) || at.contains(element));
    });
    assert.ok(reached, `${selector} is not covered`);
  }
}

/** @param {Page} page */
async function fillsTheWindow(page) {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = await page.evaluate(() => {
    const { scrollWidth: w, scrollHeight: h, clientWidth: cw, clientHeight: ch } = document.documentElement;
    return { scrollWidth: w, scrollHeight: h, clientWidth: cw, clientHeight: ch };
  });
  assert.deepEqual([scrollWidth, scrollHeight], [clientWidth, clientHeight], 'the page does not scroll');
  assert.equal(clientWidth, page.viewportSize()?.width, 'nothing is wider than the window');
}

/**
 * Asserts that the board is as wide as the window, or as high as what is below it allows.
 * @param {Page} page @param {number} width
 */
async function hasWideBoard(page, width) {
  const board = await boxOf(page, '.stage .board');
  const below = await boxOf(page, '.board-page .beside');
  const end = below.height > 1 ? below.y : (await boxOf(page, '.board-page .brief')).y;
  assert.ok(board.y < 44, `the board begins in the header, at ${board.y}`);
  assert.ok(board.width > width * 0.93 || end - board.y - board.height < 24, `the board is ${board.width} px wide`);
}

/**
 * Goes through the tabs of the open sheet.
 * @param {Page} page
 */
async function hasRoomInTabs(page) {
  for (const tab of await page.getByRole('tab').all()) {
    await tap(tab);
    const name = await tab.innerText();
    const content = await page.getByRole('tabpanel').boundingBox();
    const foot = page.locator('.board-page .foot');
    const covered = (await foot.count()) > 0 ? await foot.boundingBox() : null;
    assert.ok(content);
    const end = Math.min(content.y + content.height, covered?.y ?? Infinity, page.viewportSize()?.height ?? 0);
    assert.ok(end - content.y >= LEAST, `${name} has ${end - content.y} px`);
  }
}

/** What is always there on a page with a board, and how one comes to it. @type {Record<string, { go: (page: Page, url: string) => Promise<void>, always: string[] }>} */
const BOARDS = {
  'the set-up': { go: (page) => open(page), always: ['.start button', '.brief > button'] },
  'a game': {
    go: async (page) => {
      await start(page, { opponent: 'friend' });
      await move(page, 'e2e5');
    },
    always: ['.actions > button', '.move-strip > .step', 'main p.status'],
  },
  'a live game': {
    go: async (page, url) => {
      const black = await another(page, url);
      const id = await begin(page, black, url, { control: DAYS });
      await open(page, `/live/${id}`);
      await page.locator('.actions').waitFor();
    },
    always: ['.actions > button', '.move-strip > .step'],
  },
  'the analysis': {
    go: async (page) => {
      await open(page, '/analysis/shafran');
      await cell(page, 'e2').click();
      await cell(page, 'e5').click();
      await page.locator('.brief b').waitFor();
    },
    always: ['.best-line input', '.brief .buttons > button'],
  },
  'the editor': {
    go: (page) => open(page, '/editor/shafran'),
    always: ['.pieces label', '.buttons > .button', '.corners button', '.brief .button'],
  },
  'a puzzle': { go: (page) => open(page, '/puzzles/shafran'), always: ['.said[data-tone]', '.task-buttons .button'] },
  'an exercise': {
    go: (page) => open(page, '/exercises/shafran/bishop-3'),
    always: ['.said[data-tone]', '.task-buttons .button'],
  },
  'an ending': { go: (page) => open(page, '/endings/glinski/KBNK'), always: ['.move-strip > .step'] },
  'a practice': {
    go: async (page) => {
      await open(page, '/endings/glinski/KQK');
      await openSheet(page);
      await tap(page.getByRole('button', { name: 'Practise' }));
      await page.getByText(/^Your move: mate in \d+$/).waitFor();
    },
    always: ['.move-strip > .step'],
  },
};

for (const [width, height] of SIZES) {
  for (const [name, { go, always }] of Object.entries(BOARDS)) {
    test(
      `${name} fits into ${width}x${height}`,
      async ({ page, url }) => {
        await go(page, url);
        await fillsTheWindow(page);
        await hasWideBoard(page, width);
        for (const selector of always) await isReachable(page, selector);
        await openSheet(page);
        await page.locator('.surface.open').waitFor();
        await page.waitForTimeout(50);
        const sheet = await boxOf(page, '.surface.open');
        assert.ok(Math.abs(sheet.y - height * 0.3) < 3, `the sheet takes 70 % of the height, from ${sheet.y}`);
        const board = await boxOf(page, '.stage .board');
        assert.ok(board.y + board.height <= sheet.y && board.width > 70, 'a small whole board stays');
        await hasRoomInTabs(page);
        await page.keyboard.press('Escape');
        await page.locator('.surface.open').waitFor({ state: 'detached' });
        await hasWideBoard(page, width);
        await fillsTheWindow(page);
      },
      phone(width, height),
    );
  }
}

test(
  'a finger pulls the sheet up and down, and a tap on the small board closes it',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    const cdp = await page.context().newCDPSession(page);
    /** @param {number} from @param {number} to */
    const pull = async (from, to) => {
      const at = (/** @type {number} */ y) => [{ x: 195, y }];
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
      for (let step = 1; step <= 10; step++) {
        await cdp.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at(from + ((to - from) * step) / 10),
        });
        await page.waitForTimeout(16);
      }
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const brief = await boxOf(page, '.brief');
    await pull(brief.y + 20, brief.y + 10);
    assert.equal(await page.locator('.surface.open').count(), 0, 'a short pull falls back');
    await pull(brief.y + 20, 220);
    await page.locator('.surface.open').waitFor();
    await page.waitForTimeout(300);
    const sheet = await boxOf(page, '.surface.open');
    await pull(sheet.y + 10, 640);
    await page.locator('.surface.open').waitFor({ state: 'detached' });
    await pull(brief.y + 20, 220);
    await page.locator('.surface.open').waitFor();
    await page.waitForFunction(
      () => (document.querySelector('.stage .board')?.getBoundingClientRect().width ?? 999) < 150,
    );
    await page.waitForTimeout(300);
    const board = await boxOf(page, '.stage .board');
    await page.touchscreen.tap(board.x + board.width / 2, board.y + board.height / 2);
    await page.locator('.surface.open').waitFor({ state: 'detached' });
  },
  { ...phone(390, 664), chromiumOnly: 'touch events are sent over CDP' },
);

test(
  'the sheet is opened and closed by keyboard, and the focus stays with it',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await move(page, 'e2e5');
    await page.getByRole('button', { name: 'Show the panel' }).press('Enter');
    await page.locator('.surface.open').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.surface') !== null), true);
    await page.keyboard.press('Escape');
    await page.locator('.surface.open').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.brief') !== null), true);
  },
  phone(390, 664),
);

test(
  'the strip of a game shows the last move and goes back and forward',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    for (const uci of ['e2e5', 'e9e6', 'b1c4', 'c8b5', 'c1d3', 'g10f8']) await move(page, uci);
    await isReachable(page, '.move-strip [aria-current]');
    await tap(page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: 'Back' }));
    await statusIs(page, 'c1d3'.slice(2));
    await isReachable(page, '.move-strip [aria-current]');
  },
  phone(360, 640),
);

test(
  'an offer of a draw takes the place of the state and moves nothing',
  async ({ page, url }) => {
    const black = await another(page, url);
    const id = await begin(page, black, url, { control: BLITZ });
    await open(page, `/live/${id}`);
    await open(black, `/live/${id}`);
    await move(page, 'e2e5');
    await move(black, 'e9e6');
    await page.locator('.move-strip [data-move="2"]').waitFor();
    const before = await boxOf(page, '.stage .board');
    await black.getByRole('button', { name: 'Offer a draw' }).click();
    await black.locator('dialog .button.primary').click();
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    assert.deepEqual(await boxOf(page, '.stage .board'), before);
    await isReachable(page, '.notice .button');
    await isReachable(page, '.move-strip [aria-current]');
  },
  phone(360, 640),
);

test(
  'the end of a game has its buttons in one line, below the whole board',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await move(page, 'e2e5');
    await tap(page.locator('.actions').getByRole('button', { name: 'Resign' }));
    await tap(page.locator('dialog .button.primary'));
    const buttons = page.locator('.over .button');
    await buttons.first().waitFor();
    const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().y));
    assert.equal(new Set(tops).size, 1);
    await isReachable(page, '.over .button');
    await hasWideBoard(page, 360);
  },
  phone(360, 640),
);

test(
  'learning from mistakes stands below the board',
  async ({ page }) => {
    await open(page, '/analysis/shafran');
    await loadRecord(page, '[Variant "Shafran"]\n\n1. e5 e6 2. Nf5 Nd6 3. Bd3 Bf8 4. a3 i8 *');
    await openSheet(page);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: /Review the game/ }).click();
    const learn = page.getByRole('button', { name: /mistakes/ }).first();
    await learn.waitFor({ timeout: 60_000 });
    await tap(learn);
    await page.locator('.surface.open').waitFor({ state: 'detached' });
    await isReachable(page, '.retry .button');
  },
  phone(390, 664),
);

/** Sets the size of text that a visitor has chosen in the browser. @param {Page} page @param {number} size in pixels */
async function setTextSize(page, size) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.enable');
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: size } });
}

for (const [name, { go, always }] of Object.entries(BOARDS)) {
  test(
    `${name} can be used with text of 200 %`,
    async ({ page, url }) => {
      await setTextSize(page, 32);
      await go(page, url);
      await page.waitForTimeout(300);
      await fillsTheWindow(page);
      for (const selector of always) await isReachable(page, selector);
      const board = await boxOf(page, '.stage .board');
      assert.ok(board.width > 130, `the board is ${board.width} px wide`);
      for (const players of await page.locator('.players').all()) {
        const box = await players.boundingBox();
        const beside = !box || box.y + box.height <= board.y + 1 || box.y >= board.y + board.height - 1;
        assert.ok(beside, `${await players.innerText()} is on the board`);
      }
    },
    { ...phone(390, 664), chromiumOnly: 'the size of text is set over CDP' },
  );
}

test(
  'the sheet stands on the keyboard, and what is written is seen',
  async ({ page, url }) => {
    const black = await another(page, url);
    const id = await begin(page, black, url, { control: DAYS });
    await open(page, `/live/${id}`);
    await page.locator('.actions').waitFor();
    await openSheet(page);
    await tap(page.getByRole('tab', { name: 'Chat' }));
    const field = page.getByRole('tabpanel').getByRole('textbox');
    await field.focus();
    // A keyboard of 280 px: browsers make the visual viewport smaller, and leave the page as it is.
    await page.evaluate(() => {
      const view = window.visualViewport;
      if (!view) throw new Error('no visual viewport');
      Object.defineProperty(view, 'height', { get: () => innerHeight - 280, configurable: true });
      view.dispatchEvent(new Event('resize'));
    });
    await page.waitForTimeout(300);
    const box = await field.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 664 - 280, `the field ends at ${box?.y}`);
    await field.fill('Good luck!');
    await field.press('Enter');
    const said = page.getByRole('log').getByText('Good luck!');
    await said.waitFor();
    // The line is drawn again when the server has it.
    await page.waitForTimeout(500);
    const line = await said.boundingBox();
    assert.ok(line && line.y + line.height <= 664 - 280, `the line ends at ${line?.y}`);
    await page.evaluate(() => {
      const view = window.visualViewport;
      Object.defineProperty(view, 'height', { get: () => innerHeight, configurable: true });
      view?.dispatchEvent(new Event('resize'));
    });
    await page.waitForTimeout(300);
    const sheet = await boxOf(page, '.surface.open');
    assert.ok(Math.abs(sheet.y + sheet.height - 664) < 80, `the sheet is back, to ${sheet.y + sheet.height}`);
  },
  phone(390, 664),
);

test(
  'the board keeps its place while the address bar moves',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await move(page, 'e2e5');
    for (const height of [720, 664, 630, 664]) {
      await page.setViewportSize({ width: 390, height });
      await page.waitForTimeout(50);
      await fillsTheWindow(page);
      await hasWideBoard(page, 390);
      await isReachable(page, '.actions > button');
    }
  },
  phone(390, 664),
);
