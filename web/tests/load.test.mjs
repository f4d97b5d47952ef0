import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import {
  choose,
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
  statusIs,
} from './play.mjs';

test('the position of the dialog is the same after loading it', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  for (const uci of ['e2e5', 'e9e6', 'b1c4']) await move(page, uci);
  const fen = await fenShown(page);
  await choose(page, 'New game');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await loadFen(page, fen);
  assert.equal(await fenShown(page), fen);
  await statusIs(page, 'Black to move.');
  assert.equal(await pieceAt(page, 'c4'), 'N');
  assert.deepEqual(await moves(page), []);
});

test('a position of another program is read, and shown in our own form', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  const own = 'b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1';
  for (const foreign of [
    '6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1',
    '1prnqb/2p2bk/3p1b1n/4p3r/5ppppp/11/PPPPP5/R3P4/N1B1P3/QB2P2/BKNRP1 w',
  ]) {
    await loadFen(page, foreign, 'glinski');
    assert.equal(await fenShown(page), own);
  }
});

smokeTest('a copied record brings the whole game back', async ({ page }) => {
  await start(page, { opponent: 'friend', variant: 'glinski' });
  for (const uci of ['f5f6', 'e7e6', 'f6e6']) await move(page, uci);
  const list = await moves(page);
  const record = await recordShown(page);
  await choose(page, 'New game');
  await start(page, { variant: 'shafran' });
  const again = await openLoad(page);
  await again.getByLabel('Record of the game').fill(record);
  await again.getByRole('button', { name: 'Load record' }).click();
  await again.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Gliński’s chess' }).waitFor();
  assert.deepEqual(await moves(page), list);
});

for (const [what, text] of [
  ['an empty text', ''],
  ['a word', 'nonsense'],
  ['a missing king', '5/6/7/8/9/9/8/7/6/K4 w - - 0 1'],
  ['too long a row', 'kqbnr1/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1'],
  ['the wrong board', '6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - 0 1'],
]) {
  test(`${what} is refused in place and stays in the field`, async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await move(page, 'e2e5');
    const dialog = await openLoad(page);
    const field = dialog.getByLabel('FEN of the position shown');
    await field.fill(text ?? '');
    await dialog.getByRole('button', { name: 'Load position' }).click();
    const message = await dialog.getByText('This position cannot be loaded.').innerText();
    assert.ok(message.length > 'This position cannot be loaded. '.length, message);
    assert.equal(await field.inputValue(), text);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await page.keyboard.press('Escape');
    assert.equal((await moves(page)).length, 1, 'the game in progress is untouched');
  });
}

for (const [what, text] of [
  ['no record', 'hello'],
  ['an illegal move', '[Variant "Shafran"]\n\n1. e5 e6 2. Qa6 *\n'],
  ['an unknown variant', '[Variant "Hopscotch"]\n\n1. e4 *\n'],
]) {
  test(`${what} is refused in place`, async ({ page }) => {
    await start(page, { opponent: 'friend' });
    const dialog = await openLoad(page);
    const field = dialog.getByLabel('Record of the game');
    await field.fill(text ?? '');
    await dialog.getByRole('button', { name: 'Load record' }).click();
    await dialog.getByText('This record cannot be loaded.').waitFor();
    assert.equal(await field.inputValue(), text);
  });
}

test(
  'a Russian page says in Russian what is wrong with a position and a record',
  async ({ page }) => {
    await open(page);
    await pick(page, 'opponent', 'friend');
    await page.getByRole('button', { name: 'Играть', exact: true }).click();
    await choose(page, 'Загрузить позицию или партию');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('FEN показанной позиции').fill('5/6/7/8/9/9/8/7/6/K4 w - - 0 1');
    await dialog.getByRole('button', { name: 'Загрузить позицию' }).click();
    await dialog.getByText('Эту позицию загрузить нельзя. У чёрных нет короля.').waitFor();
    await dialog.getByRole('textbox', { name: 'Запись партии' }).fill('[Variant "Shafran"]\n\n1. e5 e6 2. Qa6 *\n');
    await dialog.getByRole('button', { name: 'Загрузить запись' }).click();
    const message = 'Строка 3, ход 2. Qa6: ферзь белых не может пойти на a6.';
    await dialog.getByText(`Эту запись загрузить нельзя. ${message}`).waitFor();
  },
  { locale: 'ru-RU' },
);

test('a loaded position can be played against the computer', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  const dialog = await openLoad(page);
  await dialog.getByLabel('FEN of the position shown').fill('k4/6/7/8/9/8R/8/7/6/R3K b QB - 0 1');
  await dialog.getByLabel('After loading').selectOption('w');
  await dialog.getByRole('button', { name: 'Load position' }).click();
  await statusIs(page, 'Your move.');
  assert.equal((await moves(page)).length, 1);
});
