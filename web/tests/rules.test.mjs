import assert from 'node:assert/strict';
import { PHONE, test } from './harness.mjs';
import { open } from './play.mjs';

const VARIANTS = ['shafran', 'glinski', 'mccooey', 'hexofen', 'devasa', 'brusky'];

/**
 * What every rules page must have, read from the page itself.
 * @param {import('playwright-core').Page} page
 */
function anatomy(page) {
  return page.evaluate(() => ({
    diagrams: [...document.querySelectorAll('main figure')].map((figure) => ({
      caption: figure.querySelector('figcaption')?.textContent?.trim() ?? '',
      label: figure.querySelector('svg[role=img]')?.getAttribute('aria-label') ?? '',
      pieces: figure.querySelectorAll('[data-piece]').length,
    })),
    contents: [...document.querySelectorAll('main nav a')].map((link) => link.getAttribute('href') ?? ''),
    sections: [...document.querySelectorAll('main section')].map((section) => `#${section.id}`),
    sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
}

for (const variant of VARIANTS) {
  test(`the rules of ${variant}: every diagram has pieces, a caption and a description`, async ({ page }) => {
    await open(page, `/rules/${variant}`);
    const { diagrams, contents, sections } = await anatomy(page);
    assert.ok(diagrams.length >= 12, `${diagrams.length} diagrams`);
    for (const { caption, label, pieces } of diagrams) {
      assert.ok(pieces > 0, caption);
      assert.match(caption, /\w{3}/);
      assert.match(label, /(White|Black): \w+ [a-l]\d/, caption);
    }
    assert.equal(sections.length, 10);
    assert.deepEqual(contents, sections);
  });

  test(
    `the rules of ${variant} are in Russian and fit on a phone`,
    async ({ page }) => {
      await open(page, `/rules/${variant}`);
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
  await open(page, '/rules/shafran');
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

test('from the rules to a section, to the game and back', async ({ page }) => {
  await open(page, '/rules');
  assert.equal(await page.locator('main svg[role=img]').count(), VARIANTS.length);
  await page.getByRole('link', { name: 'Gliński’s chess' }).click();
  await page.waitForURL('**/rules/glinski');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Draws' }).click();
  await page.waitForURL('**/rules/glinski#draws');
  assert.ok(await page.locator('#draws-title').isVisible());
  await page.getByRole('link', { name: 'Play this variant' }).click();
  await page.waitForFunction(() => document.querySelector('select#variant') !== null);
  assert.equal(await page.locator('select#variant').inputValue(), 'glinski');
});

test('an address can name the game to play', async ({ page }) => {
  await open(page, '/?variant=devasa');
  assert.equal(await page.locator('select#variant').inputValue(), 'devasa');
});
