/** Comparison of the pages with the reference pictures in `pictures/`: layout, panels and colours, not the shapes of letters. */

import assert from 'node:assert/strict';
import { loadRecord, openAnalysis } from './analysis.mjs';
import { dressed, test } from './harness.mjs';
import { compare, looksAsKept } from './pictures.mjs';
import { move, open, start } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SIZES = {
  wide: { width: 1280, height: 800 },
  portrait: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
};
const RECORD = '[Variant "Shafran"]\n[White "Anna"]\n[Black "Bo"]\n\n1. e5 e6 2. Nc4 Nb5 3. Bd3 Bf8 *\n';
const OPENING = ['e2e5', 'e9e6', 'b1c4'];

/**
 * Starts a game of two people without a clock.
 * @param {Page} page
 */
async function game(page) {
  await start(page, { opponent: 'friend' });
  for (const uci of OPENING) await move(page, uci);
}

/** @param {Page} page */
async function lost(page) {
  await game(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
}

/** @typedef {`${keyof typeof SIZES} ${'light' | 'dark'}`} Look */

/** @type {Record<string, { looks: Look[], prepare: (page: Page) => Promise<void> }>} */
const SCENES = {
  setup: {
    looks: ['wide light', 'wide dark', 'portrait light', 'landscape light'],
    prepare: (page) => open(page),
  },
  game: { looks: ['wide light', 'portrait dark', 'landscape light'], prepare: game },
  over: { looks: ['wide light', 'portrait light'], prepare: lost },
  analysis: {
    looks: ['wide light', 'wide dark', 'portrait light', 'landscape dark'],
    async prepare(page) {
      await openAnalysis(page, { local: true });
      await page.getByRole('switch', { name: 'Engine' }).uncheck();
      await loadRecord(page, RECORD);
      await page.getByRole('button', { name: 'To the last move' }).click();
    },
  },
  editor: {
    looks: ['wide light', 'portrait light', 'landscape dark'],
    prepare: (page) => open(page, '/editor/shafran'),
  },
  library: {
    looks: ['wide light'],
    async prepare(page) {
      await lost(page);
      await open(page, '/library');
      await page.locator('main li').first().waitFor();
    },
  },
  import: {
    looks: ['wide light', 'portrait light'],
    async prepare(page) {
      await open(page, '/import');
      await page.getByLabel('FEN, PGN or moves', { exact: true }).fill(`${RECORD}\n`.repeat(12));
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByRole('heading', { name: '12 games' }).waitFor();
    },
  },
  learn: { looks: ['wide light', 'portrait dark'], prepare: (page) => open(page, '/learn') },
  variants: { looks: ['wide dark'], prepare: (page) => open(page, '/variants') },
  settings: {
    looks: ['wide light', 'portrait dark'],
    async prepare(page) {
      await open(page);
      await page.locator('header .tools > button').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
};

/** Only Chromium has reference pictures. */
const OPTIONS = { serviceWorkers: /** @type {const} */ ('block'), chromiumOnly: 'the pictures are those of Chromium' };

/** @param {Page} page @param {Look} look */
async function setLook(page, look) {
  const [size, colorScheme] = /** @type {[keyof typeof SIZES, 'light' | 'dark']} */ (look.split(' '));
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme });
  // Without hover effects or a text cursor.
  await page.mouse.move(0, 0);
  await dressed(page);
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement && !document.activeElement.closest('dialog')) {
      document.activeElement.blur();
    }
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.waitForTimeout(250);
}

for (const [scene, { looks, prepare }] of Object.entries(SCENES)) {
  test(
    `${scene} looks as in its pictures`,
    async ({ page, context }) => {
      await prepare(page);
      const desk = await context.newPage();
      await page.bringToFront();
      /** @type {string[]} */
      const failures = [];
      for (const look of looks) {
        await setLook(page, look);
        const name = `${scene}-${look.replace(' ', '-')}`;
        await looksAsKept(page, desk, name).catch((error) => failures.push(error.message));
      }
      assert.deepEqual(failures, []);
    },
    OPTIONS,
  );
}

/**
 * Changes of the page, and whether it still looks the same with them.
 * @type {[string, string, boolean][]}
 */
const CHANGES = [
  ['nothing', '/* */', true],
  ['another font', 'body, body * { font-family: monospace !important; }', false],
  ['a moved board', '.stage { transform: translateX(20px); }', false],
  ['a missing panel', '.panel { visibility: hidden; } .panel * { visibility: hidden; }', false],
  ['missing cards', '.cards { visibility: hidden; }', false],
  ['another accent', ':root { --accent: #2a7de1 !important; }', false],
  ['another ground', ':root { --page: #ffffff !important; }', false],
];

test(
  'a moved board, a missing panel, another colour and another font are seen in the pictures',
  async ({ page, context }) => {
    await open(page);
    const desk = await context.newPage();
    await page.bringToFront();
    await setLook(page, 'wide light');
    for (const [what, content, same] of CHANGES) {
      const style = await page.addStyleTag({ content });
      await page.waitForTimeout(250);
      const found = await compare(page, desk, 'setup-wide-light');
      assert.equal(found.same, same, `${what}: ${found.changed} of ${found.blocks} blocks`);
      await style.evaluate((node) => /** @type {Element} */ (node).remove());
    }
    await setLook(page, 'wide dark');
    assert.equal((await compare(page, desk, 'setup-wide-light')).same, false, 'the dark theme');
  },
  { ...OPTIONS, bypassCSP: true },
);
