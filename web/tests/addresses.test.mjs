import assert from 'node:assert/strict';
import { LOCALES, test } from './harness.mjs';

const NOT_FOUND = /status of 404/;

/**
 * Returns the values of an attribute in a document.
 * @param {string} html @param {RegExp} pattern
 */
function values(html, pattern) {
  return [...html.matchAll(pattern)].map(([, value]) => value ?? '');
}

test('known addresses answer 200, unknown ones 404 with a page, former ones lead on', async ({ url }) => {
  const known = [
    '/',
    '/play/glinski',
    '/analysis',
    '/learn',
    '/learn/shafran/castling',
    '/ru',
    '/ru/learn/devasa/pawns',
  ];
  for (const path of known) {
    const answer = await fetch(url + path);
    assert.equal(answer.status, 200, path);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  }
  for (const path of [
    '/nothing',
    '/learn/hopscotch',
    '/learn/glinski/castling',
    '/play/hopscotch',
    '/ru/nothing',
    '/fi',
  ]) {
    const answer = await fetch(url + path);
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), path.startsWith('/ru') ? /Страница не найдена/ : /No such page/);
  }
  const moved = await fetch(`${url}/rules/brusky`, { redirect: 'manual' });
  assert.equal(moved.status, 301);
  assert.equal(moved.headers.get('location'), '/learn/brusky');
  const slash = await fetch(`${url}/learn/`, { redirect: 'manual' });
  assert.deepEqual([slash.status, slash.headers.get('location')], [301, '/learn']);
});

test(
  'the app shows that an address is unknown',
  async ({ page }) => {
    const answer = await page.goto('/learn/hopscotch');
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'No such page' }).waitFor();
    assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex');
  },
  { tolerate: NOT_FOUND },
);

test('the alternatives of a document are documents that name it in turn', async ({ url }) => {
  for (const path of ['/', '/play/brusky', '/learn', '/learn/shafran/en-passant']) {
    const html = await (await fetch(url + path)).text();
    const alternates = values(html, /hreflang="[^"]+" href="([^"]+)"/g);
    assert.equal(alternates.length, LOCALES.length + 1, path);
    assert.ok(alternates.includes(url + path), alternates.join());
    for (const other of alternates) {
      const answer = await fetch(other);
      assert.equal(answer.status, 200, other);
      const text = await answer.text();
      assert.deepEqual(values(text, /hreflang="[^"]+" href="([^"]+)"/g), alternates, other);
      assert.deepEqual(values(text, /rel="canonical" href="([^"]+)"/g), [other]);
      assert.equal(text.includes('saffron.invalid'), false);
    }
  }
});

test('the preview of a page is a picture of the size that it names', async ({ page, url }) => {
  for (const path of ['/', '/learn/devasa', '/learn/shafran/castling', '/ru/play/hexofen']) {
    const html = await (await fetch(url + path)).text();
    const [picture = ''] = values(html, /og:image" content="([^"]+)"/g);
    const answer = await fetch(picture.replaceAll('&amp;', '&'));
    assert.equal(answer.status, 200, picture);
    assert.equal(answer.headers.get('content-type'), 'image/png');
  }
  await page.goto('/learn');
  const size = await page.evaluate(async () => {
    const image = new Image();
    image.src = '/picture/shafran.png';
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  assert.deepEqual(size, [1200, 630]);
});

test('with a public URL the documents name it', async ({ serve }) => {
  const server = await serve(['--public-url', 'https://chess.example']);
  const html = await (await fetch(`${server.url}/learn/glinski`)).text();
  assert.deepEqual(values(html, /rel="canonical" href="([^"]+)"/g), ['https://chess.example/learn/glinski']);
});
