/** Tests in a real browser against the real server: what every file of them uses. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, firefox } from 'playwright-core';
import project from '../app/project.inlang/settings.json' with { type: 'json' };
import { startSlowly } from './slow.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 * @typedef {import('playwright-core').BrowserContextOptions} ContextOptions
 * @typedef {import('playwright-core').Page} Page
 * @typedef {'chromium' | 'firefox'} BrowserName
 * @typedef {{ page: Page, context: BrowserContext, url: string, serve: typeof startServer, after: (end: () => Promise<void>) => void }} Visit
 * @typedef {{ seconds: number, tolerate: RegExp | null, smoke: boolean, chromiumOnly: string | null, firstVisit: boolean }} Conditions
 * @typedef {{ name: string, options: ContextOptions, body: (visit: Visit) => Promise<void> } & Conditions} Test
 * @typedef {{
 *   url: string,
 *   stop: () => Promise<void>,
 *   restart: (signal?: NodeJS.Signals) => Promise<void>,
 *   admin: (task: string[]) => Promise<void>,
 * }} Server
 */

/** Languages of the page, the base language first. */
export const LOCALES = [...new Set([project.baseLocale, ...project.locales])];

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Library that moves the clock of the server: Debian's package faketime. */
const LIBFAKETIME = process.env.LIBFAKETIME ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** @type {Test[]} */
const tests = [];

/** Returns the tests registered since the last call. */
export function takeTests() {
  return tests.splice(0);
}

/**
 * Registers a test, which gets a page with nothing stored, as after the scene of a first visit. What a page may still
 * ask for ends after the pages are closed: servers started with `serve` of the visit, and what is given to its `after`.
 * @param {string} name
 * @param {(visit: Visit) => Promise<void>} body
 * @param {ContextOptions & Partial<Conditions>} [options] `seconds`: timeout, 60 by default; `firstVisit`: true to begin
 *   with its scene; `tolerate`: expected errors of the page; `smoke`: whether Firefox runs it for every change; `chromiumOnly`: why Firefox cannot run it.
 */
export function test(name, body, options = {}) {
  const { seconds = 60, tolerate = null, smoke = false, chromiumOnly = null, firstVisit = false, ...rest } = options;
  tests.push({ name, body, seconds, tolerate, smoke, chromiumOnly, firstVisit, options: rest });
}

/**
 * Registers a test that Firefox runs for every change.
 * @type {typeof test}
 */
export function smokeTest(name, body, options) {
  test(name, body, { ...options, smoke: true });
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * Starts `saffron serve` with the given options and waits until it answers. Its data is in a temporary folder, removed when
 * it stops. `restart` stops it and starts it again with the same address and folder; `admin` runs `saffron admin` in between.
 * @param {string[] | ((url: string) => string[])} [options] `url` is the server's
 * @returns {Promise<Server>}
 */
export async function startServer(options = []) {
  const program = process.env.SAFFRON_BIN;
  if (!program) throw new Error('SAFFRON_BIN must name the saffron program (cargo all-tests sets it)');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const delay = Number(process.env.SAFFRON_SLOW ?? 0);
  const own = delay > 0 ? await freePort() : port;
  const endDelays = delay > 0 ? await startSlowly(port, own, delay) : undefined;
  const further = typeof options === 'function' ? options(url) : options;
  const folder = await mkdtemp(join(tmpdir(), 'saffron-test-'));
  const all = ['serve', '--listen', `127.0.0.1:${own}`, '--data', folder, ...further];
  const start = () => startProgram(program, all, `http://127.0.0.1:${own}`);
  let child = await start();
  /** @param {NodeJS.Signals} [signal] */
  const end = async (signal) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    stop: async () => {
      endDelays?.();
      await end();
      await rm(folder, { recursive: true, force: true });
    },
    restart: async (signal) => {
      await end(signal);
      child = await start();
    },
    admin: async (task) => {
      await end();
      const env = { ...process.env, ...movedClock() };
      const admin = spawn(program, ['admin', '--data', folder, ...task], { stdio: 'inherit', env });
      const [status] = await once(admin, 'exit');
      if (status !== 0) throw new Error(`saffron admin ${task.join(' ')} ended with status ${status}`);
      child = await start();
    },
  };
}

/** @param {string} program @param {string[]} options @param {string} url */
async function startProgram(program, options, url) {
  // Arenas of the server itself would be among those of the tests; an option is stronger.
  const env = { ...process.env, ...movedClock(), SAFFRON_STANDING_ARENAS: '0' };
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'inherit'], env });
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`${program} serve ended at once with status ${child.exitCode}`);
    try {
      await fetch(url);
      return child;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  child.kill();
  throw new Error(`${program} serve did not answer on ${url} within 10 seconds`);
}

/** Returns the variables that move the clock of a program, as `moveClock` moves that of a page. */
function movedClock() {
  const days = process.env.SAFFRON_DAYS;
  if (days === undefined) return {};
  return { LD_PRELOAD: LIBFAKETIME, FAKETIME: `+${days}d`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/**
 * Moves the clock of this process or, as a script, of a page: `Date` says what it will say a number of days later.
 * @param {number} days
 */
export function moveClock(days) {
  const { Date: Today } = globalThis;
  const moved = days * 86_400_000;
  globalThis.Date = /** @type {DateConstructor} */ (
    new Proxy(Today, {
      apply: () => new Today(Today.now() + moved).toString(),
      construct: (_, args, derived) =>
        Reflect.construct(
          Today,
          args.length === 0 ? [Today.now() + moved] : args,
          derived === globalThis.Date ? Today : derived,
        ),
      get: (_, name) => (name === 'now' ? () => Today.now() + moved : Reflect.get(Today, name)),
    })
  );
}

/** Chromium without windows, which does the same with two thirds of the processor time, or the whole browser. */
function installedChromium() {
  const shell = '/usr/bin/chromium-headless-shell';
  return existsSync(shell) ? shell : '/usr/bin/chromium';
}

/** @returns {Promise<Browser>} */
function startChromium() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? installedChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * Starts a release build of Firefox over WebDriver BiDi. Options that a context cannot set there are preferences.
 * @returns {Promise<Browser>}
 */
function startFirefox() {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'layout.css.prefers-color-scheme.content-override': 1 },
  });
}

/** @param {BrowserName} [name] */
export function startBrowser(name = 'chromium') {
  return name === 'firefox' ? startFirefox() : startChromium();
}

/** @param {Page} page */
export function inFirefox(page) {
  return page.context().browser()?.browserType().name() === 'firefox';
}

/**
 * Taps an element. Playwright has no touch over WebDriver BiDi, so Firefox gets a click.
 * @param {import('playwright-core').Locator} target
 */
export function tap(target) {
  return inFirefox(target.page()) ? target.click() : target.tap();
}

/**
 * Taps a point of the window.
 * @param {Page} page @param {number} x @param {number} y
 */
export function tapAt(page, x, y) {
  return inFirefox(page) ? page.mouse.click(x, y) : page.touchscreen.tap(x, y);
}

/**
 * Returns the reason why a test cannot run in Firefox; `null` if it can.
 * @param {Test} one
 */
export function whyNotInFirefox({ chromiumOnly, options }) {
  if (chromiumOnly !== null) return chromiumOnly;
  if (options.colorScheme === 'dark') return 'a page cannot be given a colour scheme over WebDriver BiDi';
  if (options.javaScriptEnabled === false) return 'JavaScript cannot be switched off over WebDriver BiDi';
  return null;
}

/**
 * Does what `serviceWorkers: 'block'` does in Chromium.
 * @param {BrowserContext} context
 */
function refuseServiceWorkers(context) {
  return context.addInitScript(() => {
    // An empty page is not a secure context.
    if (!('serviceWorker' in navigator)) return;
    Object.defineProperty(ServiceWorkerContainer.prototype, 'register', {
      value: () => Promise.reject(new DOMException('refused', 'SecurityError')),
    });
  });
}

/**
 * Collects all complaints of a page: errors on the console, uncaught ones, violations of the content security policy.
 * @param {BrowserContext} context
 */
function listen(context) {
  /** @type {string[]} */
  const complaints = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  return complaints;
}

/**
 * Runs one test in a fresh browser context.
 * @param {Browser} browser
 * @param {string} url
 * @param {Test} one
 */
export async function runTest(browser, url, one) {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...one.options,
  });
  context.setDefaultTimeout(10_000);
  if (one.options.serviceWorkers === 'block' && browser.browserType().name() === 'firefox') {
    await refuseServiceWorkers(context);
  }
  if (!one.firstVisit) await haveVisited(context);
  if (process.env.SAFFRON_DAYS) await context.addInitScript(moveClock, Number(process.env.SAFFRON_DAYS));
  const complaints = listen(context);
  /** @type {(() => Promise<void>)[]} */
  const ends = [];
  /** @param {() => Promise<void>} end */
  const after = (end) => void ends.unshift(end);
  /** @type {typeof startServer} */
  const serve = async (options) => {
    const server = await startServer(options);
    after(server.stop);
    return server;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    const page = await context.newPage();
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took longer than ${one.seconds} seconds`)), one.seconds * 1000);
    });
    await Promise.race([one.body({ page, context, url, serve, after }), late]);
    if (complaints.some((text) => !one.tolerate?.test(text))) throw new Error('the page complained');
  } catch (error) {
    if (error instanceof Error && complaints.length > 0) error.stack += `\nThe page said:\n${complaints.join('\n')}`;
    throw error;
  } finally {
    clearTimeout(timer);
    // Also contexts of the test's other visitors, whose pages would otherwise stay open during all later tests.
    await Promise.all([...new Set([context, ...browser.contexts()])].map((opened) => opened.close()));
    for (const end of ends) await end();
  }
}

/**
 * Marks the visitors of a context as having been here, so that the play page begins with the set-up.
 * @param {BrowserContext} context
 */
export function haveVisited(context) {
  return context.addInitScript(() => {
    try {
      localStorage.setItem('saffron.visited', 'true');
    } catch {
      // Some documents have no storage.
    }
  });
}

/**
 * Waits for the page's own typeface, which is loaded when the page is idle.
 * @param {Page} page
 */
export async function dressed(page) {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Saffron Sans') && status === 'loaded'),
  );
}
