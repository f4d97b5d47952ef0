/** The choice of a game: variant, opponent, level, colour, position and handicap. */

import assert from 'node:assert/strict';
import { lendNothing } from './analysis.mjs';
import { test } from './harness.mjs';
import {
  choose,
  chosenVariant,
  fenShown,
  move,
  moves,
  open,
  openTool,
  pick,
  pieceAt,
  piecesAre,
  start,
  statusIs,
} from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Kings and a white pawn, on Gliński's board. */
const ENDGAME = '1/3/4k/7/9/11/5P5/11/11/11/3K7 w - - 0 1';

/**
 * Returns the address of the choice with a position.
 * @param {string} variant @param {string} fen
 */
const withFen = (variant, fen) => `/play/${variant}?fen=${encodeURIComponent(fen)}`;

/**
 * Waits until the board of this variant is shown.
 * @param {Page} page @param {string} variant
 */
async function boardIs(page, variant) {
  await page.locator(`.board-page[data-variant=${variant}]`).waitFor();
}

/**
 * Returns the level written next to its slider.
 * @param {Page} page
 */
const levelText = (page) => page.locator('output').filter({ visible: true }).first().innerText();

test('a variant is chosen by its card, and proposed at the next visit and for the analysis', async ({ page }) => {
  await lendNothing(page);
  await open(page);
  assert.deepEqual(
    await page
      .locator('input[name=variant]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value'))),
    ['shafran', 'glinski', 'mccooey', 'hexofen', 'devasa', 'brusky'],
  );
  assert.equal(await page.locator('.card .picture svg').count(), 6);
  assert.equal(await chosenVariant(page), 'shafran');
  for (const [variant, cells] of /** @type {const} */ ([
    ['brusky', 84],
    ['mccooey', 91],
  ])) {
    await pick(page, 'variant', variant);
    await boardIs(page, variant);
    assert.equal(await page.locator('.stage [data-cell]').count(), cells);
  }
  await page.reload();
  await boardIs(page, 'mccooey');
  assert.equal(await chosenVariant(page), 'mccooey');
  await openTool(page, 'Analysis');
  await boardIs(page, 'mccooey');
  await open(page, '/editor');
  await boardIs(page, 'mccooey');
});

test('examples are one click further, with what each of them is, and become cards when they are played', async ({
  page,
}) => {
  await open(page);
  await page.locator('form a[href$="/variants"]').click();
  await page.getByRole('heading', { level: 1, name: 'Variants' }).waitFor();
  const examples = page.getByRole('region', { name: 'More variants to try' }).getByRole('listitem');
  await examples.first().waitFor();
  const kinds = await examples.locator('.kind').allInnerTexts();
  assert.deepEqual(
    kinds.map((kind) => kind.split(' · ')[0]),
    ['Variant', 'Reconstruction', 'Earlier form', 'Proposal', 'Proposal', 'Another reading of the rules'],
  );
  await examples.filter({ hasText: 'Mini Hexchess' }).getByRole('button').click();
  await boardIs(page, 'mini');
  assert.equal(await chosenVariant(page), 'mini');
  assert.equal(await page.locator('input[name=variant]').count(), 7);
  await page.reload();
  await boardIs(page, 'mini');
  assert.equal(await chosenVariant(page), 'mini', 'it is kept');
  await start(page, { opponent: 'friend' });
  await page.getByRole('heading', { level: 1, name: 'Mini Hexchess' }).waitFor();
});

test('each level has a word and an Elo number, and the opponent shows it', async ({ page }) => {
  await open(page);
  const slider = page.locator('input[name=level]');
  const numbers = [];
  const words = new Set();
  for (let level = 0; level <= 10; level++) {
    await slider.fill(String(level));
    const [, word = '', elo] = new RegExp(`^${level} of 10 · (.+) · Elo (\\d+)$`).exec(await levelText(page)) ?? [];
    assert.equal(await slider.getAttribute('aria-valuetext'), await levelText(page));
    words.add(word);
    numbers.push(Number(elo));
  }
  assert.equal(words.size, 11);
  assert.ok(
    numbers.every((elo, index) => elo > (numbers[index - 1] ?? 0)),
    numbers.join(),
  );
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  assert.match(await levelText(page), /^1 of 10/);
  await page.reload();
  await slider.waitFor();
  assert.match(await levelText(page), /^1 of 10/);
  await start(page, { opponent: 'computer', colour: 'w' });
  assert.equal(await page.locator('[data-side=b] .detail').innerText(), String(numbers[1]));
});

test('one plays White, Black or what the page draws', async ({ page }) => {
  await open(page);
  for (const colour of /** @type {const} */ (['w', 'b', 'random'])) {
    await start(page, { opponent: 'computer', level: 1, colour });
    await statusIs(page, 'Your move.');
    const own = (await moves(page)).length === 0 ? 'w' : 'b';
    if (colour !== 'random') assert.equal(own, colour);
    assert.equal(await page.locator('.players.bottom [data-side]').getAttribute('data-side'), own);
    await choose(page, 'New game');
  }
});

test('between two people there is no level and no colour', async ({ page }) => {
  await open(page);
  assert.equal(await page.locator('input[name=level]').count(), 1);
  await pick(page, 'opponent', 'friend');
  for (const name of ['level', 'colour']) assert.equal(await page.locator(`input[name=${name}]`).count(), 0, name);
  await page.reload();
  await page.locator('input[name=opponent][value=friend]:checked').waitFor({ state: 'attached' });
  await start(page);
  await move(page, 'e2e5');
  await statusIs(page, 'Black to move.');
  await move(page, 'e9e6');
  await statusIs(page, 'White to move.');
});

test('a game begins from a position that was typed, and a wrong one is refused with the reason', async ({ page }) => {
  await open(page, '/play/glinski');
  await page.locator('form a[href$="/editor/glinski"]').click();
  const fen = page.getByLabel('FEN', { exact: true });
  await fen.fill('1/3/4k/7/9/11/5P5/11/11/11/11 w - - 0 1');
  await fen.blur();
  await page.locator('.judgement', { hasText: 'White has no king' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Play from here' }).count(), 0);
  await fen.fill(ENDGAME);
  await fen.blur();
  await page.locator('.judgement', { hasText: 'legal' }).waitFor();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.getByText('Set up by you').waitFor();
  await piecesAre(page, { f5: 'P', f9: null });
  // A handicap is taken from the usual start only.
  assert.equal(await page.getByLabel('Handicap').isDisabled(), true);
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  await move(page, 'f5f6');
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 2);
});

test('an address names a position for the next game, and the usual start is one click away', async ({ page }) => {
  await open(page, withFen('glinski', ENDGAME));
  await page.getByText('Set up by you').waitFor();
  await piecesAre(page, { f5: 'P', f9: null });
  await page.getByRole('button', { name: 'Use the usual start' }).click();
  await page.getByText('Set up by you').waitFor({ state: 'detached' });
  assert.equal(await pieceAt(page, 'f7'), 'p');
  await start(page, { opponent: 'friend' });
  assert.match(await fenShown(page), /^b\/qbk\//);
});

test('an address with a wrong position says why, and proposes the usual start', async ({ page }) => {
  await open(page, withFen('glinski', '1/3/5/7/9/11/5P5/11/11/11/3K7 w - - 0 1'));
  await page.getByRole('alert').filter({ hasText: 'Black has no king' }).waitFor();
  assert.equal(await pieceAt(page, 'f7'), 'p');
  await pick(page, 'variant', 'shafran');
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('with a handicap a piece is missing from the start, and the computer plays on without it', async ({ page }) => {
  await open(page);
  const handicap = page.getByLabel('Handicap');
  const pieces = (/** @type {string} */ code) => page.locator(`.stage [data-piece="${code}"]`).count();
  assert.deepEqual([await pieces('q'), await pieces('Q')], [1, 1]);
  await handicap.selectOption({ value: 'opponent queen' });
  // The board of the choice shows it.
  assert.deepEqual([await pieces('q'), await pieces('Q')], [0, 1]);
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  assert.deepEqual([await pieces('q'), await pieces('Q')], [0, 1]);
  await move(page, 'e2e5');
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 2);
  await choose(page, 'New game');
  await handicap.selectOption({ value: 'self rook' });
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  assert.deepEqual([await pieces('q'), await pieces('R'), await pieces('r')], [1, 1, 2]);
  await choose(page, 'New game');
  // Between two people it is named by its side.
  await pick(page, 'opponent', 'friend');
  assert.deepEqual(
    await handicap.locator('optgroup').evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
    ['Black plays without', 'White plays without'],
  );
  await handicap.selectOption({ value: '' });
  assert.deepEqual([await pieces('R'), await pieces('r')], [2, 2]);
});
