/** Tests of players' profiles: their content, and the actions available to a visitor. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { act, another, ask, BLITZ, movesShown, openLive, SHORT_MATE } from './live.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'six-sided boards';
let made = 0;

/**
 * Registers a visitor through the API.
 * @param {Page} page @param {string} url
 */
async function person(page, url) {
  made += 1;
  const name = `Player-${process.pid % 10_000}-${made}`;
  await ask(page, url, 'account/register', { name, password: PASSWORD });
  return name;
}

/**
 * Plays a rated game of two people to mate.
 * @param {Page} page @param {string} url
 */
async function played(page, url) {
  const other = await another(page, url);
  const white = await person(page, url);
  const black = await person(other, url);
  const offer = { variant: 'shafran', control: BLITZ, rated: true, side: 'white' };
  const { id } = await ask(page, url, 'challenges', { offer });
  const { game } = await ask(other, url, `challenges/${id}/accept`);
  for (const [ply, uci] of SHORT_MATE.entries()) {
    await act(ply % 2 === 0 ? page : other, url, game, { kind: 'move', uci, ply });
  }
  return { white, black, game, other };
}

/**
 * Waits until a player has a rating, which is computed shortly after the game.
 * @param {Page} page @param {string} url @param {string} name
 */
async function rated(page, url, name) {
  for (;;) {
    const answer = await page.context().request.get(`${url}/api/users/${name}`);
    if ((await answer.json()).ratings.length > 0) return;
    await page.waitForTimeout(50);
  }
}

test('a player’s page has ratings, the best win, games and half a year, and the archive finds them', async ({
  page,
  url,
}) => {
  const { white, black, game } = await played(page, url);
  await rated(page, url, white);
  await page.goto(`/user/${white}`);
  await page.getByRole('heading', { level: 1, name: white }).waitFor();
  await page.getByText(/^Playing since \w+ \d{4}$/).waitFor();
  const rating = page.getByRole('region', { name: 'Ratings' });
  await rating.getByText('Shafran, blitz').first().waitFor();
  await rating.getByText('1 rated game', { exact: true }).waitFor();
  await rating.getByText('The curve starts on the second day').waitFor();
  const best = page.getByRole('region', { name: 'Best win' });
  await best.getByText(`against ${black}, 1500?`).waitFor();
  await best.getByText('3. Bxc6 mate').waitFor();
  await best.locator('[data-cell="c6"]').waitFor();
  const half = page.getByRole('region', { name: 'Half a year' });
  await half.getByText('1 day with a game, longest streak 1').waitFor();
  assert.match(await half.getByText('Won, drawn, lost').locator('..').innerText(), /1 · 0 · 0/);
  assert.match(await half.getByText('Opens with').locator('..').innerText(), /1\. a3, 100%/);
  assert.match(await half.getByText('Most often against').locator('..').innerText(), new RegExp(`${black}, 1`));
  const games = page.getByRole('region', { name: 'Games' });
  await games.getByText('1 win', { exact: true }).waitFor();
  await games.getByRole('link', { name: `Won against ${black}, Shafran’s chess: mate, 3 moves` }).waitFor();
  await best.getByRole('link', { name: 'See the game' }).click();
  await page.waitForURL(`**/live/${game}`);
  await page.goBack();
  await games.getByRole('link', { name: black, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: black }).waitFor();
  await games.getByText('1 loss', { exact: true }).waitFor();
  await page.getByText('Your score: 1–0').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Best win' }).count(), 0);
  await games.getByRole('link', { name: 'All games' }).click();
  await page.waitForURL(`**/archive?player=${black}`);
  await page.locator(`a[href$="/live/${game}"]`).waitFor();
  // The archive, by filters that are in its address.
  await page.goto(`/archive?player=${white}&result=win&variant=shafran&opening=a2a3+d8d5`);
  await page.locator(`a[href$="/live/${game}"]`).waitFor();
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByLabel('Result').selectOption('loss');
  await page.getByRole('heading', { name: 'No games' }).waitFor();
  assert.match(page.url(), /result=loss/);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.locator(`a[href$="/live/${game}"]`).waitFor();
  await page.getByLabel('Player', { exact: true }).fill(black);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`player=${black}`));
  const link = page.getByRole('link', { name: 'Download as PGN' });
  await link.waitFor();
  const text = await (await page.context().request.get(`${url}${await link.getAttribute('href')}`)).text();
  assert.match(text, new RegExp(`\\[White "${white}"\\][\\s\\S]*\\[Result "1-0"\\]`));
});

test('the history of a rating has a curve, its peak and a table; another rating is chosen', async ({ page, url }) => {
  const name = await person(page, url);
  const day = 86_400_000;
  const rating = { variant: 'shafran', rating: 1520, deviation: 80, provisional: false, games: 9 };
  const ratings = [
    { ...rating, speed: 'blitz', rank: 2 },
    { ...rating, speed: 'rapid', rating: 1400, rank: null },
  ];
  await page.route(`**/api/users/${name}`, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, games: 9, wins: 9, ratings } });
  });
  await page.route('**/ratings/shafran/*', (route) => {
    const before = [70, 40, 20, 3].map((days, index) => ({ at: Date.now() - days * day, rating: 1500 + index * 10 }));
    const points = route.request().url().endsWith('blitz') ? [...before, { at: Date.now() - day, rating: 1520 }] : [];
    return route.fulfill({ json: { points } });
  });
  await page.goto(`/user/${name}`);
  const card = page.getByRole('region', { name: 'Ratings' });
  await card.getByText('+10 in 30 days').waitFor();
  await card.locator('svg .line').waitFor();
  await card.getByText(/^Peak 1530 on /).waitFor();
  await card.getByText('no. 2 on the leaderboard').waitFor();
  await card.getByText('As a table').click();
  assert.equal(await card.getByRole('row').count(), 6);
  await card.getByRole('button', { name: 'Rapid 1400' }).click();
  await card.getByText('Shafran, rapid').first().waitFor();
  // No axis without a line.
  await card.getByText('The curve starts on the second day').waitFor();
  assert.equal(await card.locator('svg').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed')), 'true');
});

test('a profile without games leads to a first one', async ({ page, url }) => {
  const other = await another(page, url);
  const name = await person(other, url);
  const own = await person(page, url);
  await page.goto(`/user/${own}`);
  await page.getByRole('heading', { name: 'No games yet' }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/lobby');
  await page.goto(`/user/${name}`);
  await page.getByRole('link', { name: `Challenge ${name}` }).click();
  assert.equal(await page.getByRole('dialog').getByLabel('Name of the player').inputValue(), name);
});

test('a computer’s page has its games', async ({ page, url }) => {
  await person(page, url);
  const offer = { variant: 'shafran', control: BLITZ, rated: false, side: 'white' };
  const { game } = await ask(page, url, 'computer', { offer, level: 1 });
  await act(page, url, game, { kind: 'move', uci: 'e2e5', ply: 0 });
  await openLive(page, game);
  await movesShown(page, 2);
  await act(page, url, game, { kind: 'resign' });
  await page.goto('/user/Saffron-1');
  await page.getByRole('heading', { level: 1, name: 'Saffron 1' }).waitFor();
  const games = page.getByRole('region', { name: 'Games' });
  await games.locator(`a[href$="/live/${game}"]`).waitFor();
  await games.getByRole('link', { name: 'You', exact: true }).waitFor();
  await games.getByRole('link', { name: 'All games' }).click();
  await page.waitForURL('**/archive?player=Saffron-1');
  await page.locator(`a[href$="/live/${game}"]`).waitFor();
  // One plays it at its own level, not at the one chosen last.
  await page.goto('/user/Saffron-1');
  await page.getByRole('link', { name: 'Challenge' }).first().click();
  assert.equal(await page.getByRole('dialog').getByRole('slider', { name: 'Level' }).inputValue(), '1');
});

for (const locale of ['en-US', 'ru-RU']) {
  test(
    `a profile with games fits into 320 pixels (${locale})`,
    async ({ page, url }) => {
      const { white } = await played(page, url);
      await rated(page, url, white);
      await page.goto(`/user/${white}`);
      await page.locator('.best [data-cell]').first().waitFor();
      const order = await page
        .locator('.cards > *')
        .evaluateAll((cards) =>
          cards
            .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
            .map((card) => card.classList[0]),
        );
      assert.deepEqual(order, ['rating', 'best', 'games', 'half']);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    },
    { viewport: { width: 320, height: 640 }, locale },
  );
}

test('a player is followed, blocked, reported and challenged', async ({ page, url }) => {
  const other = await another(page, url);
  const name = await person(other, url);
  const own = await person(page, url);
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByRole('button', { name: 'Unfollow' }).waitFor();
  await page.goto(`/user/${own}`);
  await page.getByRole('heading', { name: 'You follow' }).waitFor();
  await page.locator('main').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is about').selectOption('other');
  await dialog.getByLabel('What happened').fill('Nothing much.');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await dialog.getByText('A moderator will look at it.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Challenge', exact: true }).click();
  const form = page.getByRole('dialog');
  assert.equal(await form.getByLabel('Name of the player').inputValue(), name);
  await form.getByRole('button', { name: 'Send the challenge' }).click();
  await page.getByRole('heading', { level: 1, name: `Waiting for ${name}` }).waitFor();
  // The other player sees the challenge on any page and declines.
  await other.goto('/lobby');
  await other.getByText(`${own} challenges you`).waitFor();
  await other.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('The challenge was declined.').waitFor({ timeout: 20_000 });
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByText('You have blocked this player').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Challenge', exact: true }).count(), 0);
});

test(
  'a player who is not there is said not to be',
  async ({ page }) => {
    await page.goto('/user/Nobody-at-all');
    await page.getByText('There is no player with this name').waitFor();
  },
  { tolerate: /status of 404/ },
);

test('leaderboards are shown for each game', async ({ page }) => {
  await page.goto('/leaderboard');
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Shafran’s chess' }).waitFor();
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Nobody yet' }).or(main.getByText('Correspondence')).first().waitFor();
  await page.getByRole('navigation', { name: 'Choice of the game' }).getByRole('link', { name: 'Brusky' }).click();
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Brusky’s chess' }).waitFor();
});

test('a visitor sees a game in progress on a board that moves', async ({ page, url }) => {
  const [white, black] = [await another(page, url), await another(page, url)];
  await ask(white, url, 'guest');
  await ask(black, url, 'guest');
  const offer = { variant: 'hexofen', control: BLITZ, rated: false, side: 'white' };
  const { id } = await ask(white, url, 'challenges', { offer });
  const { game } = await ask(black, url, `challenges/${id}/accept`);
  await page.goto('/watch/hexofen');
  await page.locator(`a[href$="/live/${game}"]`).first().waitFor();
  await page.locator('[data-cell]').first().waitFor();
});
