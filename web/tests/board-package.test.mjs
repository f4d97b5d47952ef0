/** The page of examples: boards made by the custom element alone, from one file of script. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from './harness.mjs';

const run = promisify(execFile);
const web = fileURLToPath(new URL('..', import.meta.url));

test('every example shows its board and the HTML that makes it', async ({ page }) => {
  await page.goto('/board');
  assert.equal(new URL(page.url()).pathname, '/board/');
  const boards = page.locator('hex-board');
  await boards.first().locator('[data-piece]').first().waitFor();
  const count = await boards.count();
  assert.ok(count >= 6);
  for (let index = 0; index < count; index++) {
    const board = boards.nth(index);
    const cells = await board.locator('[data-cell]').count();
    assert.ok(cells >= 70, `example ${index} has ${cells} cells`);
    const box = await board.locator('svg').first().boundingBox();
    assert.ok(box && box.width > 200 && box.height > 150, `example ${index}`);
    const variant = await board.getAttribute('variant');
    const snippet = await page.locator('.demo + .snippet code').nth(index).textContent();
    assert.match(snippet ?? '', new RegExp(`^<hex-board[^]*variant="${variant}"[^]*></hex-board>$`));
  }
});

test(
  'the colours are those of the theme, and follow the page into the dark',
  async ({ page }) => {
    await page.goto('/board');
    const cell = page.locator('hex-board').first().locator('.sfb-tone0').first();
    const fill = () => cell.evaluate((node) => getComputedStyle(node).fill);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await fill();
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await fill(), light);
    assert.match(light, /^rgb\(/);
  },
  { chromiumOnly: 'a page cannot be given a colour scheme over WebDriver BiDi' },
);

test('a piece is moved with the mouse, and the page is told', async ({ page }) => {
  await page.goto('/board/');
  const board = page.locator('#told');
  const middle = async (/** @type {string} */ name) => {
    const box = await board.locator(`[data-cell="${name}"]`).boundingBox();
    assert.ok(box, name);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await board.locator('[data-piece]').first().waitFor();
  await board.scrollIntoViewIfNeeded();
  const [from, to] = [await middle('e2'), await middle('e5')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.locator('output', { hasText: 'e2 to e5: ' }).waitFor();
  assert.equal(await board.locator('[data-at="e5"]').getAttribute('data-piece'), 'P');
});

/** A program that uses every entry of the package, with its types. */
const USER = `
import { aspectRatio, createBoard, type BoardApi, type Config, type LegalMove } from '@saffron/hex-board';
import { HexBoardElement, type HexMove } from '@saffron/hex-board/element';
import * as scene from '@saffron/hex-board/scene';
import { readFen, variantById } from '@saffron/hex-board/variants';

const variant = variantById('shafran');
export const moves: readonly LegalMove[] = [];
export const open = (host: HTMLElement): BoardApi => createBoard(host, { board: variant.board, moves } satisfies Partial<Config>);
export const told = (event: CustomEvent<HexMove>): string => event.detail.from;
export const used = [aspectRatio, HexBoardElement, scene, readFen];
// @ts-expect-error: a wrong option is an error, so that types were found at all
export const wrong = (host: HTMLElement): BoardApi => createBoard(host, { board: variant.board, orientation: 7 });
`;

test('the packed package has types under nodenext, and can be imported in Node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hex-board-'));
  try {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(web, 'board') });
    const [{ filename }] = JSON.parse(stdout);
    const installed = join(folder, 'node_modules/@saffron/hex-board');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components', '1']);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'user.ts'), USER);
    const options = { strict: true, noEmit: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const compilerOptions = { ...options, module, moduleResolution };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['user.ts'] }));
      await run(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error) => {
        assert.fail(`${moduleResolution}: ${error.stdout}`);
      });
    }
    const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const entries = Object.entries(exports).filter(([, entry]) => typeof entry === 'object');
    assert.equal(entries.length, 4);
    for (const [entry] of entries) {
      const name = entry.replace('.', '@saffron/hex-board');
      const program = `console.log(Object.keys(await import('${name}')).length)`;
      const { stdout: count } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
      assert.ok(Number(count) > 0, name);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
