import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { engineRuns, openAnalysis } from './analysis.mjs';
import { smokeTest, startServer, test } from './harness.mjs';
import { move, moves, open, pieceAt, start, statusIs, waitForCached } from './play.mjs';

/** Addresses of the built page. @type {{ documents: Record<string, object> }} */
const { documents } = JSON.parse(await readFile(new URL('../app/dist/addresses.json', import.meta.url), 'utf8'));
const LANGUAGES = /^\/[a-z]{2}$/;

smokeTest(
  'every page opens, and none is wider than the window',
  async ({ page }) => {
    // Every page whose name alone is an address.
    const paths = Object.keys(documents).filter((path) => /^\/[a-z]*$/.test(path) && !LANGUAGES.test(path));
    assert.ok(paths.length >= 14, paths.join());
    paths.push('/learn/shafran');
    for (const path of paths) {
      await open(page, path);
      await page.locator('main').waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
    }
    // Firefox says the first of a file that the page before was still loading; 401: pages of an account without one.
  },
  { tolerate: /A ServiceWorker intercepted the request|status of 401/, seconds: 90 },
);

smokeTest(
  'another tab opens while the engine of the first one searches in the browser',
  async ({ page, context }) => {
    await openAnalysis(page, { local: true });
    await engineRuns(page, 'browser');
    // In Firefox its activation used to wait for the end of the search, and all requests with it.
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
    const other = await context.newPage();
    await open(other, '/learn');
    assert.equal(await page.evaluate(async () => (await fetch('/icon.svg')).status), 200);
  },
  { seconds: 60 },
);

smokeTest('links change page, title and focus without loading, and the game waits', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await page.evaluate(() => Object.assign(window, { here: true }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click();
  await page.waitForURL('**/learn');
  assert.equal(await page.title(), 'The rules · Saffron');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.goBack();
  await statusIs(page, 'Black to move.');
  assert.equal((await moves(page)).length, 1);
  assert.equal(await page.evaluate(() => 'here' in window), true);
});

test(
  'an address with nothing behind it says so',
  async ({ page }) => {
    await open(page, '/learn/hopscotch');
    await page.getByRole('heading', { level: 1, name: 'No such page' }).waitFor();
    await page.getByRole('link', { name: 'To the game', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  },
  { tolerate: /status of 404/ },
);

smokeTest('a reload restores the game, its end and its computer', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 2, colour: 'w' });
  await move(page, 'e2e5');
  await statusIs(page, 'Your move.');
  const list = await moves(page);
  assert.equal(list.length, 2);
  await page.reload();
  await statusIs(page, 'Your move.');
  assert.deepEqual(await moves(page), list);
  assert.equal(await pieceAt(page, 'e5'), 'P');
  await page.locator('[data-side=b]').getByText('Saffron\u00a02').waitFor();
  await page.locator('[data-side=b]').getByText('700').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await statusIs(page, 'White resigned. Black wins.');
  await page.reload();
  await statusIs(page, 'White resigned. Black wins.');
});

test('a game kept in a broken form does not break the page', async ({ page }) => {
  await open(page);
  await page.evaluate(() =>
    localStorage.setItem('saffron.game', '{"version":1,"variant":"shafran","startFen":"?","moves":[]}'),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.evaluate(() => localStorage.setItem('saffron.game', 'not JSON'));
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test(
  'rules that cannot be loaded are reported and can be tried again',
  async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'The game could not be loaded' }).waitFor();
    await page.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  },
  { tolerate: /net::ERR_FAILED/, serviceWorkers: 'block' },
);

test('the page is isolated, so that a search can be stopped at once', async ({ page }) => {
  await open(page);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
});

smokeTest(
  'without the server the game goes on',
  async ({ page, context }) => {
    // A server of its own, since it is stopped.
    const server = await startServer();
    try {
      await page.goto(server.url);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.getByRole('heading', { level: 1 }).waitFor();
    } finally {
      await server.stop();
    }
    const offline = await context.newPage();
    await offline.goto(`${server.url}/`);
    await start(offline, { opponent: 'computer', level: 1, colour: 'w' });
    await move(offline, 'e2e5');
    await statusIs(offline, 'Your move.');
    await offline.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click();
    await offline.getByRole('heading', { level: 1, name: 'The rules' }).waitFor();
  },
  // The page has requested its visitor.
  { tolerate: /ERR_CONNECTION_REFUSED/ },
);

test(
  'without the server the page is there in its language, of which alone the scripts are kept',
  async ({ page, context }) => {
    const server = await startServer();
    /** Returns the languages of the kept scripts. */
    const kept = async () => {
      const urls = await page.evaluate(async () => {
        const caching = await Promise.all((await caches.keys()).map((key) => caches.open(key)));
        return (await Promise.all(caching.map((cache) => cache.keys()))).flat().map(({ url }) => url);
      });
      return [...new Set(urls.flatMap((url) => /\/assets\/([a-z]{2})-[^/]*\//.exec(url)?.[1] ?? []))].join();
    };
    try {
      await page.goto(`${server.url}/library`);
      await waitForCached(page, /\/assets\/ru-[^/]*\/Lobby-/);
      assert.equal(await kept(), 'ru');
      await page.getByRole('button', { name: 'Настройки' }).click();
      await page.getByLabel('Язык').selectOption('en');
      await page.getByRole('heading', { level: 1, name: 'Games and analyses' }).waitFor();
      await waitForCached(page, /\/assets\/en-[^/]*\/Lobby-/);
      while ((await kept()) !== 'en') await page.waitForTimeout(100);
    } finally {
      await server.stop();
    }
    const offline = await context.newPage();
    await offline.goto(`${server.url}/learn`);
    await offline.getByRole('heading', { level: 1, name: 'The rules' }).waitFor();
    // The only document that was kept is English.
    await offline.goto(`${server.url}/ru/endings/glinski`);
    await offline.getByRole('heading', { level: 1, name: /ending/i }).waitFor();
    assert.equal(new URL(offline.url()).pathname, '/endings/glinski');
  },
  { locale: 'ru-RU', seconds: 60, tolerate: /ERR_CONNECTION_REFUSED/ },
);
