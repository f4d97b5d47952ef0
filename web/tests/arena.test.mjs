/** Arenas: creating and joining one, being paired, berserk, points, and the way back. */

import assert from 'node:assert/strict';
import { check, fits, tabTo } from './checks.mjs';
import { tap, test } from './harness.mjs';
import { act, another, ask, movesShown, register } from './live.mjs';
import { choose, clickMove, open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SHORT_PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** Four plies after which the position is that before them. */
const SHUFFLE = ['b1c4', 'c8b5', 'c4b1', 'b5c8'];

/**
 * Creates an arena of the account.
 * @param {Page} page @param {string} url @param {object} [settings]
 * @returns {Promise<string>} its id
 */
async function create(page, url, settings = {}) {
  const { id } = await ask(page, url, 'arenas', {
    name: 'Evening arena',
    description: 'Be kind.',
    variant: 'shafran',
    initial: 300,
    increment: 3,
    rated: false,
    startsAt: Date.now() - 20_000,
    minutes: 20,
    berserk: true,
    streaks: true,
    computers: 0,
    ...settings,
  });
  return id;
}

/** Returns the id of the live game whose page is open. @param {Page} page */
async function gameOf(page) {
  await page.waitForURL('**/live/*');
  await page.locator('.actions').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

test(
  'an arena is created, two join, are paired, play with berserk, and come back to their points',
  async ({ page, url }) => {
    const organiser = await register(page, url, 'Olga');
    await open(page, '/arenas');
    await page.getByRole('link', { name: 'New arena' }).click();
    await page.getByLabel('Name', { exact: true }).fill('  Friday   arena ');
    await page.locator('label').filter({ hasText: '5+3' }).click();
    await page.locator('label').filter({ hasText: 'At once' }).click();
    await page.getByRole('button', { name: 'Create the arena' }).click();
    await page.waitForURL('**/arena/*');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('heading', { level: 1, name: 'Friday arena' }).waitFor();
    await page.getByText('5+3 · Blitz · Casual · 45 minutes').waitFor();

    // By keyboard alone.
    await tabTo(page, page.getByRole('button', { name: 'Join' }));
    await page.keyboard.press('Enter');
    await page.getByText('Looking for an opponent').waitFor();
    await page.locator('tr.own').getByRole('link', { name: 'You' }).waitFor();

    const phone = await another(page, url, SHORT_PHONE);
    await open(phone, '/lobby');
    await phone.getByText('An arena is on:').getByRole('link', { name: 'Friday arena' }).waitFor();
    await open(phone, '/arenas');
    await tap(phone.getByRole('button', { name: 'Join Friday arena' }));

    const [game, same] = [await gameOf(page), await gameOf(phone)];
    assert.equal(game, same);
    const { you } = await (await page.context().request.get(`${url}/api/games/${game}`)).json();
    const [white, black] = you === 'w' ? [page, phone] : [phone, page];

    // No takebacks; the phone berserks by the button, before its first move.
    const actions = phone.getByRole('group', { name: 'Game actions' });
    assert.equal(await phone.getByRole('button', { name: 'Ask to take back' }).count(), 0);
    if (phone === black) {
      await clickMove(white, 'e2e5');
      await movesShown(phone, 1);
    }
    await tap(actions.getByRole('button', { name: /^Berserk/ }));
    const side = phone === white ? 'w' : 'b';
    for (const each of [page, phone]) {
      await each.locator(`[data-side=${side}] .berserk`).waitFor();
      await each
        .locator(`[data-side=${side}] [role=timer]`)
        .filter({ hasText: /^2:30|^2:2/ })
        .waitFor();
    }
    if (phone === white) {
      await clickMove(white, 'e2e5');
      await movesShown(phone, 1);
    }
    assert.equal(await actions.getByRole('button', { name: /^Berserk/ }).count(), phone === white ? 0 : 1);
    await movesShown(black, 1);
    await clickMove(black, 'e9e6');
    await movesShown(white, 2);
    let ply = 2;
    for (const uci of [...SHUFFLE, ...SHUFFLE, ...SHUFFLE]) {
      await act(ply % 2 === 0 ? white : black, url, game, { kind: 'move', uci, ply });
      ply += 1;
    }
    await movesShown(page, 14);

    // A spectator watches the arena meanwhile.
    const spectator = await another(page, url);
    await open(spectator, `/arena/${id}`);
    await spectator.locator(`[data-game="${game}"] .clock`).first().waitFor();
    await check(spectator, 'the arena with a running game');
    await fits(spectator, 'the arena');

    await choose(page, 'Resign');
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const each of [page, phone]) {
      await each.getByRole('link', { name: 'Back to the arena' }).waitFor();
      assert.equal(await each.getByRole('button', { name: 'Rematch' }).count(), 0);
    }
    // Three points for a win with half of the time.
    const rows = spectator.locator('tbody tr');
    await rows.first().locator('.total').filter({ hasText: '3' }).waitFor();
    assert.match(await rows.nth(1).innerText(), new RegExp(`${organiser}[\\s\\S]*0`));
    await rows
      .first()
      .getByRole('button', { name: /, points game by game: 3$/ })
      .click();
    const games = spectator.getByRole('dialog').getByRole('list', { name: 'Games' });
    const line = side === 'w' ? 'White' : 'Black';
    await games.getByRole('link', { name: new RegExp(`1 ${line} ${organiser}.* 3`) }).waitFor();
    assert.equal(await games.getByRole('link').getAttribute('href'), `/live/${game}`);
    await check(spectator, 'the games of a player');
    await spectator.keyboard.press('Escape');

    // Back in the arena both wait, and the next game opens by itself.
    await tap(phone.getByRole('link', { name: 'Back to the arena' }));
    await phone.waitForURL(`**/arena/${id}`);
    await phone.getByText('Looking for an opponent').waitFor();
    await page.getByRole('link', { name: 'Back to the arena' }).click();
    await page.waitForURL((address) => /\/live\//.test(address.pathname) && !address.pathname.endsWith(game));
    const next = await gameOf(phone);
    assert.notEqual(next, game);

    // Who does not begin, or aborts, has lost, and pauses until playing on.
    await choose(page, 'Abort');
    await page.getByRole('dialog').getByText('In an arena an aborted game is lost').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    await page.getByRole('link', { name: 'Back to the arena' }).click();
    await page.getByText('You pause.').waitFor();
    await rows.first().locator('.total').filter({ hasText: '5' }).waitFor();
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.getByText('Looking for an opponent').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('You pause.').waitFor();
  },
  { seconds: 120 },
);

test('arenas are listed, changed and cancelled; rated ones need an account', async ({ page, url }) => {
  const organiser = await another(page, url);
  await register(organiser, url, 'Petra');
  const name = `Rated ${Date.now().toString(36).slice(-6)}`;
  const id = await create(organiser, url, { name, rated: true, variant: 'glinski' });
  const later = await create(organiser, url, { name: 'Later', startsAt: Date.now() + 7_200_000 });

  await open(page, '/tournaments');
  await page.getByRole('main').getByRole('link', { name: 'Arenas' }).click();
  const running = page.getByRole('listitem').filter({ hasText: name });
  await running.getByRole('link', { name: 'Sign in to join' }).waitFor();
  await check(page, 'the list of arenas');
  await fits(page, 'the list of arenas');
  await running.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Sign in to join' }).waitFor();
  await page.getByText('How points are counted').click();
  await page.getByText('A stalemate is a win here: 2 points').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Gliński’s chess' }).getAttribute('href'), '/learn/glinski');
  assert.equal(await page.getByRole('button', { name: 'Cancel the arena' }).count(), 0);
  assert.ok(id !== later);

  await open(organiser, `/arena/${later}`);
  await organiser.getByText('Begins in').waitFor();
  await organiser.getByRole('button', { name: 'Join' }).click();
  await organiser.getByText('Be on this page when it begins').waitFor();
  await organiser.getByRole('link', { name: 'Change' }).click();
  const field = organiser.getByLabel('Name', { exact: true });
  assert.equal(await field.inputValue(), 'Later');
  await check(organiser, 'the form of an arena');
  await fits(organiser, 'the form of an arena');
  await field.fill('Much later');
  await organiser.locator('label').filter({ hasText: 'Other' }).click();
  await organiser.getByLabel('Minutes', { exact: true }).fill('0');
  await organiser.getByLabel('Seconds a move').fill('0');
  await organiser.getByRole('button', { name: 'Save' }).click();
  await organiser.getByRole('alert').getByText('Give the players some time').waitFor();
  await organiser.getByLabel('Seconds a move').fill('12');
  await organiser.getByRole('button', { name: 'Save' }).click();
  await organiser.getByRole('heading', { level: 1, name: 'Much later' }).waitFor();
  await organiser.getByText('0+12 · Rapid').waitFor();
  await organiser.getByRole('button', { name: 'Cancel the arena' }).click();
  await organiser.getByRole('dialog').getByRole('button', { name: 'Cancel the arena' }).click();
  await organiser.getByText('Cancelled').waitFor();
});

test('the keys turn the pages of the standings, and an arena that is over has a podium', async ({ page, url }) => {
  await register(page, url, 'Quirin');
  const id = await create(page, url);
  await ask(page, url, `arenas/${id}/join`);
  const real = await (await page.context().request.get(`${url}/api/arenas/${id}`)).json();
  // Twenty-two players who have played for an hour.
  const [own] = real.standings;
  await page.route(`**/api/arenas/${id}*`, (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page') ?? '1');
    const rows = Array.from({ length: number === 1 ? 20 : 2 }, (_, index) => {
      const rank = (number - 1) * 20 + index + 1;
      const player = rank === 22 ? own.player : { ...own.player, account: `a${rank}`, name: `Player-${rank}` };
      const sheet = [2, 2, 4, 0].map((points, place) => ({ points, double: place > 1 }));
      return { ...own, rank, player, score: 30 - rank, sheet, performance: 1700 - rank };
    });
    const info = { ...real.info, stage: 'over', players: 22 };
    const you = { ...real.you, rank: 22, page: 2, score: 8 };
    return route.fulfill({ json: { ...real, info, page: number, standings: rows, you } });
  });
  await open(page, `/arena/${id}`);
  const podium = page.getByRole('region', { name: 'The first three' });
  assert.deepEqual(await podium.getByRole('link').allInnerTexts(), ['Player-1', 'Player-2', 'Player-3']);
  await check(page, 'an arena that is over');
  await fits(page, 'an arena that is over');
  await page.getByText('1–20 of 22').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('21–22 of 22').waitFor();
  await page.locator('tr.own').waitFor();
  await podium.getByText('29').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('1–20 of 22').waitFor();
  await page.getByRole('button', { name: 'Your place: 22' }).click();
  await page.locator('tr.own').waitFor();
});
