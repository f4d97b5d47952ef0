import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from './harness.mjs';
import { act, another, begin, openLive } from './live.mjs';
import { choose, move, moves, open, pieceAt, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const PLAYED = ['e2e5', 'e9e6', 'b1c4'];

/**
 * Opens the dialog for sharing.
 * @param {Page} page @param {'position' | 'game'} [part]
 */
async function openShare(page, part) {
  await choose(page, 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.locator('[data-picture] svg').waitFor();
  if (part) await dialog.locator('label', { has: page.locator(`input[value=${part}]`) }).click();
  return dialog;
}

/** Presses a button that saves a file. @param {Page} page @param {string} name */
async function saved(page, name) {
  const wait = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const download = await wait;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** A game of two at one screen. @param {Page} page */
async function play(page) {
  await start(page, { opponent: 'friend' });
  for (const uci of PLAYED) await move(page, uci);
}

test(
  'position, record and links are copied',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await move(page, 'e2e5');
    const dialog = await openShare(page, 'position');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await dialog.getByRole('button', { name: 'Copy position' }).click();
    await dialog.getByText('Copied.').waitFor();
    const fen = 'kqbnr/bppppp/np5/bp6/rp6P/p3P2PR/6PB/5PN/PPPP1B/RNBQK b QBqb e3e4 0 1';
    assert.equal(await clipboard(), fen);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    const link = new URL(await clipboard());
    assert.equal(link.pathname, '/analysis/shafran');
    assert.equal(link.searchParams.get('fen'), fen);
    await dialog.locator('label', { has: page.locator('input[value=game]') }).click();
    await dialog.getByRole('button', { name: 'Copy record' }).click();
    assert.match(await clipboard(), /\[Variant "Shafran"\][^]*\n1\. e5/);
  },
  CLIPBOARD,
);

test('the link to a game opens its moves at the moment that was shown', async ({ page, context }) => {
  await play(page);
  await page.keyboard.press('ArrowLeft');
  const dialog = await openShare(page, 'game');
  const link = await dialog.getByRole('textbox', { name: 'Link to the game' }).inputValue();
  assert.match(link, /\/analysis\/shafran\?moves=e2e5\+e9e6\+b1c4#2$/);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator('[data-at="e6"]').waitFor();
  assert.equal(await pieceAt(other, 'b1'), 'N');
  assert.deepEqual(await moves(other), ['e5', 'e6', 'Nc4']);
  await other.close();
});

test('a game between people is shared by its own address, with its record', async ({ page, context, url }) => {
  const [white, black] = [await another(page, url), await another(page, url)];
  const id = await begin(white, black, url);
  for (const [ply, uci] of PLAYED.entries())
    await act(ply % 2 === 0 ? white : black, url, id, { kind: 'move', uci, ply });
  await openLive(page, id);
  const dialog = await openShare(page, 'game');
  const link = await dialog.getByRole('textbox', { name: 'Link to the game' }).inputValue();
  assert.equal(new URL(link).pathname, `/live/${id}`);
  const file = await saved(page, 'Save PGN');
  assert.match(file.bytes.toString(), /\[Variant "Shafran"\][^]*1\. e5 e6 2\. Nc4/);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator('[data-at="c4"]').waitFor();
  assert.deepEqual(await moves(other), ['e5', 'e6', 'Nc4']);
  await other.close();
});

test('a link with a wrong move or position says what is wrong, and shows what is right', async ({ page }) => {
  await page.goto('/analysis/shafran?moves=e2e5+e9e6+a1a9+b1c4');
  await page.getByRole('alert').getByText('Move 2. of the address is not legal: a1a9.').waitFor();
  assert.equal(await pieceAt(page, 'e6'), 'p');
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.goto('/analysis/shafran?fen=nonsense');
  await page.getByRole('alert').getByText('The address names no legal position').waitFor();
  await page.goto('/play/shafran?fen=nonsense');
  await page.getByRole('alert').getByText('The address names no legal position').waitFor();
  await page.goto('/editor/shafran?fen=nonsense');
  const field = page.getByRole('textbox', { name: 'FEN' });
  await page.locator('.judgement.wrong').waitFor();
  assert.equal(await field.inputValue(), 'nonsense');
});

test('the position is saved as PNG and SVG, with players and coordinates as wished', async ({ page }) => {
  await play(page);
  const dialog = await openShare(page, 'position');
  const png = await saved(page, 'Save PNG');
  assert.equal(png.name, 'shafran-position.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.equal(png.bytes.readUInt32BE(16), 1440);
  const svg = (await saved(page, 'Save SVG')).bytes.toString();
  assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
  assert.ok(svg.includes('>White</text>') && svg.includes('>10</text>'));
  for (const foreign of ['style=', 'class=', 'var(']) assert.ok(!svg.includes(foreign), foreign);
  await dialog.getByRole('checkbox', { name: 'Players' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Coordinates' }).uncheck();
  const bare = (await saved(page, 'Save SVG')).bytes.toString();
  assert.ok(!bare.includes('<text'));
  await dialog.getByRole('button', { name: 'Flip board' }).click();
  assert.notEqual((await saved(page, 'Save SVG')).bytes.toString(), bare);
  await dialog.getByText(/^Saved: shafran-position.svg, \d+ kB$/).waitFor();
});

test('a game is saved as an animated GIF with a frame for each position', async ({ page }) => {
  await play(page);
  await openShare(page, 'game');
  const { name, bytes } = await saved(page, 'Save GIF');
  assert.equal(name, 'shafran-game.gif');
  assert.ok(bytes.length < 150_000, `${bytes.length} bytes`);
  const frames = await page.evaluate(
    async (data) => {
      const decoder = new ImageDecoder({ data: Uint8Array.from(data), type: 'image/gif' });
      await decoder.tracks.ready;
      const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
      const canvas = new OffscreenCanvas(540, 800);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      /** @type {number[][]} */
      const colours = [];
      for (let index = 0; index < count; index++) {
        const { image } = await decoder.decode({ frameIndex: index });
        context.drawImage(image, 0, 0);
        // A corner, and e5: in the middle of the board's width.
        const at = (/** @type {number} */ x, /** @type {number} */ y) =>
          context.getImageData(x, y, 1, 1).data.slice(0, 3);
        colours.push([...at(2, 2), ...at(270, Math.round(image.displayHeight * 0.523))]);
      }
      return colours;
    },
    [...bytes],
  );
  assert.equal(frames.length, PLAYED.length + 1);
  const [before, after] = [frames[0] ?? [], frames[1] ?? []];
  assert.deepEqual(before.slice(0, 3), after.slice(0, 3), 'the ground stays');
  assert.notDeepEqual(before.slice(3), after.slice(3), 'the pawn has come to e5');
});

test('the position of a game and of the analysis can be edited', async ({ page }) => {
  await play(page);
  await choose(page, 'Edit position');
  await page.getByRole('heading', { name: 'Board editor', level: 1 }).waitFor();
  assert.equal(await pieceAt(page, 'c4'), 'N');
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.getByRole('heading', { name: 'Analysis', level: 1 }).waitFor();
  await choose(page, 'Edit position');
  await page.getByRole('heading', { name: 'Board editor', level: 1 }).waitFor();
  assert.equal(await pieceAt(page, 'c4'), 'N');
});

test('a game is opened at the moment that its address names', async ({ page }) => {
  await play(page);
  await page.waitForURL(/\/game\//);
  const address = page.url();
  await statusIs(page, 'Black to move.');
  await open(page, '/library');
  await page.goto(`${address}#1`);
  await page.locator('[data-at="e5"]').waitFor();
  assert.equal(await pieceAt(page, 'e9'), 'p');
  assert.equal(await pieceAt(page, 'b1'), 'N');
  // Typed into the address of the page that is open.
  await page.evaluate(() => (location.hash = '#0'));
  await page.locator('[data-at="e2"]').waitFor();
  await open(page, '/analysis/shafran?moves=e2e5+e9e6+b1c4');
  await page.locator('[data-at="c4"]').waitFor();
  await page.evaluate(() => (location.hash = '#1'));
  await page.locator('[data-at="b1"]').waitFor();
  assert.equal(await pieceAt(page, 'e9'), 'p');
  assert.equal(await pieceAt(page, 'e5'), 'P');
});
