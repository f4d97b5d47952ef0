/** Games of tournaments over the board: typed at the desk, read by everyone, taken from files and printed. */

import assert from 'node:assert/strict';
import { check } from './checks.mjs';
import { test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SETTINGS = {
  name: 'Tavaszi kupa',
  variant: 'glinski',
  system: { kind: 'swiss', rounds: 3, initial: 'w', accelerated: false },
  tieBreaks: ['BH-C1', 'SB'],
  bye: 4,
  quarters: true,
  place: 'Budapest',
  dates: '',
  timeControl: '60+30',
  arbiter: '',
};
const NAMES = ['Kata Horváth', 'Ljuba Marković', 'Борис Долгов', 'Mira Novak'];

/**
 * Creates a tournament of four players whose first round is paired, and returns its id. The organiser is signed in.
 * @param {Page} page @param {string} url
 */
async function tournament(page, url) {
  const name = `Arbiter${Date.now().toString(36).slice(-6)}`;
  await ask(page, url, 'account/register', { name, password: 'six-sided boards' });
  const { id } = await ask(page, url, 'tournaments', SETTINGS);
  const entrants = NAMES.map((each, index) => ({ name: each, rating: 2000 - 50 * index }));
  await ask(page, url, `tournaments/${id}/commands`, { command: { kind: 'enter', entrants } });
  await ask(page, url, `tournaments/${id}/commands`, { command: { kind: 'pair' } });
  return /** @type {string} */ (id);
}

/** Pieces are written with Hungarian letters. @param {Page} page */
async function writeHungarian(page) {
  await page.addInitScript(() => localStorage.setItem('saffron.settings', JSON.stringify({ notation: 'hu' })));
}

/** Returns the PGN of a tournament. @param {Page} page @param {string} url @param {string} id */
async function pgn(page, url, id) {
  return (await page.context().request.get(`${url}/api/tournaments/${id}/games.pgn`)).text();
}

test('a game is typed by the keyboard alone, in Hungarian, and published', async ({ page, url }) => {
  const id = await tournament(page, url);
  await writeHungarian(page);
  await open(page, `/tournament/${id}?tab=1`);
  await page.getByRole('row', { name: /^Board 1:/ }).focus();
  await page.keyboard.press('m');
  const first = page.getByRole('dialog', { name: 'Board 1: Kata Horváth – Борис Долгов' });
  const field = first.getByRole('textbox', { name: 'Moves' });
  await field.waitFor();
  await page.keyboard.type('1. Hdf4 Hdf8 2. Fd4 Vd5 3. e5 ');
  // Nothing is sent that cannot be played: the move is named at once, and Enter leads to it.
  const problem = first.getByRole('alert');
  await problem.getByText('2… Vd5: ').waitFor();
  await first.getByRole('status').getByText('2. Fd4').waitFor();
  await check(page, 'the game with a wrong move');
  await page.keyboard.press('Enter');
  assert.equal(
    await field.evaluate((/** @type {HTMLTextAreaElement} */ { value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart, selectionEnd),
    ),
    'Vd5',
  );
  await page.keyboard.type('e6');
  await problem.waitFor({ state: 'detached' });
  await first.getByRole('status').getByText('3. e5').waitFor();
  await page.keyboard.press('Enter');

  // The next board is opened, and what was typed there is not lost.
  const second = page.getByRole('dialog', { name: /^Board 2:/ });
  await second.getByRole('textbox', { name: 'Moves' }).waitFor();
  await page.keyboard.type('e4-e5 Hd');
  await second.getByRole('status').getByText('1. e5').waitFor();
  await page.keyboard.press('Escape');
  await second.waitFor({ state: 'detached' });
  await page.locator('[role=row]:focus').waitFor();
  await page.keyboard.press('m');
  assert.equal(await second.getByRole('textbox', { name: 'Moves' }).inputValue(), 'e4-e5 Hd');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Moves of board 1, entered' }).waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByText('Round 1: the moves of Kata Horváth – Борис Долгов were entered.').waitFor();

  const reader = await another(page, url);
  await open(reader, `/tournament/${id}?tab=1`);
  const link = reader.getByRole('link', { name: 'Game of board 1: Kata Horváth – Борис Долгов' });
  assert.equal(await reader.getByRole('table').getByRole('link').count(), 1);
  await link.press('Enter');
  await reader.waitForURL(`**/tournament/${id}?game=1-1`);
  await reader.getByRole('button', { name: 'Bd4', exact: true }).waitFor();
  await reader.getByRole('heading', { level: 1 }).focus();
  await reader.keyboard.press('ArrowRight');
  await reader.locator('[aria-current=true]').getByText('Ndf4').first().waitFor();
  await check(reader, 'the page of a game');
  assert.match(
    await pgn(reader, url, id),
    /\[Round "1\.1"\]\n\[White "Kata Horváth"\][^]*\n1\. Ndf4 Ndf8 2\. Bd4 e6 3\. e5 \*\n/,
  );
  await reader.getByRole('button', { name: 'Analyse' }).press('Enter');
  await reader.waitForURL('**/analysis/**');
  await reader
    .getByRole('treeitem', { name: /Bd4/ })
    .or(reader.getByRole('button', { name: 'Bd4', exact: true }))
    .first()
    .waitFor();
});

test('a bulletin has standings, rounds, games in the reader’s letters and diagrams', async ({ page, url }) => {
  const id = await tournament(page, url);
  const { rounds } = await (await page.context().request.get(`${url}/api/tournaments/${id}`)).json();
  for (const { white, black } of rounds[0].boards) {
    const game = { round: 1, white, black };
    await ask(page, url, `tournaments/${id}/commands`, { command: { kind: 'setResult', ...game, result: '1-0' } });
    const moves = `e5 e6 ${'Ndf4 Ndf8 Nd1 Nd9 '.repeat(4)}`;
    await ask(page, url, `tournaments/${id}/commands`, { command: { kind: 'setGame', ...game, moves } });
  }
  await writeHungarian(page);
  await page.addInitScript(() => {
    Object.assign(globalThis, { prints: 0 });
    window.print = () => void (/** @type {any} */ (globalThis.prints += 1));
  });
  await open(page, `/tournament/${id}`);
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('menuitem', { name: 'Bulletin with all games' }).press('Enter');
  await page.waitForFunction(() => /** @type {any} */ (globalThis).prints === 1);
  await page.emulateMedia({ media: 'print' });
  const bulletin = page.locator('.bulletin');
  assert.match(await bulletin.innerText(), /Kata Horváth[^]*Round 1[^]*1\.1[^]*1\.\u00a0e5 e6 2\.\u00a0Hdf4/);
  assert.equal(await bulletin.locator('figure svg').count(), 2);
  assert.equal(await bulletin.getByText('final position').count(), 2);
  assert.equal(await page.getByRole('tablist').isVisible(), false);
});

test('games of a file go to the boards of their players', async ({ page, url }) => {
  const id = await tournament(page, url);
  await open(page, `/tournament/${id}?tab=1`);
  await page.getByRole('button', { name: 'Games from a PGN file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Games from a PGN file' });
  const game = (/** @type {string} */ white, /** @type {string} */ black, /** @type {string} */ moves) =>
    `[White "${white}"]\n[Black "${black}"]\n[Round "1"]\n\n${moves}\n\n`;
  const text =
    game('Horvath, Kata', 'Борис Долгов', '1. Hdf4 {lépés} Hdf8 0-1') +
    game('Novak, Mira', 'Markovic, Ljuba', '1. e5 e6 2. Qxa1 *') +
    game('Somebody', 'Else', '1. e5 *');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await dialog.getByText('One game fits.').waitFor();
  await dialog.getByText('2. Novak, Mira – Markovic, Ljuba').waitFor();
  await dialog.getByText('these players have no such game').waitFor();
  await check(page, 'the games of a file');
  await dialog.getByRole('button', { name: 'Take one game' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.match(await pgn(page, url, id), /\n1\. Ndf4 Ndf8 \*\n/);

  // It is removed again.
  await page.getByRole('button', { name: 'Moves of board 1, entered' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the game' }).click();
  await page.getByRole('button', { name: 'Moves of board 1', exact: true }).waitFor();
  assert.equal(await pgn(page, url, id), '');
});
