import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import { fenShown, move, moves, open, start, status, statusIs } from './play.mjs';

// One of the games in the project's rules data, with a promotion on the way.
const GAME =
  'h5h7 b6b4 i5g5 f9f8 g5d5 a5a4 d5e6 b7e4 d1e3 d8d6 h7h8 e4c3 e6f6 b4b3 e1d1 c8a5 d2c3 b3c2 d1e1 h10f7 c3c4 g9g7 ' +
  'f6f7 e9e6 f7h9 d6c4 h9e6 f10e9 e1d2 g7g6 h8i10r c7c6 g3d1 d9b5 e6e9';

/** Position in which White mates in some moves. */
const ENDING = 'k4/6/7/8/9/8Q/8/7/6/R3K w - - 0 1';

smokeTest('two players reach mate on one screen', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  for (const uci of GAME.split(' ')) await move(page, uci);
  await statusIs(page, 'Checkmate. White wins.');
  assert.match(await status(page), /^1 : 0/);
  const list = await moves(page);
  assert.equal(list.length, 35);
  assert.match(list[34] ?? '', /#$/);
  assert.match(await fenShown(page), /^k1b1R\/1R3p\/3p3\/8\/r1p3p1P\/nb7\/p1p3PB\/4QP1\/PPpKPB\/RNBN1 b b/);
  assert.equal(await page.getByRole('button', { name: 'Resign' }).isDisabled(), true);
});

/**
 * Returns the best move for the game in progress, from a second worker started by the test.
 * @param {import('playwright-core').Page} page
 */
async function bestMove(page) {
  const fen = await fenShown(page);
  return page.evaluate(async (position) => {
    const scripts = performance.getEntriesByType('resource').map((entry) => entry.name);
    const url = scripts.find((name) => name.includes('engine.worker'));
    if (!url) throw new Error('the page has loaded no engine');
    const holder = /** @type {{ helper?: Worker }} */ (/** @type {unknown} */ (window));
    if (!holder.helper) {
      holder.helper = new Worker(url, { type: 'module' });
      holder.helper.postMessage({ type: 'init', stop: null, variants: [] });
    }
    const helper = holder.helper;
    const request = { variant: 'shafran', fen: position, moves: [], limits: { nodes: 30_000 } };
    /** @type {Promise<string>} */
    const answer = new Promise((resolve, reject) => {
      helper.addEventListener('message', ({ data }) => {
        if (data.type === 'done') resolve(data.result.best);
        if (data.type === 'failed') reject(new Error(data.message));
      });
    });
    helper.postMessage({ type: 'search', id: performance.now(), request });
    return answer;
  }, fen);
}

test(
  'a game against the computer goes on to its end',
  async ({ page }) => {
    // From the start it would take the same steps many times.
    await open(page, `/play/shafran?fen=${encodeURIComponent(ENDING)}`);
    await start(page, { opponent: 'computer', level: 1, colour: 'w' });
    for (let turn = 0; turn < 40; turn++) {
      // Either it is the visitor's turn again, or the game is over.
      await statusIs(page, /Your move|^\s*(You|Draw)\b/);
      if (!(await status(page)).startsWith('Your move')) break;
      await move(page, await bestMove(page));
    }
    await statusIs(page, 'Checkmate. White wins.');
    const list = await moves(page);
    assert.match(list.at(-1) ?? '', /#$/);
    assert.ok(list.length > 4, list.join(' '));
  },
  { seconds: 120 },
);
