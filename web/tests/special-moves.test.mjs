import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import { cell, fenShown, loadFen, move, moves, piecesAre, start, statusIs } from './play.mjs';

smokeTest('a pawn on the last cell becomes any of the four pieces', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  for (const [letter, name] of [
    ['q', 'Queen'],
    ['r', 'Rook'],
    ['b', 'Bishop'],
    ['n', 'Knight'],
  ]) {
    await loadFen(page, '5/1P4/7/8/9/8k/8/7/P5/K4 w - - 0 1');
    await cell(page, 'e9').click();
    await cell(page, 'e10').click();
    const chooser = page.getByRole('dialog', { name: 'Promotion on e10' });
    assert.equal(await chooser.getByRole('button').count(), 4);
    await chooser.getByRole('button', { name }).click();
    await statusIs(page, 'Black to move.');
    await piecesAre(page, { e10: letter?.toUpperCase() ?? '', e9: null });
    assert.match((await moves(page))[0] ?? '', new RegExp(`^e10=?${letter?.toUpperCase()}`));
  }
});

test('the promotion chooser can be left without a move', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await loadFen(page, '5/1P4/7/8/9/8k/8/7/P5/K4 w - - 0 1');
  await cell(page, 'e9').click();
  await cell(page, 'e10').click();
  await page.getByRole('dialog', { name: 'Promotion on e10' }).waitFor();
  await page.keyboard.press('Escape');
  await piecesAre(page, { e9: 'P', e10: null });
  assert.deepEqual(await moves(page), []);
});

for (const [capture, target] of [
  ['d4e3', 'e3'],
  ['d5e4', 'e4'],
]) {
  const check = target === 'e3' ? smokeTest : test;
  check(`a pawn that made a triple step is taken en passant on ${target}`, async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await loadFen(page, 'k4/6/7/8/9/3p5/3p4/7/4P1/K4 w - - 0 1');
    await move(page, 'e2e5');
    assert.match(await fenShown(page), / b - e3e4 0 1$/);
    await move(page, capture ?? '');
    await piecesAre(page, { e5: null, [target ?? '']: 'p', [(capture ?? '').slice(0, 2)]: null });
    assert.match(await fenShown(page), / w - - 0 2$/);
  });
}

const CASTLINGS = [
  { uci: 'e1c1', notation: 'Q-0-0', after: { c1: 'K', d1: 'R', a1: null, e1: null, i5: 'R' } },
  { uci: 'e1b1', notation: 'Q-0-0-0', after: { b1: 'K', c1: 'R', a1: null, e1: null, i5: 'R' } },
  { uci: 'e1g3', notation: 'B-0-0', after: { g3: 'K', f2: 'R', i5: null, e1: null, a1: 'R' } },
  { uci: 'e1h4', notation: 'B-0-0-0', after: { h4: 'K', g3: 'R', i5: null, e1: null, a1: 'R' } },
];
const BOTH_FLANKS = 'k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1';

for (const { uci, notation, after } of CASTLINGS) {
  const check = notation === 'B-0-0' ? smokeTest : test;
  check(`castling ${notation} on the board`, async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await loadFen(page, BOTH_FLANKS);
    await move(page, uci);
    await piecesAre(page, after);
    assert.deepEqual(await moves(page), [notation]);
    await page.getByRole('button', { name: 'Take back' }).click();
    await piecesAre(page, { e1: 'K', a1: 'R', i5: 'R' });
  });
}

test('black castles on its own flanks', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await loadFen(page, 'k3r/6/7/8/r8/9/8/7/6/1K3 b qb - 0 1');
  await move(page, 'e10g10');
  await piecesAre(page, { g10: 'k', f10: 'r', i10: null });
  assert.deepEqual(await moves(page), ['Q-0-0']);
});

test('the king put on the rook castles, and is asked how where two ways are open', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await loadFen(page, BOTH_FLANKS);
  await cell(page, 'e1').click();
  await cell(page, 'i5').click();
  const chooser = page.getByRole('dialog', { name: 'Which move to i5?' });
  assert.deepEqual(
    await chooser.getByRole('button').evaluateAll((list) => list.map((each) => each.getAttribute('aria-label'))),
    ['Castling B-0-0', 'Castling B-0-0-0'],
  );
  await chooser.getByRole('button', { name: 'Castling B-0-0-0' }).click();
  await piecesAre(page, { h4: 'K', g3: 'R', i5: null, e1: null, a1: 'R' });
  assert.deepEqual(await moves(page), ['B-0-0-0']);
});

test(
  'a captured piece flies to its sign at the name of the side that took it',
  async ({ page }) => {
    // Flights are held in the air, to be looked at.
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        const animation = animate.call(this, frames, timing);
        if (!this.closest('.sfb-layer-flights')) return animation;
        animation.pause();
        Object.assign(window, { land: () => animation.finish() });
        return animation;
      };
    });
    await start(page, { opponent: 'friend' });
    await move(page, 'f2b6');
    const flying = page.locator('.sfb-layer-flights [data-piece=p]');
    await flying.waitFor();
    await piecesAre(page, { b6: 'B', f2: null });
    const sign = page.locator('.bar[data-side=w] [data-role=p]');
    await sign.waitFor();
    const wanted = await sign.boundingBox();
    await page.evaluate(() => {
      const piece = document.querySelector('.sfb-layer-flights > g > g');
      for (const animation of piece?.getAnimations() ?? []) animation.currentTime = 219;
    });
    const landed = await page.locator('.sfb-layer-flights > g > g').boundingBox();
    assert.ok(wanted && landed);
    const gap = Math.hypot(wanted.x - landed.x, wanted.y - landed.y);
    assert.ok(gap < 12, `the flight ends ${Math.round(gap)} px from the sign`);
    await page.evaluate(() => /** @type {{ land: () => void }} */ (/** @type {unknown} */ (window)).land());
    await flying.waitFor({ state: 'detached' });
  },
  { reducedMotion: 'no-preference' },
);
