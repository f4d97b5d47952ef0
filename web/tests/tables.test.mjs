import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MATE_IN_ONE } from './analysis.mjs';
import { PHONE, smokeTest, test } from './harness.mjs';
import { move, open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ result: string, plies: number | null, moves: { uci: string, result: string, plies: number | null }[] }} Known */

/**
 * Records the page's requests to the server's tables, from now on.
 * @param {Page} page
 */
function asked(page) {
  /** @type {string[]} */
  const addresses = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/tables')) addresses.push(pathname + search);
  });
  return addresses;
}

smokeTest('the analysis shows what the endgame tables know, and plays their moves', async ({ page }) => {
  await open(page, MATE_IN_ONE);
  const summary = page.getByRole('button', { name: 'Endgame tables: White wins in 1 move' });
  await summary.click();
  const panel = page.getByRole('region', { name: 'Endgame tables' });
  // As printed by `saffron tables probe`.
  assert.deepEqual(await panel.locator('[scope=rowgroup]').allInnerTexts(), ['Wins (41)', 'Draws (5)']);
  await panel.getByRole('button', { name: 'Kd3' }).click();
  await page.getByRole('button', { name: 'Endgame tables: White wins in 1 move' }).waitFor();
  assert.deepEqual(await panel.locator('[scope=rowgroup]').allInnerTexts(), ['Loses (1)']);
  await page.locator('body').press('ArrowLeft');
  await panel.getByRole('button', { name: 'Qc2#' }).click();
  // The game is over, so there is nothing to look up.
  await page.getByRole('tab', { name: 'Tables' }).waitFor({ state: 'detached' });
  assert.equal(await summary.count(), 0);
});

test('a position is looked up in a part of a file, and not by the server', async ({ page }) => {
  const addresses = asked(page);
  await open(page, MATE_IN_ONE);
  await page.getByRole('button', { name: 'Endgame tables: White wins in 1 move' }).click();
  // Already cached: no further request.
  await page.locator('.move-table').getByRole('button', { name: 'Kd3' }).click();
  await page.locator('[scope=rowgroup]', { hasText: 'Loses (1)' }).waitFor();
  const [list, ...files] = addresses;
  assert.equal(list, '/api/tables');
  assert.equal(files.length, 1, addresses.join('\n'));
  assert.match(files[0] ?? '', /^\/api\/tables\/shafran\/files\/KQK\.saftable\?v=.+&from=0$/);
});

test('on a wide page the result is shown once', async ({ page }) => {
  await open(page, MATE_IN_ONE);
  const summary = page.getByRole('button', { name: 'Endgame tables: White wins in 1 move' });
  await summary.click();
  const seen = await page.getByText('White wins in 1 move').evaluateAll((found) =>
    found.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 2 && height > 2 && one.scrollWidth <= one.clientWidth;
    }),
  );
  // Screen-reader users get the panel's caption instead of the line above.
  assert.deepEqual(seen.toSorted(), [false, true]);
});

test(
  'the review of an ending goes by the tables',
  async ({ page }) => {
    const addresses = asked(page);
    // The rook lets itself be taken.
    await open(page, '/ru/analysis/shafran?fen=5/6/7/8/4R4/9/8/7/3K2/k4+w+-+-+0+1&moves=e6a2+a1a2#1');
    await page.getByRole('tab', { name: 'Разбор' }).click();
    await page.getByRole('button', { name: 'Разобрать партию' }).click();
    await page.getByText('Позиций оценено по таблицам эндшпилей: 2.').waitFor();
    assert.equal(
      await page
        .getByRole('row', { name: /Грубые ошибки/ })
        .getByRole('button')
        .innerText(),
      '1',
    );
    await page.getByRole('tab', { name: 'Ходы' }).click();
    await page.getByText('Таблицы: ничья; до хода: белые выигрывают в 3 хода.').waitFor();
    assert.equal(addresses.filter((address) => address.includes('fen=')).length, 0, addresses.join('\n'));
  },
  { seconds: 60 },
);

/**
 * Builds the table of an ending of Shafran's chess, with those that it leads to.
 * @param {string} folder
 * @param {string} ending
 */
async function build(folder, ending) {
  const options = ['tables', 'build', 'shafran', '--only', ending, '--data', folder];
  const [status] = await once(spawn(process.env.SAFFRON_BIN ?? '', options, { stdio: 'ignore' }), 'exit');
  assert.equal(status, 0);
}

test(
  'a long file comes in parts',
  async ({ page, serve, after }) => {
    const folder = await mkdtemp(join(tmpdir(), 'saffron-tables-'));
    after(() => rm(folder, { recursive: true, force: true }));
    await build(folder, 'KQKR');
    const server = await serve(['--tables', folder]);
    const addresses = asked(page);
    await open(page, `${server.url}/endings/shafran/KQKR`);
    await page.getByRole('button', { name: 'Practise' }).click();
    await page.getByText(/^Your move: mate in \d+$/).waitFor();
    const parts = addresses.filter((address) => /KQKR\.saftable\?v=.+&from=\d+$/.test(address));
    assert.ok(parts.length > 3, addresses.join('\n'));
    // The rook wins only if the queen hangs, so there is no win to practise.
    assert.equal(await page.locator('[name="practice-winner"]').count(), 0);
    assert.equal(addresses.filter((address) => address.includes('fen=')).length, 0, addresses.join('\n'));
  },
  { seconds: 60 },
);

test('the tables are not asked about positions with more pieces than they have', async ({ page }) => {
  const addresses = asked(page);
  await open(page, '/analysis/shafran');
  await move(page, 'e2e5');
  await move(page, 'e9e6');
  assert.deepEqual(addresses, []);
  assert.equal(await page.getByRole('tab', { name: 'Tables' }).count(), 0);
  // Four pieces, of which this server has no table: the list is enough to know that.
  await open(page, '/analysis/shafran?fen=5/6/7/8/4Q4/9/8/7/3K1r/k4+w+-+-+0+1');
  await page.locator('.engine').first().waitFor();
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/api/tables`).length > 0);
  assert.deepEqual(addresses, ['/api/tables']);
});

test('Gliński’s stalemate is a result of its own', async ({ page }) => {
  await open(page, '/ru/analysis/glinski?fen=1/3/5/7/9/11/11/1k9/2B8/11/K10+b+-+-+0+1');
  await page.getByRole('button', { name: 'Таблицы эндшпилей: чёрные ставят пат в 1 ход' }).click();
  assert.match((await page.locator('[scope=rowgroup]').allInnerTexts())[0] ?? '', /^Ставит пат \(\d+\)$/);
});

test(
  'without the server there is no panel of the tables',
  async ({ page }) => {
    // A server without tables, or no server.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (address, ...rest) =>
        String(address).startsWith('/api/tables') ? Promise.reject(new TypeError('offline')) : fetch(address, ...rest);
    });
    await open(page, MATE_IN_ONE);
    await page.locator('.lines li').first().waitFor();
    assert.equal(await page.locator('.from-tables').count(), 0);
    await open(page, '/endings/shafran/KQK');
    await page.getByRole('heading', { level: 2 }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Practise' }).count(), 0);
  },
  { seconds: 60 },
);

/**
 * Records the last reply of the tables about a position.
 * @param {Page} page
 */
function answers(page) {
  const last = { /** @type {Known | null} */ known: null, count: 0 };
  page.on('response', async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.startsWith('/api/tables/') || !searchParams.has('fen')) return;
    last.known = await response.json();
    last.count += 1;
  });
  return last;
}

/**
 * Waits for the visitor's turn in a won position.
 * @param {Page} page @param {ReturnType<typeof answers>} last
 */
async function turn(page, last) {
  for (let tries = 0; tries < 200; tries++) {
    if (last.known?.result === 'win') return last.known;
    await page.waitForTimeout(50);
  }
  throw new Error('it is not the visitor’s turn');
}

test(
  'an ending is practised to the mate, with a move taken back; where files cannot be read, by the server’s look-up',
  async ({ page }) => {
    const last = answers(page);
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (address, ...rest) =>
        String(address).includes('.saftable') ? Promise.reject(new TypeError('offline')) : fetch(address, ...rest);
    });
    await open(page, '/endings/shafran/KRK');
    await page.getByRole('button', { name: 'Practise' }).click();
    await page.getByText(/^Your move: mate in \d+$/).waitFor();
    let known = await turn(page, last);
    const best = Math.ceil((known.plies ?? 0) / 2);
    const spoiling = known.moves.find(({ result }) => result === 'draw');
    let takenBack = 0;
    if (spoiling) {
      await move(page, spoiling.uci);
      await page.getByText('Now a draw: take the move back').waitFor();
      await page.getByRole('button', { name: 'Take back' }).click();
      takenBack = 1;
    }
    for (let count = 1; ; count++) {
      const [first] = known.moves;
      if (!first) throw new Error('there is no move');
      last.known = null;
      await move(page, first.uci);
      if (first.plies === 1) {
        await page.getByText(`Mate in ${count}; the best possible was ${best}`).waitFor();
        assert.equal(count, best);
        break;
      }
      known = await turn(page, last);
      await page.getByText(`The best: still mate in ${best - count}`).waitFor();
      await page.waitForFunction((plies) => document.querySelectorAll('[data-ply]').length === plies, 2 * count);
    }
    await page.getByText(`Solved here: 1, with the best play: ${takenBack === 0 ? 1 : 0}.`).waitFor();
    await page.getByRole('button', { name: 'Once more' }).click();
    await page.getByText(`Your move: mate in ${best}`).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Practise' }).click();
    await page.getByText('Solved here: 1').waitFor();
    await page.getByRole('button', { name: 'Back to the ending' }).click();
    await page.getByRole('tab', { name: 'Figures' }).waitFor();
  },
  { seconds: 120 },
);

test('what can hardly be won, or has no table here, is not practised', async ({ page }) => {
  await open(page, '/endings/shafran/KPK');
  await page.getByRole('button', { name: 'Practise' }).waitFor();
  for (const path of ['/endings/shafran/KBK', '/endings/shafran/KQKR']) {
    await open(page, path);
    await page.getByRole('heading', { level: 2 }).waitFor();
    await page.waitForTimeout(300);
    assert.equal(await page.getByRole('button', { name: 'Practise' }).count(), 0, path);
  }
});

test(
  'a phone shows the tables and the practice without scrolling sideways',
  async ({ page }) => {
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    await open(page, MATE_IN_ONE);
    await page.getByRole('button', { name: 'Tables: White wins in 1 move' }).click();
    // In place of the engine's lines, for which there is no room.
    await page.locator('.move-table').getByRole('button', { name: 'Qc2#' }).click({ trial: true });
    assert.equal(await page.locator('.engine').count(), 0);
    assert.equal(await sideways(), false);
    await open(page, '/ru/endings/glinski/KQK');
    await page.getByRole('button', { name: 'Тренироваться' }).click();
    await page.getByText(/^Ваш ход: мат в \d+$/).waitFor();
    assert.equal(await sideways(), false);
  },
  PHONE,
);
