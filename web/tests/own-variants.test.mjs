/** Variants that a visitor brings along as files. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inFirefox, PHONE, smokeTest, test } from './harness.mjs';
import {
  cell,
  choose,
  chosenVariant,
  fenShown,
  loadFen,
  move,
  moves,
  open,
  openLoad,
  pick,
  pieceAt,
  recordShown,
  start,
  status,
  statusIs,
} from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} name */
function example(name) {
  return fileURLToPath(new URL(`../../variants/${name}.toml`, import.meta.url));
}

const MINI = example('mini-hexchess');

/**
 * Opens the page of variants.
 * @param {Page} page
 */
async function openPanel(page) {
  if (new URL(page.url()).pathname === '/variants') return;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Variants' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
}

/**
 * Returns to the choice of a game.
 * @param {Page} page
 */
async function openSetup(page) {
  if (new URL(page.url()).pathname === '/') return;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Play' }).click();
  await page.locator('.stage').waitFor();
}

/**
 * Starts a game of a variant.
 * @param {Page} page @param {Parameters<typeof start>[1]} choice
 */
async function begin(page, choice) {
  await openSetup(page);
  await start(page, choice);
}

/**
 * Chooses files in the browser's file dialog.
 * @param {Page} page
 * @param {string | string[] | { name: string, mimeType: string, buffer: Buffer }} files
 */
async function upload(page, files) {
  await openPanel(page);
  if (inFirefox(page)) {
    // WebDriver BiDi cannot answer the dialog, but can set the field behind the button.
    await page.locator('input[type=file]').setInputFiles(files);
    return;
  }
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(files);
}

/** @param {string} name @param {string | Buffer} text */
function file(name, text) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}

/**
 * Waits for the page's reply to the files.
 * @param {Page} page @param {string | RegExp} text
 */
async function answered(page, text) {
  await page.locator('.answers p').filter({ hasText: text }).first().waitFor();
}

/** @param {Page} page */
async function offered(page) {
  await openSetup(page);
  const names = await page.locator('.cards .card .name').allTextContents();
  return names.slice(6);
}

smokeTest(
  'Mini Hexchess is uploaded, played against the computer, and still there after a reload',
  async ({ page }) => {
    await open(page);
    await upload(page, MINI);
    await answered(page, 'Added: Mini Hexchess.');
    await openSetup(page);
    await pick(page, 'variant', 'mini');
    await page.getByText('37 cells. A variant of your own, from mini-hexchess.toml.').waitFor();
    assert.equal(
      await page.locator('.panel').getByRole('link', { name: 'Rules' }).count(),
      0,
      'it has no page of rules',
    );
    assert.equal(await page.locator('[data-cell]').count(), 37);
    await begin(page, { variant: 'mini', opponent: 'computer', level: 3, colour: 'w' });
    await page.getByRole('heading', { level: 1, name: 'Mini Hexchess' }).waitFor();
    for (let ply = 2; ply <= 4; ply += 2) {
      await goodMove(page);
      await page.waitForFunction((count) => document.querySelectorAll('[data-ply]').length >= count, ply);
    }
    await statusIs(page, 'Your move.');
    const [list, fen] = [await moves(page), await fenShown(page)];
    assert.equal(list.length, 4);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Mini Hexchess' }).waitFor();
    await statusIs(page, 'Your move.');
    assert.deepEqual(await moves(page), list);
    assert.equal(await fenShown(page), fen);
    // The engine of the new page knows it, too.
    await goodMove(page);
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 6);
    await choose(page, 'New game');
    assert.deepEqual(await offered(page), ['Mini Hexchess']);
  },
);

const PIECES = { K: 'king', R: 'rook', B: 'bishop', N: 'knight' };

/**
 * Plays the move that the computer proposes for White.
 * @param {Page} page
 */
async function goodMove(page) {
  await statusIs(page, 'Your move.');
  const before = (await moves(page)).length;
  await page.getByRole('button', { name: 'Hint' }).click();
  await statusIs(page, 'A good move:');
  const san = /A good move: (\S+)/.exec(await status(page))?.[1] ?? '';
  const to = san.match(/[a-g]\d/g)?.at(-1) ?? '';
  const piece = `white ${PIECES[/** @type {keyof typeof PIECES} */ (san[0] ?? '')] ?? 'pawn'}`;
  for (const from of await page.locator(`[data-cell][aria-label*="${piece}"]`).all()) {
    await from.click();
    if (!/(move|capture) here/.test((await cell(page, to).getAttribute('aria-label')) ?? '')) continue;
    await cell(page, to).click();
    await page.waitForFunction((count) => document.querySelectorAll('[data-ply]').length > count, before);
    return;
  }
  assert.fail(`no ${piece} can go to ${to}: ${san}`);
}

test('every example can be played with the computer', async ({ page }) => {
  await open(page);
  const names = ['mini-hexchess', 'glinski-shifted', 'devasa-first', 'shafran-long', 'baskerville'];
  await upload(page, names.map(example));
  await answered(page, 'Added: Baskerville (reconstruction).');
  assert.equal((await offered(page)).length, 6);
  for (const variant of [
    'mini',
    'glinski-shifted-3',
    'glinski-shifted-5',
    'devasa-72',
    'shafran-long',
    'baskerville',
  ]) {
    await begin(page, { variant, opponent: 'computer', level: 1, colour: 'b' });
    await statusIs(page, 'Your move.');
    assert.equal((await moves(page)).length, 1, variant);
    await choose(page, 'New game');
  }
  await begin(page, { variant: 'mini', opponent: 'friend' });
  await move(page, 'd3d4');
  await statusIs(page, 'Black to move.');
  assert.equal(await pieceAt(page, 'd4'), 'P');
});

test(
  'the engine plays a game that has no network without',
  async ({ page }) => {
    /** @type {string[]} */
    const networks = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('.nnue')) networks.push(request.url());
    });
    await open(page);
    await upload(page, MINI);
    await begin(page, { variant: 'mini', opponent: 'computer', level: 1, colour: 'b' });
    await statusIs(page, 'Your move.');
    assert.deepEqual(networks, []);
  },
  // Requests of workers are visible only without a service worker.
  { serviceWorkers: 'block' },
);

test('a file with a mistake is named with the line and the reason, and nothing is added', async ({ page }) => {
  await open(page);
  const text = await readFile(MINI, 'utf8');
  const line = text.split('\n').findIndex((each) => each.startsWith('start =')) + 1;
  await upload(page, file('mine.toml', text.replace('/7/3P3/', '/7/3P4/')));
  await answered(page, `mine.toml cannot be used. Line ${line}, variant mini: start position: placement: rank 3`);
  assert.deepEqual(await offered(page), []);
  await upload(page, file('mine.toml', '[[variant]]\nid = "x"\nname = "X"\nextends = "shafran"\ncolour = "blue"\n'));
  await answered(page, /mine\.toml cannot be used\. Line 5, variant x: .*colour/);
  await upload(page, file('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])));
  await answered(page, 'picture.png is no text in UTF-8.');
  await upload(page, file('large.toml', '#'.repeat((1 << 20) + 1)));
  await answered(page, 'large.toml is too large');
  await upload(page, file('shafran.toml', '[[variant]]\nid = "shafran"\nname = "Mine"\nextends = "glinski"\n'));
  await answered(page, 'shafran.toml cannot be used. Line 2, variant shafran: there is already a variant “shafran”');
  assert.deepEqual(await offered(page), []);
  assert.equal(await chosenVariant(page), 'shafran');
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.deepEqual(await offered(page), []);
});

test('of several files the good ones are added, and each is answered', async ({ page }) => {
  await open(page);
  await openPanel(page);
  const bad = { ...file('bad.toml', 'variant = 1\n') };
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('mini.toml', await readFile(MINI)),
      bad,
      file('long.toml', await readFile(example('shafran-long'))),
    ]);
  await answered(page, 'Added: Mini Hexchess.');
  await answered(page, 'bad.toml cannot be used. Line 1');
  await answered(page, 'Added: Shafran, long castling only.');
  assert.deepEqual(await offered(page), ['Mini Hexchess', 'Shafran, long castling only']);
});

test('a changed file takes the place of the old one', async ({ page }) => {
  await open(page);
  const text = await readFile(MINI, 'utf8');
  await upload(page, file('mine.toml', text));
  await answered(page, 'Added: Mini Hexchess.');
  await upload(
    page,
    file(
      'mine.toml',
      text
        .replace('"Mini Hexchess"', '"Mini, mine"')
        .replace('3P3', '3K3')
        .replace('2PKP2', '2PPP2')
        .replace('d3 e2', 'd2 e2'),
    ),
  );
  await answered(page, 'Added: Mini, mine.');
  assert.deepEqual(await offered(page), ['Mini, mine']);
  // The board has changed as well, though the variant's id has not.
  await pick(page, 'variant', 'mini');
  await page.locator('[data-at="d3"][data-piece="K"]').waitFor();
  await begin(page, { opponent: 'computer', level: 1, colour: 'b' });
  await statusIs(page, 'Your move.');
});

test('a file that is dropped anywhere on the page is added', async ({ page }) => {
  await open(page, '/variants');
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  const text = await readFile(MINI, 'utf8');
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.toml'));
    return transfer;
  }, text);
  await page.dispatchEvent('main', 'dragover', { dataTransfer });
  await page.getByText('Drop the file to add its variants').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  await answered(page, 'Added: Mini Hexchess.');
  assert.equal(await page.getByText('Drop the file to add its variants').count(), 0);
  assert.deepEqual(await offered(page), ['Mini Hexchess']);
});

test('a variant is removed, with its game after a question, and does not come back', async ({ page }) => {
  await open(page);
  await upload(page, [MINI, example('shafran-long')]);
  await answered(page, 'Added: Shafran, long castling only.');
  await begin(page, { variant: 'mini', opponent: 'friend' });
  await move(page, 'd3d4');
  await openPanel(page);
  await page.getByRole('button', { name: 'Remove shafran-long.toml' }).click();
  await page.getByRole('button', { name: 'Remove mini-hexchess.toml' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove mini-hexchess.toml?' });
  await dialog.getByRole('button', { name: 'Play on' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove mini-hexchess.toml' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Choose a file');
  assert.deepEqual(await offered(page), []);
  assert.equal(await chosenVariant(page), 'shafran');
  assert.equal(await page.getByRole('button', { name: 'Back to the game' }).count(), 0);
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.deepEqual(await offered(page), []);
});

test('a variant that was analysed is removed', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('saffron.look', '{"on":false,"count":1}'));
  const text = await readFile(MINI, 'utf8');
  await open(page);
  await upload(page, file('mine.toml', text));
  await answered(page, 'Added: Mini Hexchess.');
  const analyse = async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('menuitem', { name: 'Analysis' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analysis' }).waitFor();
  };
  await analyse();
  await page.getByLabel('Game', { exact: true }).selectOption('mini');
  await cell(page, 'd3').click();
  await cell(page, 'd4').click();
  await page.locator('[data-ply="1"]').waitFor();
  const cells = await page.locator('[data-cell]').count();
  await openPanel(page);
  await page.getByRole('button', { name: 'Remove mine.toml' }).click();
  await page.getByRole('button', { name: 'Remove mine.toml' }).waitFor({ state: 'detached' });
  await analyse();
  await page.waitForFunction((old) => document.querySelectorAll('[data-cell]').length > old, cells);
  assert.equal(await page.getByLabel('Game', { exact: true }).inputValue(), 'shafran');
});

test(
  'positions and records of such a variant are loaded, and an address opens it',
  async ({ page }) => {
    await open(page);
    await upload(page, MINI);
    await answered(page, 'Added: Mini Hexchess.');
    await begin(page, { variant: 'mini', opponent: 'friend' });
    await move(page, 'd3d4');
    const record = await recordShown(page);
    assert.match(record, /\[Variant "Mini Hexchess"\]/);
    await loadFen(page, 'b/1k1/1P3/7/7/7/3K3 w - - 0 1', 'mini');
    await move(page, 'c5c6r');
    assert.equal(await pieceAt(page, 'c6'), 'R');
    const again = await openLoad(page);
    await again.getByLabel('Record of the game').fill(record);
    await again.getByRole('button', { name: 'Load record' }).click();
    await again.waitFor({ state: 'detached' });
    assert.equal(await pieceAt(page, 'd4'), 'P');
    await open(page, '/play/mini');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(await chosenVariant(page), 'mini');
  },
  // The server does not know it; the page that it sends does.
  { tolerate: /status of 404/ },
);

test(
  'the description of the format can be read',
  async ({ page, context }) => {
    await open(page);
    await openPanel(page);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'How to write one' }).click();
    const opened = await opening;
    await opened.getByText('Variants of your own').first().waitFor();
    await opened.close();
  }, // A text that is opened by itself has no icon.
  { tolerate: /404/ },
);

test(
  'the files fit on a phone, in Russian too',
  async ({ page }) => {
    await open(page, '/variants');
    await page.getByRole('button', { name: 'Выбрать файл' }).waitFor();
    const long = file('a-variant-with-a-very-long-name-that-does-not-break-anywhere_at_all.toml', await readFile(MINI));
    await page.locator('input[type=file]').setInputFiles(long);
    await answered(page, 'Добавлено: Mini Hexchess.');
    await page.locator('input[type=file]').setInputFiles(file('bad.toml', 'id = "x"\n'));
    await answered(page, 'bad.toml использовать нельзя. Строка 1');
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    assert.equal(sideways, false);
    const remove = await page.getByRole('button', { name: /^Убрать/ }).boundingBox();
    assert.ok(remove && remove.width >= 40 && remove.height >= 40, 'it is large enough for a thumb');
  },
  { ...PHONE, locale: 'ru-RU' },
);
