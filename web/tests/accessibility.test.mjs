import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from './harness.mjs';
import { BLUNDERS, MATE_IN_ONE } from './analysis.mjs';
import { MATES, setContest, shortContest, solveRound } from './contests.mjs';
import { act, another, ask, begin, BLITZ, DAYS, openLive } from './live.mjs';
import { open, pick } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const MINI = fileURLToPath(new URL('../../variants/mini-hexchess.toml', import.meta.url));
const TOML = { name: 'bad.toml', mimeType: 'application/toml', buffer: Buffer.from('[[variant]]\nid = 1\n') };

/** Rules whose results depend on the theme or the language; those for the structure of a page do not. */
const OF_THEME_AND_LANGUAGE = {
  runOnly: ['cat.color', 'cat.language', 'cat.name-role-value', 'cat.text-alternatives'],
  // Naming categories also runs the rules that axe leaves out by default.
  rules: { 'color-contrast-enhanced': { enabled: false } },
};

/**
 * Checks a page by all rules in English, and by those that may differ in Russian, which is also in the other theme.
 * @param {Page} page @param {string} where
 */
async function check(page, where) {
  const violations = await page.evaluate(async (some) => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
    const all = document.documentElement.lang === 'en';
    const result = await axe.run(document, { resultTypes: ['violations'], ...(all ? {} : some) });
    return result.violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
    );
  }, OF_THEME_AND_LANGUAGE);
  assert.deepEqual(violations, [], where);
}

/**
 * Scenes of the play page, one after the other.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const SCENES = [
  ['choosing a game', async () => {}],
  [
    'the introduction',
    async (page) => {
      await page.locator('header .tools > button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the end of the introduction',
    async (page) => {
      const next = page.getByRole('button', { name: 'Next' });
      while (await next.isVisible()) await next.click();
    },
  ],
  [
    'settings',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('header .tools > button').last().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a game, with an impossible move',
    async (page) => {
      await page.keyboard.press('Escape');
      await pick(page, 'opponent', 'friend');
      await pick(page, 'clock', '5+3');
      await page.locator('.start button[type=submit]').click();
      await page.locator('[data-cell="e2"]').click();
      await page.locator('[data-cell="e5"]').click();
      await page.locator('[data-cell="e9"]').click();
      await page.locator('[data-cell="e2"]').click();
      await page.locator('.said').waitFor();
    },
  ],
  [
    'a position to load, with an error',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('.actions .opener').click();
      await page.getByRole('menuitem', { name: /Load a position or game|Загрузить позицию или партию/ }).click();
      await page.locator('dialog textarea').first().fill('nonsense');
      await page.locator('dialog section .button').first().click();
      await page.locator('dialog .error').waitFor();
    },
  ],
  [
    'a game to share',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('.actions .opener').click();
      await page.getByRole('menuitem', { name: /^(Share|Поделиться)$/ }).click();
      await page.locator('dialog [data-picture] svg').waitFor();
    },
  ],
  [
    'the question before resigning',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('.actions button').nth(2).click();
    },
  ],
  ['a finished game', async (page) => page.locator('dialog .primary').click()],
];

/**
 * Scenes of the page of variants.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const VARIANT_SCENES = [
  ['the variants', async (page) => page.locator('.cards .kind').first().waitFor()],
  [
    'variants of one’s own, one of them with a mistake',
    async (page) => {
      await page.locator('input[type=file]').setInputFiles(MINI);
      await page.locator('.answers p').waitFor();
      await page.locator('input[type=file]').setInputFiles(TOML);
      await page.locator('.answers .error').waitFor();
    },
  ],
  [
    'the question before removing a variant',
    async (page) => {
      await page.locator('header .parts a').first().click();
      await pick(page, 'variant', 'mini');
      await pick(page, 'opponent', 'friend');
      await page.locator('.start button[type=submit]').click();
      await page.locator('header .parts .opener').last().click();
      await page.locator('header .parts [role=menuitem]').last().click();
      await page.locator('.remove').click();
      await page.locator('dialog .buttons').waitFor();
    },
  ],
  [
    'the file dragged over the page',
    async (page) => {
      await page.locator('dialog .primary').click();
      const dataTransfer = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([''], 'x.toml'));
        return transfer;
      });
      await page.dispatchEvent('main', 'dragover', { dataTransfer });
      await page.locator('.target').waitFor();
    },
  ],
  ['the menu of tools', async (page) => page.locator('header .parts .opener').last().click()],
];

/**
 * Scenes of the analysis page.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const ANALYSIS_SCENES = [
  ['the analysis of a start', async (page) => page.locator('.lines li').first().waitFor()],
  [
    'several lines, and side lines',
    async (page) => {
      await page.locator('.engine .icon[popovertarget]').click();
      await page.locator('.engine [popover] select').first().selectOption('3');
      await page.keyboard.press('Escape');
      for (const uci of ['e2e5', 'e9e6']) await playOn(page, uci);
      await page.keyboard.press('ArrowLeft');
      await playOn(page, 'e9e8');
      await page.locator('.lines li').nth(2).waitFor();
    },
  ],
  [
    'a review that goes on',
    async (page) => {
      await page.locator('[data-tab=review]').click();
      await page.locator('.review button').click();
      await page.locator('progress').waitFor();
    },
  ],
  [
    'a reviewed game',
    async (page) => {
      await page.locator('.graph').waitFor();
      await page.keyboard.press('Home');
    },
  ],
  ['the mistakes of a game', loadBlunders],
  [
    'a small board with the position after a move of a line',
    async (page) => {
      await page.locator('.lines [data-at]').first().waitFor({ timeout: 30_000 });
      await page.locator('.lines [data-at]').first().hover();
      await page.locator('.preview').waitFor();
    },
  ],
  [
    'the menu of a move',
    async (page) => {
      await page.locator('.panel .buttons [aria-haspopup=menu]').click();
      await page.locator('.panel .buttons [role=menuitem]').first().waitFor();
    },
  ],
  [
    'comment and symbols of a move',
    async (page) => {
      await page.locator('.panel .buttons [role=menuitem]').first().click();
      await page.locator('.panel section textarea').fill('!');
    },
  ],
  [
    'learning from mistakes',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('[data-tab=review]').click();
      await page.locator('.review .learn button').first().click();
      await page.locator('.retry [data-stage=asks]').waitFor();
    },
  ],
  [
    'the solution of a mistake',
    async (page) => {
      await page.locator('.retry .buttons button').first().click();
      await page.locator('.retry [data-stage=shown]').waitFor();
      await page.locator('.retry .close').click();
    },
  ],
  [
    'an end without lines',
    async (page) => {
      await page.locator('.panel .head select').first().selectOption('glinski');
      await page.locator('.switch input').uncheck();
    },
  ],
];

/**
 * Scenes of the editor and the import page.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const TOOL_SCENES = [
  ['the editor', async (page) => open(page, '/editor/shafran')],
  ['the menu of the editor', async (page) => page.locator('.panel .head .opener').click()],
  [
    'a position that is not legal',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('.fen textarea').fill('kqbnr/bpppppp w - - 0 1');
      await page.locator('.fen textarea').press('Tab');
      await page.locator('.judgement.wrong').waitFor();
    },
  ],
  ['the import page', async (page) => open(page, '/import')],
  [
    'a list of games, one of which cannot be read',
    async (page) => {
      await page.locator('main textarea').fill(`${BLUNDERS}\n[Variant "Shafran"]\n\n1. e5 zz9 *\n\n${BLUNDERS}`);
      await page.locator('main .button.primary').click();
      await page.locator('main ol > li').nth(2).waitFor();
    },
  ],
];

/**
 * Scenes of one ending.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const ENDING_SCENES = [
  ['the last move of a line', async (page) => page.locator('.panel .buttons button').last().click()],
  [
    'a mutual zugzwang',
    async (page) => {
      await page.locator('.choice select').selectOption({ index: 2 });
      await page.locator('.panel dl').waitFor();
    },
  ],
  ['the figures of an ending', async (page) => page.locator('[data-tab=figures]').click()],
];

/**
 * Scenes of the practice of an ending.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const PRACTICE_SCENES = [
  [
    'a position to win',
    async (page) => {
      await page.locator('.practise').click();
      await page.locator('.panel dl').waitFor();
      await page.locator('[data-cell][data-piece], .stage [data-piece]').first().waitFor();
    },
  ],
];

/**
 * Scenes with the endgame tables' entry of a position.
 * @type {[string, (page: Page) => Promise<void>][]}
 */
const TABLE_SCENES = [
  [
    'the moves by result',
    async (page) => {
      await page.locator('.from-tables button').click();
      await page.locator('.move-table tbody').first().waitFor();
    },
  ],
];

/** @param {Page} page @param {string} uci */
async function playOn(page, uci) {
  const [from, to] = /^([a-l]\d+)([a-l]\d+)$/.exec(uci)?.slice(1) ?? [];
  await page.locator(`[data-cell="${from}"]`).click();
  await page.locator(`[data-cell="${to}"]`).click();
}

/** @param {Page} page */
async function loadBlunders(page) {
  await page.locator('.panel .head .opener').click();
  await page.getByRole('menuitem', { name: /Load a position or game|Загрузить позицию или партию/ }).click();
  await page.locator('dialog textarea').nth(1).fill(BLUNDERS);
  await page.locator('dialog section .button').nth(1).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('.review .button.primary').click();
  await page.locator('.graph').waitFor();
  await page.locator('[data-tab=moves]').click();
  await page.locator('[data-ply="1"]').click();
  await page.locator('.better').waitFor();
}

const PAGES = [
  '/learn',
  '/learn/shafran',
  '/learn/glinski',
  '/learn/mccooey',
  '/learn/hexofen',
  '/learn/devasa',
  '/learn/brusky',
  '/learn/shafran/castling',
  '/library',
  '/endings/glinski',
  '/endings/glinski/KQKR',
  '/puzzles/shafran',
  '/exercises/shafran',
  '/coordinates',
  '/sheet/shafran',
  '/mistakes',
  '/lobby',
  '/watch',
  '/archive',
  '/leaderboard',
  '/account',
  '/account/reset?token=a',
  '/nothing',
];

/** Pages with their scenes, visited without reloading. */
const SCENE_PAGES = /** @type {const} */ ([
  ['the play page', '/', SCENES, {}],
  ['the page of variants', '/variants', VARIANT_SCENES, {}],
  ['the page of an ending', '/endings/shafran/KPKP', ENDING_SCENES, {}],
  ['the practice of an ending', '/endings/shafran/KQK', PRACTICE_SCENES, {}],
  ['the endgame tables in the analysis', MATE_IN_ONE, TABLE_SCENES, {}],
  // On a busy machine the server may still be searching, so that the browser's engine takes over.
  ['the analysis page', '/analysis', ANALYSIS_SCENES, { seconds: 90, tolerate: /status of 503/ }],
]);

/** @type {('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];

for (const colorScheme of SCHEMES) {
  test(
    `axe finds nothing on the settings in every theme of the board (${colorScheme})`,
    async ({ page }) => {
      await open(page);
      await page.locator('header .tools > button').last().click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate(AXE);
      for (const input of await page.locator('input[name=board-theme]').all()) {
        await input.dispatchEvent('click');
        await check(page, (await input.getAttribute('value')) ?? '');
      }
    },
    { colorScheme },
  );
  // Contrast depends on the theme alone, and names on the language alone.
  const locale = colorScheme === 'light' ? 'en-US' : 'ru-RU';
  for (const [name, path, scenes, more] of SCENE_PAGES) {
    test(
      `axe finds nothing on ${name} (${colorScheme}, ${locale})`,
      async ({ page }) => {
        await open(page, path);
        await page.evaluate(AXE);
        for (const [scene, go] of scenes) {
          await go(page);
          await check(page, scene);
        }
      },
      { colorScheme, locale, ...more },
    );
  }
  test(
    `axe finds nothing on the editor and the import page (${colorScheme}, ${locale})`,
    async ({ page }) => {
      for (const [name, go] of TOOL_SCENES) {
        await go(page);
        await page.evaluate(AXE);
        await check(page, name);
      }
    },
    { colorScheme, locale },
  );
  test(
    `axe finds nothing on the lobby, a challenge, a profile and the own account (${colorScheme}, ${locale})`,
    async ({ page, url }) => {
      const name = `Axe-${colorScheme}`;
      await ask(page, url, 'account/register', { name, password: 'six-sided boards' });
      const other = await another(page, url);
      await ask(other, url, 'account/register', { name: `${name}-2`, password: 'six-sided boards' });
      const third = await another(page, url);
      await ask(third, url, 'account/register', { name: `${name}-3`, password: 'six-sided boards' });
      const offer = { variant: 'glinski', control: DAYS, rated: false, side: 'white' };
      await ask(other, url, 'seeks', { offer, quick: false });
      const { id } = await ask(page, url, 'challenges', { offer });
      await begin(page, other, url, { control: DAYS });
      const { id: quick } = await ask(page, url, 'challenges', { offer: { ...offer, control: BLITZ, rated: true } });
      const { game } = await ask(other, url, `challenges/${quick}/accept`);
      await act(page, url, game, { kind: 'move', uci: 'b1b2', ply: 0 });
      await act(other, url, game, { kind: 'move', uci: 'b7b6', ply: 1 });
      await act(other, url, game, { kind: 'resign' });
      /** @type {[string, string, () => Promise<unknown>][]} */
      const scenes = [
        ['/lobby', 'own games', () => page.locator('.mine a').first().waitFor()],
        ['', 'offers', () => page.locator('[data-seek]').first().waitFor()],
        ['', 'a new offer', () => page.locator('[data-way=seek]').click()],
        ['/lobby?friend', 'a challenge by link', () => page.locator('dialog').waitFor()],
        [`/challenge/${id}`, 'an own challenge', () => page.locator('dl').waitFor()],
        [`/user/${name}-2`, 'a profile without a win', () => page.locator('.half dl').waitFor()],
        [`/user/${name}-3`, 'a profile without games', () => page.locator('main h2').waitFor()],
        [
          `/user/${name}`,
          'a profile',
          async () => {
            await page.locator('.best [data-cell]').first().waitFor();
            await page.locator('.half dl').waitFor();
          },
        ],
        ['/archive', 'the archive', () => page.locator('.filters').waitFor()],
        ['', 'filters', () => page.locator('.filters summary').click()],
        ['/account', 'the own account', () => page.locator('[data-session]').first().waitFor()],
      ];
      for (const [path, what, go] of scenes) {
        if (path !== '') await page.goto(path);
        await go();
        await page.evaluate(AXE);
        await check(page, what);
      }
    },
    { colorScheme, locale, seconds: 90 },
  );
  test(
    `axe finds nothing on solving contests (${colorScheme}, ${locale})`,
    async ({ page, url }) => {
      await ask(page, url, 'account/register', { name: `Solver-${colorScheme}`, password: 'six-sided boards' });
      const { id: ended, over } = await shortContest(page, url, { name: 'Axe, at its end' });
      const id = await setContest(page, url, { name: 'Axe', rounds: [MATES, MATES] });
      await solveRound(page, url, id);
      /** @type {[string, string][]} */
      const scenes = [
        ['/contests', 'main li'],
        ['/contests?set', 'fieldset'],
        [`/contest/${id}`, 'tbody tr'],
        [`/round/${id}-1`, '.numbers .solved'],
        [`/contest/${ended}`, 'section ol svg'],
      ];
      for (const [path, shown] of scenes) {
        if (path.endsWith(ended)) await over;
        await page.goto(path);
        await page.locator(shown).first().waitFor();
        await page.evaluate(AXE);
        await check(page, path);
      }
    },
    { colorScheme, locale },
  );
  test(
    `axe finds nothing on a game between people (${colorScheme}, ${locale})`,
    async ({ page, url }) => {
      const black = await another(page, url);
      const id = await begin(page, black, url, { control: DAYS });
      await openLive(page, id);
      await page.evaluate(AXE);
      await check(page, 'a game that begins');
      await act(page, url, id, { kind: 'move', uci: 'e2e5', ply: 0 });
      await act(black, url, id, { kind: 'move', uci: 'e9e6', ply: 1 });
      await act(black, url, id, { kind: 'offerDraw' });
      await act(black, url, id, { kind: 'proposeTakeback' });
      await page.locator('.notice .primary').nth(1).waitFor();
      await check(page, 'offers');
      await act(page, url, id, { kind: 'move', uci: 'b1c4', ply: 2 });
      await page.locator('[data-tab=conditional]').click();
      await page.locator('.conditional .primary').click();
      for (const name of ['h10', 'f7', 'd1', 'f5']) await page.locator(`[data-cell="${name}"]`).click();
      await page.locator('.conditional .primary').click();
      await page.locator('.conditional li').waitFor();
      await check(page, 'conditional moves');
      await page.locator('[data-tab=chat]').click();
      await check(page, 'the chat');
      await act(black, url, id, { kind: 'resign' });
      await page.locator('[data-tab=game]').click();
      await page.locator('.over').waitFor();
      await check(page, 'the end');
    },
    { colorScheme, locale },
  );
  test(
    `axe finds nothing on the other pages (${colorScheme}, ${locale})`,
    async ({ page }) => {
      for (const path of PAGES) {
        await open(page, path);
        await page.evaluate(AXE);
        await check(page, path);
      }
    },
    { colorScheme, locale, seconds: 90, tolerate: /status of 404/ },
  );
}
