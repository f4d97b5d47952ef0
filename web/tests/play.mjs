/** Actions and queries of the play page for tests. */

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens an address and waits until the app has drawn its page.
 * @param {Page} page @param {string} path
 */
export async function open(page, path = '/') {
  await page.goto(path);
  await page.locator('.preview').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/**
 * Starts a game; options not given stay as the page proposes them.
 * @param {Page} page
 * @param {{ variant?: string, opponent?: 'friend' | 'computer', level?: number, colour?: 'w' | 'b' | 'random' }} choice
 */
export async function start(page, { variant, opponent, level, colour } = {}) {
  if (page.url() === 'about:blank') await open(page);
  if (variant) await pick(page, 'variant', variant);
  if (opponent) await pick(page, 'opponent', opponent);
  if (level) await page.locator('input[name=level]').fill(String(level));
  if (colour) await pick(page, 'colour', colour);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('group', { name: 'Game actions' }).waitFor();
}

/**
 * Opens a page of the menu "Tools".
 * @param {Page} page @param {string} name
 */
export async function openTool(page, name) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/**
 * Chooses a radio button by its label.
 * @param {Page} page @param {string} name @param {string} value
 */
export async function pick(page, name, value) {
  const input = page.locator(`input[name="${name}"][value="${value}"]`);
  await openSheet(page);
  await page.locator('label').filter({ has: input }).click();
}

/**
 * Opens the sheet of a short phone, if there is one and it is closed.
 * @param {Page} page
 */
export async function openSheet(page) {
  const handle = page.locator('.brief > .handle');
  if (await handle.isVisible()) await handle.click();
}

/**
 * Uses an action of the game or the analysis, from the buttons or from the menu.
 * @param {Page} page
 * @param {string} name
 */
export async function choose(page, name) {
  const button = page.locator('.panel').getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) {
    await button.first().click();
    return;
  }
  await page.locator('.panel [aria-haspopup=menu]').first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/**
 * Returns the variant chosen for the next game.
 * @param {Page} page
 */
export function chosenVariant(page) {
  return page.locator('input[name=variant]:checked').inputValue();
}

/** @param {Page} page @param {string} name */
export function cell(page, name) {
  return page.locator(`[data-cell="${name}"]`);
}

/**
 * Clicks the cell of a piece and the target, and chooses the piece of a promotion.
 * @param {Page} page @param {string} uci
 */
export async function clickMove(page, uci) {
  const [from = '', to = '', promotion] = /^([a-l]\d+)([a-l]\d+)([qrbn])?$/.exec(uci)?.slice(1) ?? [];
  await cell(page, from).click();
  await cell(page, to).click();
  if (promotion) await page.locator(`[data-promotion="${promotion}"]`).click();
}

/**
 * Moves a piece by clicking, and waits until the move is in the list.
 * @param {Page} page @param {string} uci
 */
export async function move(page, uci) {
  const before = (await moves(page)).length;
  await clickMove(page, uci);
  await page.waitForFunction((count) => document.querySelectorAll('[data-ply]').length > count, before);
}

/**
 * Returns the moves of the list.
 * @param {Page} page
 */
export function moves(page) {
  return page.locator('[data-ply]').allTextContents();
}

/**
 * Returns the status line: whose turn it is, or how the game ended.
 * @param {Page} page
 */
export async function status(page) {
  const text = await page.locator('main p.status').innerText();
  return text.replace(/\s+/g, ' ').trim();
}

/** @param {Page} page @param {string | RegExp} text */
export async function statusIs(page, text) {
  const line = page.locator('main p.status');
  await line.filter({ hasText: text }).waitFor();
}

/**
 * Returns the piece on a cell as the board shows it, such as `K`; `null` if there is none.
 * @param {Page} page
 * @param {string} name
 */
export async function pieceAt(page, name) {
  const piece = page.locator(`[data-at="${name}"]`);
  return (await piece.count()) === 0 ? null : piece.getAttribute('data-piece');
}

/** @param {Page} page @param {Record<string, string | null>} expected */
export async function piecesAre(page, expected) {
  for (const [name, piece] of Object.entries(expected)) assert.equal(await pieceAt(page, name), piece, `on ${name}`);
}

/** @param {Page} page */
export async function openLoad(page) {
  await choose(page, 'Load a position or game');
  return page.getByRole('dialog');
}

/**
 * Returns the record in PGN from the dialog for sharing.
 * @param {Page} page
 */
export async function recordShown(page) {
  await choose(page, 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.locator('label', { has: page.locator('input[value=game]') }).click();
  const field = dialog.getByLabel('Game record (PGN)');
  await page.waitForFunction(
    (node) => /** @type {HTMLTextAreaElement} */ (node).value !== '',
    await field.elementHandle(),
  );
  const text = await field.inputValue();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return text;
}

/**
 * Loads a position through the dialog, for a game of both sides at one screen.
 * @param {Page} page @param {string} fen
 */
export async function loadFen(page, fen, variant = 'shafran') {
  const dialog = await openLoad(page);
  await dialog.getByLabel('Game', { exact: true }).selectOption(variant);
  await dialog.getByLabel('FEN of the position shown').fill(fen);
  await dialog.getByRole('button', { name: 'Load position' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/**
 * Returns the FEN of the position on the board.
 * @param {Page} page
 */
export async function fenShown(page) {
  const dialog = await openLoad(page);
  const fen = await dialog.getByLabel('FEN of the position shown').inputValue();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return fen;
}

/**
 * Waits until the service worker has cached as many files whose addresses fit a pattern.
 * @param {Page} page @param {RegExp} pattern @param {number} count
 */
export async function waitForCached(page, pattern, count = 1) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(
    async (wanted) => {
      const keys = await caches.keys();
      const all = await Promise.all(
        keys.map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => url)),
      );
      return all.flat().filter((url) => new RegExp(wanted.pattern).test(url)).length >= wanted.count;
    },
    { pattern: pattern.source, count },
  );
}
