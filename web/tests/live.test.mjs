/** Games between people, in several browsers at once. */

import assert from 'node:assert/strict';
import { PHONE, test } from './harness.mjs';
import { act, another, ask, atTheBoard, begin, BULLET, DAYS, movesShown, openLive, SHORT_MATE } from './live.mjs';
import { cell, choose, move, moves, pieceAt, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Errors of the page about its lost connection, and of the browser about failed requests. */
const LOST = /ERR_|WebSocket|Failed to load resource/;

test(
  'two people play to mate, through a reload, a lost connection and a restart of the server, and a third watches',
  async ({ page: white, serve }) => {
    const server = await serve();
    const visitor = await another(white, server.url);
    const black = await another(white, server.url);
    const third = await another(white, server.url);
    const id = await begin(visitor, black, server.url);
    for (const page of [visitor, black, third]) await openLive(page, id);
    await statusIs(visitor, 'Your move.');
    await statusIs(black, 'White to move.');
    assert.match(await visitor.title(), /^Your turn · Guest \S+ – Guest \S+/);
    await visitor.getByText('1 spectator').waitFor();

    await move(visitor, 'a2a3');
    await movesShown(black, 1);
    await statusIs(black, 'Your move.');
    // A reload in the middle.
    await black.reload();
    await movesShown(black, 1);
    await move(black, 'd8d5');
    await movesShown(visitor, 2);

    // White loses the connection and moves all the same.
    await visitor.context().setOffline(true);
    await visitor.getByText('Connection lost').waitFor({ timeout: 15_000 });
    await move(visitor, 'h4e7');
    await visitor.getByText('Your clock may run; your move is sent as soon as we are back.').waitFor();
    assert.deepEqual((await moves(black)).length, 2);
    await visitor.context().setOffline(false);
    await movesShown(black, 3);
    await movesShown(third, 3);

    // The server restarts; the players do nothing.
    await server.restart();
    await move(black, 'b7c6');
    await movesShown(visitor, 4);
    await movesShown(third, 4);
    await move(visitor, 'e7c6');

    await statusIs(visitor, 'You won');
    await statusIs(black, 'You lost');
    await statusIs(third, 'Checkmate. White wins.');
    for (const page of [visitor, black, third]) assert.equal((await moves(page)).length, SHORT_MATE.length);
    // The spectator can step through the game on its page.
    await third.keyboard.press('ArrowLeft');
    await statusIs(third, 'Looking back, after 2… ');
  },
  { seconds: 120, tolerate: LOST },
);

test('draws are offered, declined, and agreed on', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  await move(white, 'e2e5');
  await movesShown(black, 1);
  await move(black, 'e9e6');
  await movesShown(white, 2);
  await choose(white, 'Offer a draw');
  await white.getByRole('dialog').getByRole('button', { name: 'Offer a draw' }).click();
  await white.getByText('You have offered a draw.').waitFor();
  await black.getByRole('button', { name: 'Decline' }).click();
  await white.getByText('You have offered a draw.').waitFor({ state: 'detached' });
  await choose(black, 'Offer a draw');
  await black.getByRole('dialog').getByRole('button', { name: 'Offer a draw' }).click();
  await white.getByRole('button', { name: 'Accept' }).click();
  for (const page of [white, black]) await statusIs(page, 'Draw');
});

test('an offer is seen in every part of the panel', async ({ page: white, url }) => {
  const { id, black } = await atTheBoard(white, url);
  await move(white, 'e2e5');
  await movesShown(black, 1);
  await move(black, 'e9e6');
  await movesShown(white, 2);
  await white.getByRole('tab', { name: 'Chat' }).click();
  await act(black, url, id, { kind: 'offerDraw' });
  await white.getByText(/^Guest \S+ offers a draw\.$/).waitFor();
  await white.getByRole('button', { name: 'Decline' }).click();
  await white.getByText(/^Guest \S+ offers a draw\.$/).waitFor({ state: 'detached' });
});

for (const [size, options] of /** @type {const} */ ([
  ['a desktop', {}],
  ['a phone', PHONE],
])) {
  test(
    `after the mate names stand whole, mate is announced, and the review begins on ${size}`,
    async ({ page: white, url }) => {
      const black = await another(white, url);
      const id = await begin(white, black, url);
      await openLive(white, id);
      for (const [ply, uci] of SHORT_MATE.entries())
        await act(ply % 2 === 0 ? white : black, url, id, { kind: 'move', uci, ply });
      await movesShown(white, SHORT_MATE.length);
      await statusIs(white, 'Checkmate. White wins.');
      await white.locator('.board [role=status]', { hasText: /, mate\.$/ }).waitFor({ state: 'attached' });
      const names = await white
        .locator('.seat .who')
        .evaluateAll((all) =>
          all.map((name) => ({ text: name.textContent, cut: name.scrollWidth > name.clientWidth })),
        );
      assert.match(names[0].text, /^Guest \S+$/);
      assert.deepEqual(names, [
        { text: names[0].text, cut: false },
        { text: 'You', cut: false },
      ]);
      await white.getByRole('button', { name: 'Review', exact: true }).click();
      // It is running or has finished; it need not be started again.
      const begun = white.locator('.review .progress, .review table');
      await begun.first().waitFor();
      await white.locator('.review [data-row=accuracy]').waitFor({ timeout: 30_000 });
    },
    { ...options, seconds: 60 },
  );
}

test('a move is taken back when the other side agrees', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  await move(white, 'e2e5');
  await movesShown(black, 1);
  await choose(white, 'Ask to take back');
  await black.getByText('asks to take a move back').waitFor();
  await black.getByRole('button', { name: 'Accept' }).click();
  await movesShown(white, 0);
  await movesShown(black, 0);
  assert.equal(await pieceAt(white, 'e2'), 'P');
  await statusIs(white, 'Your move.');
});

test('a game is aborted before both have moved, and resigned afterwards; then once more with the sides changed', async ({
  page: white,
  url,
}) => {
  const { black } = await atTheBoard(white, url);
  await choose(black, 'Abort');
  await black.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
  for (const page of [white, black]) {
    await statusIs(page, 'Game aborted');
    await statusIs(page, 'Black aborted the game.');
  }

  const next = await begin(white, black, url);
  await openLive(white, next);
  await openLive(black, next);
  await move(white, 'e2e5');
  await movesShown(black, 1);
  await move(black, 'e9e6');
  await movesShown(white, 2);
  await choose(white, 'Resign');
  await white.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await statusIs(white, 'You lost');
  await statusIs(black, 'You won');

  await white.getByRole('button', { name: 'Rematch' }).click();
  await white.getByText('Waiting for').waitFor();
  await black.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const page of [white, black]) {
    await page.waitForURL((address) => /\/live\//.test(address.pathname) && !address.pathname.endsWith(next));
    await page.getByRole('group', { name: 'Game actions' }).waitFor();
  }
  await statusIs(black, 'Your move.');
  await statusIs(white, 'White to move.');
});

test(
  'a game that the other side has left is claimed',
  async ({ page: white, url }) => {
    const { black } = await atTheBoard(white, url, { control: BULLET });
    await move(white, 'e2e5');
    await movesShown(black, 1);
    await move(black, 'e9e6');
    await movesShown(white, 2);
    await move(white, 'd1f5');
    await movesShown(black, 3);
    // The player goes to another site.
    await black.goto('about:blank');
    await white.getByText('You can claim the win in').waitFor();
    await white.getByRole('button', { name: 'Claim the win' }).click({ timeout: 20_000 });
    await statusIs(white, 'You won');
    await statusIs(white, 'Black left the game');
  },
  { seconds: 60 },
);

test('time is given to the other side', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  await move(white, 'e2e5');
  await movesShown(black, 1);
  await move(black, 'e9e6');
  await movesShown(white, 2);
  await choose(white, 'Give 15 seconds');
  await black.waitForFunction(() => document.querySelector('[data-side=b] [role=timer]')?.textContent === '5:15');
});

test('a draw by repetition is claimed', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  const again = ['b1c4', 'h10g7', 'c4b1', 'g7h10'];
  let ply = 0;
  for (const uci of [...again, ...again]) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await move(mover, uci);
    ply += 1;
    await movesShown(other, ply);
  }
  await white.getByRole('button', { name: 'Claim a draw: third repetition' }).click();
  for (const page of [white, black]) await statusIs(page, 'for the third time');
});

test('a premove is played when the other side has moved', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  await cell(black, 'e9').click();
  await cell(black, 'e6').click();
  await move(white, 'e2e5');
  await movesShown(white, 2);
  await movesShown(black, 2);
});

test('a game is played with the keyboard', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  await white.keyboard.type('e5');
  await movesShown(black, 1);
  await black.keyboard.type('e6');
  await movesShown(white, 2);
  // The opponent's action is announced.
  await white.getByRole('status').filter({ hasText: 'Your move.' }).waitFor();
  await white.keyboard.press('t');
  await white.locator('.players.bottom [data-side=b]').waitFor();
});

test('players and spectators talk apart, and a chat can be muted and hidden', async ({ page: white, url }) => {
  const { id, black } = await atTheBoard(white, url);
  const third = await another(white, url);
  await openLive(third, id);
  // Spectators need a named account to write.
  await third.getByRole('tab', { name: 'Chat' }).click();
  await third.getByText('Whoever has a name here can write.').waitFor();
  await ask(third, url, 'account/register', { name: `Third${Date.now() % 1e9}`, password: 'knights on g7' });
  await third.reload();
  for (const page of [white, black, third]) await page.getByRole('tab', { name: 'Chat' }).click();
  await white.getByRole('button', { name: 'Good luck!' }).click();
  await black.getByRole('log').getByText('Good luck!').waitFor();
  await white.getByRole('button', { name: 'Good luck!' }).waitFor({ state: 'detached' });
  await black.getByLabel('Write a message').fill('<b>Thanks</b>');
  await black.keyboard.press('Enter');
  await white.getByRole('log').getByText('<b>Thanks</b>').waitFor();
  assert.equal(await third.getByRole('log').getByText('Good luck!').count(), 0);
  await third.getByLabel('Write a message').fill('What an opening');
  await third.getByRole('button', { name: 'Send' }).click();
  await third.getByRole('log').getByText('What an opening').waitFor();
  assert.equal(await white.getByRole('log').getByText('What an opening').count(), 0);
  await white.getByRole('button', { name: 'Mute', exact: true }).click();
  await white.getByRole('log').getByText('<b>Thanks</b>').waitFor({ state: 'detached' });
  await white.getByRole('button', { name: 'Unmute', exact: true }).click();
  await white.getByRole('button', { name: 'Hide', exact: true }).click();
  await white.getByText('The chat is hidden.').waitFor();
  await white.reload();
  await white.getByRole('tab', { name: 'Chat' }).click();
  await white.getByRole('button', { name: 'Show the chat' }).click();
  await white.getByRole('log').getByText('<b>Thanks</b>').waitFor();
});

test(
  'a game of days is played on a phone, with conditional moves and moves that are confirmed',
  async ({ page: black, url }) => {
    const white = await another(black, url);
    const id = await begin(white, black, url, { control: DAYS });
    await white.context().request.put(`${url}/api/account/preferences`, {
      data: { confirmMoves: true },
      headers: { Origin: url },
    });
    await openLive(black, id);
    await openLive(white, id);
    await black.getByRole('timer').filter({ hasText: '3 days' }).waitFor();

    // Black sets a conditional reply.
    await choose(black, 'Conditional moves');
    await black.getByRole('button', { name: 'Record a line' }).click();
    for (const name of ['e2', 'e5', 'e9', 'e6']) await cell(black, name).click();
    await black.getByRole('button', { name: 'Keep this line' }).click();
    await black.getByRole('button', { name: '1. e5 e6', exact: true }).waitFor();
    for (const name of ['d2', 'd5', 'd8', 'd5']) await cell(black, name).click();
    await black.getByRole('button', { name: 'Stop recording' }).click();

    // White's move is confirmed before it is sent, and replied to at once.
    await cell(white, 'e2').click();
    await cell(white, 'e5').click();
    assert.equal((await moves(white)).length, 0);
    await white.getByRole('button', { name: 'Play the move' }).click();
    await movesShown(white, 2);
    assert.deepEqual(await moves(white), ['e5', 'e6']);
    await black.getByRole('button', { name: 'Back to the game' }).click();
    await movesShown(black, 2);
    // All content is visible.
    const { height, full } = await black.evaluate(() => ({
      height: innerHeight,
      full: document.documentElement.scrollHeight,
    }));
    assert.ok(full <= height, `the page is ${full} pixels high, the window ${height}`);
  },
  { ...PHONE, seconds: 60 },
);

test('what is not there is said', async ({ page }) => {
  await page.goto('/live/a123456789');
  await page.getByRole('heading', { name: 'There is no such game' }).waitFor();
});

test(
  'without the server the page says so, and goes on when it is back',
  async ({ page: white, serve }) => {
    const server = await serve();
    const visitor = await another(white, server.url);
    const black = await another(white, server.url);
    const id = await begin(visitor, black, server.url);
    await visitor.routeWebSocket(/\/api\/socket/, (socket) => socket.close());
    await visitor.goto(`/live/${id}`);
    await visitor.getByRole('heading', { name: 'This page needs the server' }).waitFor();
    await visitor.unrouteAll();
  },
  { tolerate: LOST },
);
