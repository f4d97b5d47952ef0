/** Games between people: what the tests of them do again and again. */

import assert from 'node:assert/strict';
import { haveVisited } from './harness.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */

export const BLITZ = { kind: 'clock', initial: 300, increment: 3 };
export const BULLET = { kind: 'clock', initial: 60, increment: 0 };
export const DAYS = { kind: 'correspondence', days: 3 };

/** Helpmate in Shafran's chess. */
export const SHORT_MATE = ['a2a3', 'd8d5', 'h4e7', 'b7c6', 'e7c6'];

/**
 * Opens a page for another visitor.
 * @param {Page} page @param {string} url @param {ContextOptions} [options]
 */
export async function another(page, url, options = {}) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  await haveVisited(context);
  context.setDefaultTimeout(10_000);
  return context.newPage();
}

/**
 * Sends a request to the server in the visitor's name.
 * @param {Page} page
 * @param {string} url
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(page, url, path, body = {}) {
  const answer = await page.context().request.post(`${url}/api/${path}`, { data: body, headers: { Origin: url } });
  assert.ok(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
  return answer.status() === 204 ? null : answer.json();
}

/**
 * Registers an account for the visitor without the page, and returns its name, which begins with a prefix.
 * @param {Page} page @param {string} url @param {string} prefix
 * @returns {Promise<string>}
 */
export async function register(page, url, prefix) {
  const name = `${prefix}${Date.now().toString(36).slice(-6)}`;
  await ask(page, url, 'account/register', { name, password: 'six-sided boards' });
  return name;
}

/**
 * Starts a game of two visitors, who thereby become guests.
 * @param {Page} white
 * @param {Page} black
 * @param {string} url
 * @param {{ control?: object, variant?: string }} [offer]
 * @returns {Promise<string>} its id
 */
export async function begin(white, black, url, { control = BLITZ, variant = 'shafran' } = {}) {
  await ask(white, url, 'guest');
  await ask(black, url, 'guest');
  const offer = { variant, control, rated: false, side: 'white' };
  const { id } = await ask(white, url, 'challenges', { offer });
  const { game } = await ask(black, url, `challenges/${id}/accept`);
  return game;
}

/**
 * Opens the page of a game and waits for its board.
 * @param {Page} page @param {string} id
 */
export async function openLive(page, id) {
  await open(page, `/live/${id}`);
  await page.locator('.actions').waitFor();
}

/**
 * Opens the board of a new game for two visitors.
 * @param {Page} white
 * @param {string} url
 * @param {Parameters<typeof begin>[3]} [offer]
 */
export async function atTheBoard(white, url, offer) {
  const black = await another(white, url);
  const id = await begin(white, black, url, offer);
  await openLive(white, id);
  await openLive(black, id);
  return { id, black };
}

/**
 * Waits until the list has this many moves.
 * @param {Page} page @param {number} count
 */
export async function movesShown(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-ply]').length === wanted, count);
}

let commands = 0;

/**
 * Sends a command to a game without using a page.
 * @param {Page} page
 * @param {string} url
 * @param {string} game
 * @param {object} command
 */
export function act(page, url, game, command) {
  commands += 1;
  return ask(page, url, `games/${game}/commands`, { id: { client: 'test', n: commands }, command });
}
