import assert from 'node:assert/strict';
import { LOCALES, PHONE, smokeTest, test } from './harness.mjs';
import { chosenVariant, open } from './play.mjs';

const VARIANTS = ['shafran', 'glinski', 'mccooey', 'hexofen', 'devasa', 'brusky'];

/**
 * Reads the parts that every rules page must have from the page itself.
 * @param {import('playwright-core').Page} page
 */
function anatomy(page) {
  return page.evaluate(() => ({
    diagrams: [...document.querySelectorAll('main figure')].map((figure) => ({
      caption: figure.querySelector('figcaption')?.textContent?.trim() ?? '',
      label: figure.querySelector('svg[role=img]')?.getAttribute('aria-label') ?? '',
      pieces: figure.querySelectorAll('[data-piece]').length,
    })),
    contents: [...document.querySelectorAll('main nav.contents a')].map((link) => link.getAttribute('href') ?? ''),
    sections: [...document.querySelectorAll('main section')].map((section) => `#${section.id}`),
    sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
}

for (const variant of VARIANTS) {
  test(`the rules of ${variant}: every diagram has pieces, a caption and a description`, async ({ page }) => {
    await open(page, `/learn/${variant}`);
    const { diagrams, contents, sections } = await anatomy(page);
    assert.ok(diagrams.length >= 12, `${diagrams.length} diagrams`);
    for (const { caption, label, pieces } of diagrams) {
      assert.ok(pieces > 0, caption);
      assert.match(caption, /\w{3}/);
      assert.match(label, /(White|Black): \w+ [a-l]\d/, caption);
    }
    assert.equal(sections.length, 11);
    assert.deepEqual(contents, sections);
  });

  test(
    `the rules of ${variant} are in Russian and fit on a phone`,
    async ({ page }) => {
      await open(page, `/ru/learn/${variant}`);
      const { diagrams, sideways } = await anatomy(page);
      assert.equal(sideways, false);
      for (const { caption, label } of diagrams) {
        assert.match(caption, /[а-я]{3}/);
        assert.match(label, /(Белые|Чёрные): [а-я]+ [a-l]\d/, caption);
      }
    },
    { ...PHONE, locale: 'ru-RU' },
  );
}

test('the rules describe the marks of a diagram, and both cells of a triple step', async ({ page }) => {
  await open(page, '/learn/shafran');
  const labels = (await anatomy(page)).diagrams.map(({ label }) => label);
  assert.ok(
    labels.some((label) => label.startsWith('Knight. Moves to: b3, b4,')),
    labels.join('\n'),
  );
  assert.ok(
    labels.some((label) => label.includes('from d4 to e3, from f6 to e4')),
    labels.join('\n'),
  );
  assert.ok(
    labels.some((label) => label.includes('King e1\u2060–\u2060h4, rook i5\u2060–\u2060g3')),
    labels.join('\n'),
  );
});

smokeTest('from the rules to a section, to the game and back', async ({ page }) => {
  await open(page, '/learn');
  assert.equal(await page.locator('main svg[role=img]').count(), VARIANTS.length);
  await page.getByRole('link', { name: 'Gliński’s chess' }).click();
  await page.waitForURL('**/learn/glinski');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Draws' }).click();
  await page.waitForURL('**/learn/glinski#draws');
  assert.ok(await page.locator('#draws-title').isVisible());
  await page.getByRole('link', { name: 'Play this variant' }).click();
  await page.locator('input[name=variant]').first().waitFor({ state: 'attached' });
  assert.equal(await chosenVariant(page), 'glinski');
});

test('an address can name the game to play', async ({ page }) => {
  await open(page, '/play/devasa');
  assert.equal(await chosenVariant(page), 'devasa');
});

for (const locale of ['en', 'ru']) {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  test(
    `without JavaScript the learning pages can be read, topic by topic (${locale})`,
    async ({ page }) => {
      await page.goto(`${prefix}/learn`);
      assert.equal(await page.locator('main svg[role=img]').count(), VARIANTS.length);
      await page.locator(`main a[href="${prefix}/learn/shafran"]`).click();
      assert.equal(await page.locator('html').getAttribute('lang'), locale);
      const { diagrams, sections, sideways } = await anatomy(page);
      assert.ok(diagrams.length >= 12, `${diagrams.length} diagrams`);
      assert.equal(sections.length, 11);
      assert.equal(sideways, false);
      await page.locator('#castling-title a').click();
      const titles = new Set();
      const links = page.locator('main a[rel=next]');
      while ((await links.count()) > 0) {
        titles.add(await page.title());
        await links.click();
      }
      assert.ok(titles.size >= 4, [...titles].join());
      const text = await page.locator('main').innerText();
      assert.match(text, locale === 'ru' ? /Запись/ : /Written/);
    },
    { ...PHONE, javaScriptEnabled: false },
  );
}

test(
  'without JavaScript every other page leads to the learning pages',
  async ({ page }) => {
    for (const path of ['/', '/analysis', '/ru', '/ru/play/glinski']) {
      await page.goto(path);
      const prefix = path.startsWith('/ru') ? '/ru' : '';
      assert.match(await page.locator('main').innerText(), /JavaScript/);
      assert.equal(await page.locator(`main a[href="${prefix}/learn/brusky"]`).count(), 1, path);
      assert.equal(await page.locator('main svg:visible, main form:visible').count(), 0, 'nothing that needs a script');
      assert.equal(await page.getByRole('banner').count(), 1, path);
      assert.equal(await page.locator('a[hreflang]').count(), LOCALES.length - 1, 'links to the other languages');
    }
  },
  { javaScriptEnabled: false },
);

test(
  'the app takes a learning page over as it is, without the rules',
  async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: (Reflect.get(window, 'shift') ?? 0) + Reflect.get(entry, 'value') });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/learn/shafran/castling');
    const before = await page.locator('main h1').elementHandle();
    await page.waitForFunction(() => document.querySelector('main[data-prerendered]') === null);
    assert.equal(await page.locator('main svg[role=img]').count(), 4);
    assert.equal(await before?.evaluate((heading) => heading.isConnected), true, 'the content is the same');
    assert.ok(((await page.evaluate(() => Reflect.get(window, 'shift'))) ?? 0) < 0.01);
  },
  { tolerate: /net::ERR_FAILED/, serviceWorkers: 'block' },
);

test('topics follow each other without loading the page again', async ({ page }) => {
  await open(page, '/learn/shafran/castling');
  await page.waitForFunction(() => document.querySelector('main[data-prerendered]') === null);
  await page.evaluate(() => Object.assign(window, { here: true }));
  await page.locator('a[rel=next]').click();
  await page.getByRole('heading', { level: 1, name: 'Promotion' }).waitFor();
  assert.equal(await page.title(), 'Promotion in Shafran’s chess · Saffron');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Castling' }).waitFor();
  assert.equal(await page.evaluate(() => 'here' in window), true);
});

test(
  'a visitor of another language gets the page in it, under its address',
  async ({ page }) => {
    await page.goto('/learn/shafran/castling');
    await page.getByRole('heading', { level: 1, name: 'Рокировка' }).waitFor();
    assert.match(page.url(), /\/ru\/learn\/shafran\/castling$/);
  },
  { locale: 'ru-RU' },
);

test('the learning pages lead to the solved endings', async ({ page }) => {
  await open(page, '/learn/glinski/stalemate');
  await page.getByRole('main').getByRole('link', { name: 'Solved endings' }).click();
  await page.waitForURL('**/endings/glinski');
  await open(page, '/ru/learn');
  await page.getByRole('main').getByRole('link', { name: 'Решённые эндшпили' }).click();
  await page.waitForURL('**/ru/endings');
});
