/** Round robins by correspondence: made by the keyboard, entered, played to the final result, and read on phones. */

import assert from 'node:assert/strict';
import { check, tabTo } from './checks.mjs';
import { LOCALES, PHONE, tap, test } from './harness.mjs';
import { act, another, ask, movesShown, register } from './live.mjs';
import { choose, clickMove, open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };

/** @param {Page} page @param {string} where */
async function fits(page, where) {
  const [inside, outside] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(Number(inside) <= Number(outside), `${where}: ${inside} in ${outside}`);
}

/**
 * Creates a tournament of the account.
 * @param {Page} page @param {string} url @param {object} [settings]
 * @returns {Promise<string>} its id
 */
async function create(page, url, settings = {}) {
  const { id } = await ask(page, url, 'correspondence-tournaments', {
    name: 'Winter round robin',
    description: 'Be kind.',
    variant: 'shafran',
    days: 3,
    rated: false,
    startsAt: Date.now() + 86_400_000,
    places: 16,
    beginsWhenFull: true,
    groupSize: 4,
    promoted: 2,
    double: false,
    ...settings,
  });
  return id;
}

/** @param {Page} page @param {string} url @param {string} id */
async function tournamentOf(page, url, id) {
  return (await page.context().request.get(`${url}/api/correspondence-tournaments/${id}`)).json();
}

/** Waits until the server has counted the last game. @param {Page} page @param {string} url @param {string} id */
async function ended(page, url, id) {
  for (let tries = 0; tries < 50; tries++) {
    if ((await tournamentOf(page, url, id)).info.status === 'over') return;
    await page.waitForTimeout(200);
  }
  assert.fail('the tournament is not over');
}

/** Plays a move in a game with days, which is confirmed. @param {Page} page @param {string} uci @param {number} plies after it */
async function moveByDays(page, uci, plies) {
  await clickMove(page, uci);
  await page.getByRole('button', { name: 'Play the move' }).click();
  await movesShown(page, plies);
}

test(
  'three enter and play: a result is counted, one withdraws, and the final result is shown',
  async ({ page, url }) => {
    // The organiser has a keyboard only.
    const olga = await register(page, url, 'Olga');
    await open(page, '/correspondence');
    await check(page, 'the list');
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New tournament' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('  Three   by post ');
    await tabTo(page, page.getByLabel('Days a move'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByRole('spinbutton', { name: 'Places' }));
    await page.getByText('Up to 16 players in groups of up to 4; the first 2 of each play on').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    await page.getByText('Up to 3 players, all in one group.').waitFor();
    await check(page, 'the form');
    await tabTo(page, page.getByRole('button', { name: 'Create it' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/correspondence\/\w{10}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('heading', { level: 1, name: 'Three by post' }).waitFor();
    await page.getByText('5 days a move · Casual').waitFor();
    await page.getByText('Places taken: 0 of 3').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Join' }));
    await page.keyboard.press('Enter');
    await page.getByText('You take part.').waitFor();

    const second = await another(page, url);
    const boris = await register(second, url, 'Boris');
    await open(second, '/tournaments');
    await second.getByRole('main').getByRole('link', { name: 'Correspondence tournaments' }).click();
    await second.getByRole('link', { name: 'Three by post' }).click();
    await second.getByRole('button', { name: 'Join' }).click();
    await second.getByText('Places taken: 2 of 3').waitFor();
    await check(second, 'a tournament before its start');

    const phone = await another(page, url, SMALL);
    await open(phone, `/correspondence/${id}`);
    await fits(phone, 'a tournament before its start');
    await tap(phone.getByRole('button', { name: 'Join' }));
    // All places are taken.
    const own = phone.getByRole('region', { name: 'Your games' });
    await own.getByRole('link').nth(1).waitFor();
    assert.equal(await own.getByRole('link').count(), 2);
    await phone.getByRole('heading', { level: 2, name: 'Final' }).waitFor();
    await fits(phone, 'a tournament that is played');
    await check(phone, 'a tournament that is played, on a phone');
    await tap(phone.getByRole('list', { name: 'Final' }).getByRole('button', { name: boris }));
    const games = phone.getByRole('dialog', { name: boris }).getByRole('list', { name: 'Games' });
    assert.equal(await games.getByRole('link').count(), 2);
    await check(phone, 'the games of a player');
    await phone.keyboard.press('Escape');

    // The organiser and the second one play through the page.
    await page.reload();
    const cross = page.getByRole('table', { name: 'Final' });
    await cross.waitFor();
    assert.equal(await cross.getByRole('link', { name: /: in progress$/ }).count(), 6);
    await check(page, 'a tournament that is played');
    const link = page.getByRole('region', { name: 'Your games' }).getByRole('link', { name: new RegExp(boris) });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/live/*');
    await page.locator('.actions').waitFor();
    const game = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('link', { name: /^Three by post/ }).waitFor();
    await open(second, `/live/${game}`);
    await second.locator('.actions').waitFor();
    const { you } = await (await page.context().request.get(`${url}/api/games/${game}`)).json();
    const [white, black] = you === 'w' ? [page, second] : [second, page];
    assert.equal(await page.getByRole('button', { name: 'Ask to take back' }).count(), 0);
    await choose(white, 'Abort');
    await white.getByRole('dialog').getByText('In a tournament an aborted game is lost.').waitFor();
    await white.keyboard.press('Escape');
    await moveByDays(white, 'e2e5', 1);
    await movesShown(black, 1);
    await moveByDays(black, 'e9e6', 2);
    await movesShown(second, 2);
    await choose(second, 'Resign');
    await second.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const each of [page, second]) {
      await each.getByRole('link', { name: 'Back to the tournament' }).waitFor();
      assert.equal(await each.getByRole('button', { name: 'Rematch' }).count(), 0);
    }
    await page.getByRole('link', { name: 'Back to the tournament' }).click();
    const names = you === 'w' ? `You – ${boris}` : `${boris} – You`;
    await cross.getByRole('link', { name: `${names}: 1` }).waitFor();
    assert.equal(await cross.getByRole('link', { name: `${names}: 1` }).getAttribute('href'), `/live/${game}`);
    await cross.getByRole('link', { name: `${names}: 0` }).waitFor();
    await page.getByText('1 of 3 games').waitFor();

    // Half of the second one's games are over: the other one is lost.
    await second.getByRole('link', { name: 'Back to the tournament' }).click();
    await second.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await second.getByText('2 of 3 games').waitFor();
    await second
      .getByRole('table')
      .getByRole('button', { name: /^You.*withdrawn/ })
      .click();
    await second.getByRole('dialog').getByText('Withdrawn: games that were left are lost.').waitFor();
    await second.keyboard.press('Escape');
    assert.equal(await second.getByRole('button', { name: 'Withdraw', exact: true }).count(), 0);

    // The last game, without the page.
    const { stages, players } = await tournamentOf(page, url, id);
    const [group] = stages[0];
    const last = group.games.find((/** @type {{ over: boolean }} */ each) => !each.over);
    const beginner = players[last.white].player.name === olga ? page : phone;
    await act(beginner, url, last.game, { kind: 'move', uci: 'e2e5', ply: 0 });
    await act(beginner === page ? phone : page, url, last.game, { kind: 'move', uci: 'e9e6', ply: 1 });
    await act(phone, url, last.game, { kind: 'resign' });
    await ended(page, url, id);
    await page.reload();
    const podium = page.getByRole('region', { name: 'The first three' });
    await podium.getByText('Winner').waitFor();
    await podium
      .getByRole('listitem')
      .first()
      .filter({ hasText: /You.*2/s })
      .waitFor();
    assert.equal(await page.getByRole('region', { name: 'Your games' }).count(), 0);
    await check(page, 'a tournament that is over');
    await open(phone, `/correspondence/${id}`);
    await phone.getByRole('region', { name: 'The first three' }).getByText(olga).waitFor();
    await fits(phone, 'a tournament that is over');
    await open(phone, '/correspondence');
    await phone.getByRole('listitem').filter({ hasText: 'Three by post' }).getByText('3 players').waitFor();
  },
  { seconds: 120 },
);

test('a tournament is changed, players are taken out, and it is cancelled; rated ones need an account', async ({
  page,
  url,
}) => {
  await register(page, url, 'Petra');
  const id = await create(page, url, { rated: true, name: 'Rated by post', variant: 'glinski' });
  const guest = await another(page, url);
  await open(guest, '/correspondence?new');
  await guest.getByText('A tournament belongs to an account').waitFor();
  await open(guest, `/correspondence/${id}`);
  assert.equal(
    await guest.getByRole('main').getByRole('link', { name: 'Sign in to join' }).getAttribute('href'),
    `/account?then=/correspondence/${id}`,
  );
  assert.equal(await guest.getByRole('button', { name: 'Cancel the tournament' }).count(), 0);
  await guest.getByText('How it is played').click();
  await guest.getByText('Stalemate gives ¾ and ¼ of a point').waitFor();

  const player = await another(page, url);
  const name = await register(player, url, 'Quirin');
  await open(player, `/correspondence/${id}`);
  await player.getByRole('button', { name: 'Join' }).click();
  await player.getByRole('button', { name: 'Leave' }).click();
  await player.getByText('No players yet').waitFor();
  await player.getByRole('button', { name: 'Join' }).click();
  await player.getByText('You take part.').waitFor();

  await open(page, `/correspondence/${id}`);
  await page.getByRole('link', { name: 'Change' }).click();
  const field = page.getByLabel('Name', { exact: true });
  assert.equal(await field.inputValue(), 'Rated by post');
  await field.fill('Changed by post');
  await page.getByLabel('Players a group').selectOption('3');
  await page.getByLabel('Play on of each').selectOption('1');
  await page.locator('label').filter({ hasText: 'Two, with both colours' }).click();
  await page.getByText('in groups of up to 3; the first of each plays on').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Changed by post' }).waitFor();
  await page.getByText('twice, with both colours').waitFor();
  await page.getByRole('button', { name: `Take out: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
  await page.getByText('No players yet').waitFor();
  await page.getByRole('button', { name: 'Cancel the tournament' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the tournament' }).click();
  await page.getByText('The organiser cancelled it').waitFor();
});

/**
 * A tournament of two stages, with long names, withdrawn players and every kind of result.
 * @param {any} real reply for the same tournament
 */
function large(real) {
  const [one] = real.players;
  const long = ['Aleksandra-Wojciech', 'Kata', 'Борис_Долгов', 'Jürgen-Weiß', 'Mira', 'Tomasz', 'Ljuba', 'Petra-Vogel'];
  const players = [one].concat(
    long.map((name, index) => ({
      player: { ...one.player, account: `account${index}`, name, kind: 'person', rating: 1900 - 50 * index },
      withdrawn: index === 2 || index === 3,
    })),
  );
  const results = [[4, 0], [2, 2], [3, 1], null];
  /** @param {number[]} members @param {string} prefix @param {number} promoted */
  const group = (members, prefix, promoted) => {
    const pairs = members.flatMap((white, at) => members.slice(at + 1).map((black) => [white, black]));
    const rows = members.map((player, index) => {
      const rank = player === 3 ? null : index + 1;
      return {
        player,
        rank,
        points: 14 - 3 * index,
        values: ['7.25', '1', '1'],
        played: 2,
        promoted: index < promoted,
      };
    });
    const games = pairs.map(([white, black], index) => {
      const points = results[index % results.length] ?? null;
      const counted = white !== 3 && black !== 3;
      return { game: `${prefix}000000${index}`.slice(0, 10), white, black, points, over: points !== null, counted };
    });
    return { rows, games };
  };
  const first = [group([1, 2, 5, 3], 'a', 2), group([0, 6, 7, 8, 4], 'b', 2)];
  const info = { ...real.info, status: 'running', players: 9, stage: 2 };
  info.settings = { ...info.settings, groupSize: 5, places: 10 };
  return { ...real, info, players, stages: [first, [group([0, 1, 2, 6], 'c', 0)]], you: 0 };
}

for (const locale of LOCALES) {
  test(
    `a round robin by correspondence fits on a small phone in ${locale}`,
    async ({ page, url }) => {
      await register(page, url, 'Petra');
      const id = await create(page, url, { name: 'Langzeitfernschachturniere und Levelezőversenyek' });
      await ask(page, url, `correspondence-tournaments/${id}/join`);
      const prefix = locale === LOCALES[0] ? '' : `/${locale}`;
      await open(page, `${prefix}/correspondence/${id}`);
      await page.locator('main h1').waitFor();
      await fits(page, 'before the start');
      const reply = large(await tournamentOf(page, url, id));
      await page.route(`**/api/correspondence-tournaments/${id}`, (route) => route.fulfill({ json: reply }));
      await page.reload();
      await page.locator('.group').nth(2).waitFor();
      for (const [width, height] of /** @type {const} */ ([
        [360, 640],
        [664, 390],
        [1280, 800],
      ])) {
        await page.setViewportSize({ width, height });
        await fits(page, `${width}x${height}`);
        if (locale === LOCALES[0]) await check(page, `${width}x${height}`);
      }
      await page.setViewportSize({ width: 360, height: 640 });
      await page.locator('.group button').nth(4).click();
      await page.getByRole('dialog').waitFor();
      await fits(page, 'the games of a player');
      await open(page, `${prefix}/correspondence?new`);
      await page.locator('main form').waitFor();
      await fits(page, 'the form');
    },
    { locale, ...SMALL, seconds: 60, chromiumOnly: 'one browser is enough for widths' },
  );
}
