import assert from 'node:assert/strict';
import { bytesOf, firstLoad, MAX_BYTES, MAX_SCRIPT_BYTES } from './first-load.mjs';
import { LOCALES, test } from './harness.mjs';

/** @param {readonly import('./first-load.mjs').Loaded[]} loaded */
function isSmall(loaded) {
  const list = loaded.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  assert.ok(bytesOf(loaded) <= MAX_BYTES, `${bytesOf(loaded)} bytes, at most ${MAX_BYTES}:\n${list}`);
  // Scripts of other pages, and sentences that few visitors need, load later.
  const scripts = bytesOf(loaded.filter(({ path }) => path.endsWith('.js')));
  assert.ok(scripts <= MAX_SCRIPT_BYTES, `${scripts} bytes of scripts, at most ${MAX_SCRIPT_BYTES}:\n${list}`);
}

test(
  'the first load is small, and the engine comes after it',
  async ({ page, url }) => {
    const engine = page.waitForRequest(/saffron_engine_bg/);
    const { loaded } = await firstLoad(page, url, '/');
    isSmall(loaded);
    const list = loaded.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
    const rules = loaded.find(({ path }) => path.includes('saffron_rules_bg'));
    // A fallback without the sources of the standard library is larger, but still compressed.
    assert.ok(rules && rules.bytes > 50_000 && rules.bytes < 130_000, list);
    assert.equal(
      loaded.find(({ path }) => /saffron_engine_bg|saffron_threads|\.nnue/.test(path)),
      undefined,
      list,
    );
    await engine;
  },
  { chromiumOnly: 'sizes are read over CDP' },
);

test(
  'the first load is small in every language, and has the scripts of one language only',
  async ({ page, url }) => {
    for (const locale of LOCALES.slice(1)) {
      // Each with an empty cache.
      const context = await page.context().browser()?.newContext();
      assert.ok(context);
      const { loaded } = await firstLoad(await context.newPage(), url, `/${locale}`);
      isSmall(loaded);
      const folders = loaded.flatMap(({ path }) => /^\/assets\/([a-z]{2})-[^/]*\//.exec(path)?.[1] ?? []);
      assert.deepEqual([...new Set(folders)], [locale]);
      await context.close();
    }
  },
  { chromiumOnly: 'sizes are read over CDP' },
);
