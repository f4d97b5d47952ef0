/** Every page in every language, as on small phones: long words widen no page, and no text of a control is cut off. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dressed, LOCALES, test } from './harness.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Addresses of the built page. @type {{ documents: Record<string, object> }} */
const { documents } = JSON.parse(await readFile(new URL('../app/dist/addresses.json', import.meta.url), 'utf8'));
const PATHS = [
  // Every page whose name alone is an address.
  ...Object.keys(documents).filter((path) => /^\/[a-z]+$/.test(path) && !LOCALES.includes(path.slice(1))),
  '/learn/shafran',
  '/endings/shafran',
  '/endings/glinski/KQKR',
  '/exercises/shafran/bishop-3',
  '/lobby?friend',
  '/lobby?computer',
  '/tournaments?new',
  '/team-tournaments?new',
  '/elo-lists?new',
  '/correspondence?new',
  '/simuls?new',
  '/teams?new',
  '/account/reset?token=a',
  '/nothing',
  '/',
];
const SIZES = [
  { width: 360, height: 640 },
  { width: 664, height: 390 },
];

/** Runs in the page. Returns what is too wide: the page, or texts that end outside of their control or of the window. */
function tooWide() {
  const { documentElement: root } = document;
  const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
  /** @param {Element | null} node @param {Element} control */
  const isForScreenReaders = (node, control) => {
    for (let at = node; at && at !== control; at = at.parentElement) {
      if (at.clientWidth === 1 && at.clientHeight === 1) return true;
    }
    return node?.closest('.hidden, noscript, select') !== null;
  };
  /** @param {Element} node */
  const isInScroller = (node) => {
    for (let at = /** @type {Element | null} */ (node); at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const controls = 'button, .button, [role=tab], label, legend, nav a, th, dt, h1, h2, h3';
  for (const control of document.querySelectorAll(controls)) {
    const box = control.getBoundingClientRect();
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { nodeValue: text, parentElement: parent } = texts.currentNode;
      if (!text?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (isForScreenReaders(parent, control)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, right } = range.getBoundingClientRect();
      const { overflowX } = getComputedStyle(parent);
      const isCut = /hidden|clip/.test(overflowX) && parent.scrollWidth > parent.clientWidth + 1;
      const isOutside = left < box.left - 1 || right > box.right + 1;
      const isOffScreen = (left < -1 || right > innerWidth + 1) && !isInScroller(parent);
      if (isCut || isOutside || isOffScreen) found.push(`${control.localName}: ${text.trim()}`);
    }
  }
  return found;
}

for (const locale of LOCALES) {
  test(
    `nothing is too wide on small phones in ${locale}`,
    async ({ page }) => {
      await open(page, locale === LOCALES[0] ? '/' : `/${locale}`);
      await dressed(page);
      /** @type {Set<string>} */
      const found = new Set();
      for (const path of PATHS) {
        // As a link does, which is faster than loading each page.
        await page.evaluate((address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
        }, path);
        await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .loading'));
        for (const { width, height } of SIZES) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(50);
          for (const fault of await page.evaluate(tooWide)) found.add(`${path} at ${width}x${height}: ${fault}`);
        }
      }
      assert.deepEqual([...found], []);
    },
    // Unknown addresses, and pages of an account without one.
    { locale, seconds: 90, tolerate: /status of 40[14]/, chromiumOnly: 'one browser is enough for widths' },
  );
}
