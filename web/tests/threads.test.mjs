/** The browser's engine with several threads, where memory can be shared, and with one elsewhere. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { lendNothing, setEngine } from './analysis.mjs';
import { test } from './harness.mjs';
import { open } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SECONDS = 90;
/** Requests of workers are visible only without a service worker. */
const OPTIONS = { serviceWorkers: /** @type {const} */ ('block'), seconds: SECONDS };
const START = 'b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1';

/** Not every machine can build the module with threads; `cargo xtask doctor` lists the requirements. */
const BUILT = existsSync(new URL('../app/src/wasm/saffron_threads.js', import.meta.url));

/**
 * Registers a test that needs the module with threads.
 * @type {typeof test}
 */
function threadedTest(name, body, options) {
  if (BUILT) test(name, body, options);
  else console.log(`left out, the module for several threads was not built: ${name}`);
}

/**
 * Opens the analysis page on a machine with four processors and a server without engines, and returns the files that it requests.
 * @param {Page} page
 */
async function openAnalysis(page) {
  /** @type {string[]} */
  const files = [];
  page.context().on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
  });
  await lendNothing(page);
  await open(page, '/analysis');
  return files;
}

/**
 * Waits until this many threads have finished a depth.
 * @param {Page} page @param {number} count
 */
async function threadsAre(page, count) {
  await page.locator(`.engine [data-threads="${count}"][data-depth]`).waitFor({ timeout: 40_000 });
}

/** @param {string[]} files @param {string} word */
function fetched(files, word) {
  return files.filter((file) => file.includes(word)).length;
}

threadedTest(
  'in an isolated page several threads analyse, and their number can be chosen',
  async ({ page }) => {
    const files = await openAnalysis(page);
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await threadsAre(page, 3);
    await page
      .locator('.engine [popover] p')
      .filter({ hasText: /in the browser · 3 threads/ })
      .waitFor({ state: 'attached' });
    assert.equal(fetched(files, 'saffron_threads_bg'), 1, 'the module is compiled once for all threads');
    const plain = fetched(files, 'saffron_engine_bg');
    assert.equal(plain, 0, 'nothing else needs the module for one thread');

    await setEngine(page, 'Threads', '2');
    await threadsAre(page, 2);
    await page.reload();
    await threadsAre(page, 2);
    await setEngine(page, 'Threads', '1');
    await threadsAre(page, 1);
  },
  { ...OPTIONS, smoke: true },
);

threadedTest(
  'threads count their nodes together, end together and search again',
  async ({ page }) => {
    const files = await openAnalysis(page);
    await threadsAre(page, 3);
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    const worker = files.find((file) => file.includes('engine.worker'));
    assert.ok(worker, 'the engine has a worker');

    const found = await page.evaluate(
      async ({ script, fen }) => {
        const limits = { lines: 1 };
        const position = { variant: 'glinski', fen };
        /** @param {number} threads */
        async function engine(threads) {
          const thread = new Worker(script, { type: 'module' });
          const stop = new Int32Array(new SharedArrayBuffer(4));
          /** @param {string} type @returns {Promise<any>} */
          const heard = (type) =>
            new Promise((resolve, reject) => {
              thread.addEventListener('message', ({ data }) => {
                if (data.type === type) resolve(data);
                else if (data.type === 'failed') reject(new Error(data.message));
              });
            });
          const ready = heard('ready');
          thread.postMessage({ type: 'init', stop: stop.buffer, variants: [], threads });
          const running = (await ready).threads;
          let id = 0;
          /** @param {object} more @param {string[]} moves */
          const ask = (more, moves = []) => {
            id += 1;
            Atomics.store(stop, 0, id);
            const answers = { line: heard('line'), found: heard('found') };
            thread.postMessage({
              type: 'analyse',
              id,
              request: { ...position, moves, limits: { ...limits, ...more } },
            });
            return answers;
          };
          return { running, ask, end: () => thread.terminate(), cancel: () => Atomics.store(stop, 0, 0) };
        }

        // Three positions of a game, since in one of them helpers may save as many nodes as they add.
        /** @type {string[][]} */
        const games = [[]];
        /** @param {Awaited<ReturnType<typeof engine>>} team */
        async function search(team) {
          const depths = [];
          let total = 0;
          for (const moves of games) {
            const { nodes, depth, lines } = (await team.ask({ depth: 13 }, moves).found).found;
            total += nodes;
            depths.push(depth);
            if (games.length < 3) games.push([...moves, ...lines[0].moves.slice(0, 2)]);
          }
          return { nodes: total, depths };
        }

        const alone = await engine(1);
        const one = await search(alone);
        alone.end();
        // On a busy machine the helpers may hardly run, so there are up to three attempts.
        let [team, three] = [alone, one];
        for (let attempt = 0; attempt < 3 && three.nodes <= 1.2 * one.nodes; attempt++) {
          if (team !== alone) team.end();
          team = await engine(3);
          three = await search(team);
        }
        // A search without an end, until it is stopped; and another one.
        const endless = team.ask({});
        await endless.line;
        const begun = performance.now();
        team.cancel();
        await endless.found;
        const ms = performance.now() - begun;
        const again = (await team.ask({ nodes: 20_000 }).found).found;
        team.end();
        return { threads: [alone.running, team.running], one, three, ms, again };
      },
      { script: worker, fen: START },
    );
    assert.deepEqual(found.threads, [1, 3]);
    const depths = [13, 13, 13];
    assert.deepEqual([found.one.depths, found.three.depths], [depths, depths]);
    const nodes = `${found.one.nodes} nodes of one thread, ${found.three.nodes} of three`;
    assert.ok(found.three.nodes > 1.2 * found.one.nodes, nodes);
    assert.ok(found.ms < 3000, `the search ended after ${found.ms} ms`);
    assert.ok(found.again.nodes >= 20_000 && found.again.lines.length === 1, 'the second search');
  },
  OPTIONS,
);

test(
  'where memory cannot be shared the engine has one thread, of the plain module',
  async ({ page }) => {
    await page.route(/\/analysis$/, async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith('cross-origin-'));
      return route.fulfill({ response, headers: Object.fromEntries(headers) });
    });
    const files = await openAnalysis(page);
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    await threadsAre(page, 1);
    await page.getByRole('button', { name: 'Engine settings' }).click();
    await page.getByRole('combobox', { name: 'Lines' }).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Threads' }).count(), 0);
    assert.equal(fetched(files, 'saffron_threads') + fetched(files, 'engine-helper'), 0);
    assert.ok(fetched(files, 'saffron_engine_bg') > 0);
  },
  OPTIONS,
);

threadedTest(
  'where the threads cannot be loaded there is one',
  async ({ page }) => {
    await page.context().route(/saffron_threads_bg/, (route) => route.abort());
    await openAnalysis(page);
    await threadsAre(page, 1);
  },
  { ...OPTIONS, tolerate: /net::ERR_FAILED/ },
);

threadedTest(
  'helpers that cannot be loaded are done without',
  async ({ page }) => {
    // The leading thread already has the module when its helpers request it.
    let asked = 0;
    await page.context().route(/saffron_threads-[^/]*\.js$/, (route) => {
      asked += 1;
      return asked === 1 ? route.fallback() : route.abort();
    });
    await openAnalysis(page);
    await threadsAre(page, 1);
    assert.equal(asked, 3);
  },
  { ...OPTIONS, tolerate: /net::ERR_FAILED|dynamically imported module/ },
);

threadedTest(
  'the files of the threads are kept once they were used, not before',
  async ({ page }) => {
    await open(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    assert.deepEqual(await kept(page), { plain: 1, threaded: 0 });
    await openAnalysis(page);
    await threadsAre(page, 3);
    assert.deepEqual(await kept(page), { plain: 1, threaded: 1 });
  },
  { seconds: SECONDS },
);

threadedTest(
  'where there is no room to keep the files of the threads, they are used all the same',
  async ({ page, url }) => {
    await open(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const browser = await page.context().newCDPSession(page);
    await browser.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1000 });
    await openAnalysis(page);
    await threadsAre(page, 3);
    assert.deepEqual(await kept(page), { plain: 1, threaded: 0 });
  },
  { seconds: SECONDS, chromiumOnly: 'the quota is set over CDP' },
);

/**
 * Returns the number of cached modules of each kind.
 * @param {Page} page
 */
async function kept(page) {
  const files = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => request.url);
  });
  return { plain: fetched(files, 'saffron_engine_bg'), threaded: fetched(files, 'saffron_threads_bg') };
}
