import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import { cell, move, moves, open, pieceAt, piecesAre, start, status, statusIs, choose } from './play.mjs';

test('taking back gives both moves back against the computer', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  assert.equal(await page.getByRole('button', { name: 'Take back' }).isDisabled(), true);
  await move(page, 'e2e5');
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  assert.deepEqual(await moves(page), []);
  await piecesAre(page, { e2: 'P', e5: null });
});

test('taking back works while the computer thinks', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 10, colour: 'w' });
  // The book does not have this move, so the computer has to search.
  await cell(page, 'g4').click();
  await cell(page, 'g5').click();
  await statusIs(page, 'The computer is thinking');
  await page.getByRole('button', { name: 'Take back' }).click();
  await statusIs(page, 'Your move.');
  assert.deepEqual(await moves(page), []);
  // The stopped search must not play a move.
  await page.waitForTimeout(1500);
  assert.deepEqual(await moves(page), []);
  await move(page, 'd2d4');
});

test('the computer opens when it has White, and the board is turned', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 1, colour: 'b' });
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 1);
  const black = await cell(page, 'e10').boundingBox();
  const white = await cell(page, 'e1').boundingBox();
  assert.ok(black && white && black.y > white.y);
  assert.equal(await page.getByRole('button', { name: 'Take back' }).isDisabled(), true);
});

test('resigning asks first and names the winner', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click();
  await statusIs(page, 'Your move.');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await statusIs(page, 'White resigned. Black wins.');
  assert.match(await status(page), /^You lost/);
});

test('after the end there is a rematch with the other colour, a review, and a new game', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  await move(page, 'e2e5');
  await statusIs(page, 'Your move.');
  const resign = async () => {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Rematch' }).waitFor();
  };
  const below = () => page.locator('.players.bottom [data-side]').getAttribute('data-side');
  assert.equal(await below(), 'w');
  await resign();
  const first = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  // The computer now has White and moves first.
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 1);
  assert.equal(await below(), 'b');
  assert.notEqual(page.url(), first, 'it is another game');
  await resign();
  const list = await moves(page);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.locator('.review .progress, .review table').first().waitFor();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.locator('.moves [data-node]').first().waitFor();
  assert.deepEqual(await page.locator('.moves .row button .san').allInnerTexts(), list);
  await page.goBack();
  await page.locator('.panel').getByRole('button', { name: 'New game' }).click();
  await page.locator('input[name=variant]').first().waitFor({ state: 'attached' });
});

test('two players agree to a draw', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await choose(page, 'Offer a draw');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Black offers a draw. Does White agree?').waitFor();
  await dialog.getByRole('button', { name: 'Agree to a draw' }).click();
  await statusIs(page, 'Draw by agreement.');
  assert.match(await status(page), /^½ : ½/);
});

test('a third repetition can be claimed', async ({ page }) => {
  const around = ['b1c4', 'c8b5', 'c4b1', 'b5c8'];
  await start(page, { opponent: 'friend' });
  for (let round = 0; round < 2; round++) for (const uci of around) await move(page, uci);
  await page.getByRole('button', { name: 'Claim a draw: third repetition' }).click();
  await statusIs(page, 'Draw claimed: the same position for the third time.');
});

test('the list shows earlier positions, by clicks, buttons and keys', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  for (const uci of ['e2e5', 'e9e6', 'd2d4', 'd8d6']) await move(page, uci);
  const current = page.locator('[data-ply][aria-current=true]');
  assert.equal(await current.getAttribute('data-ply'), '4');
  await page.locator('[data-ply="1"]').click();
  await piecesAre(page, { e5: 'P', e9: 'p', e6: null, d4: null });
  assert.equal(await current.getAttribute('data-ply'), '1');
  // A past position is shown, so no piece can be moved.
  await cell(page, 'e9').click();
  await cell(page, 'e8').click();
  assert.equal((await moves(page)).length, 4);
  await page.locator('[data-ply="1"]').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await current.getAttribute('data-ply'), '2');
  await page.keyboard.press('End');
  assert.equal(await current.getAttribute('data-ply'), '4');
  await page.keyboard.press('Home');
  assert.equal(await pieceAt(page, 'e2'), 'P');
  await statusIs(page, 'Looking back: the starting position');
  await page.getByRole('button', { name: 'One move forward' }).click();
  await statusIs(page, 'Looking back, after 1. e5');
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.getByRole('button', { name: 'To the last move' }).click();
  await statusIs(page, 'White to move.');
  await page.getByRole('button', { name: 'To the start' }).click();
  await piecesAre(page, { e2: 'P', d8: 'p' });
});

test('a hint names a legal move and draws it', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await statusIs(page, 'A good move:');
  assert.ok((await page.locator('.sfb-arrow').count()) >= 1);
  await move(page, 'e2e5');
  assert.equal(await page.locator('.sfb-arrow').count(), 0);
});

test('a first move on the board starts the game', async ({ page }) => {
  await open(page);
  await cell(page, 'd2').click();
  await cell(page, 'd5').click();
  await page.getByRole('group', { name: 'Game actions' }).waitFor();
  assert.ok((await moves(page)).length >= 1);
  assert.equal(await pieceAt(page, 'd5'), 'P');
});

smokeTest('all six games start', async ({ page }) => {
  await open(page);
  for (const [variant, king] of [
    ['shafran', 'e10'],
    ['glinski', 'g10'],
    ['mccooey', 'g10'],
    ['hexofen', 'f11'],
    ['devasa', 'd9'],
    ['brusky', 'g8'],
  ]) {
    await start(page, { variant: variant ?? '', opponent: 'computer', level: 1, colour: 'b' });
    await statusIs(page, 'Your move.');
    assert.equal((await moves(page)).length, 1, variant);
    // White's king may have made the first move.
    assert.equal(await page.locator('[data-piece="K"]').count(), 1, variant);
    assert.equal(await pieceAt(page, king ?? ''), 'k', variant);
    await choose(page, 'New game');
  }
});

test('a broken engine is reported and can be tried again', async ({ page }) => {
  await page.addInitScript(() => {
    const holder = /** @type {{ Worker: typeof Worker, breakWorkers?: boolean }} */ (/** @type {unknown} */ (window));
    const Real = holder.Worker;
    holder.breakWorkers = true;
    holder.Worker = class extends Real {
      /** @param {string | URL} url @param {WorkerOptions} [options] */
      constructor(url, options) {
        super(url, options);
        if (holder.breakWorkers)
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })), 50);
      }
    };
  });
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  await move(page, 'e2e5');
  const alert = page.getByRole('alert');
  await alert.getByText('The computer stopped working.').waitFor();
  await alert.getByText('out of memory').waitFor();
  await page.evaluate(() => Object.assign(window, { breakWorkers: false }));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 2);
});
