/**
 * Runs the tests in the browser: `node tests/run.mjs [--firefox] [--smoke] [--retry] [--update] [WORD...]`, all of them
 * or the files whose names contain one of the words. `--firefox` runs them in Firefox, without those that say why it cannot;
 * `--smoke` runs only the tests that are marked so; `--retry` runs a test that fails once more, and counts it apart where it
 * passes then; `--update` keeps the pictures of the pages as they are now.
 */

import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runTest, startBrowser, startServer, takeTests, whyNotInFirefox } from './harness.mjs';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    firefox: { type: 'boolean', default: false },
    retry: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});
if (options.update) process.env.SAFFRON_UPDATE = '1';
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = (await readdir(folder))
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  .sort();

// What a test that failed still waits for is rejected when its page is closed; the failure itself has been reported.
process.on('unhandledRejection', () => {});

/**
 * Runs a test; answers what went wrong, and `null` for nothing.
 * @param {string} name
 * @param {import('./harness.mjs').Test} one
 */
async function attempt(name, one) {
  const start = performance.now();
  try {
    await runTest(browser, server.url, one);
    console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

let passed = 0;
let failed = 0;
let skipped = 0;
let flaky = 0;
const server = await startServer();
const browser = await startBrowser(options.firefox ? 'firefox' : 'chromium');
try {
  for (const file of files) {
    await import(pathToFileURL(folder + file).href);
    for (const one of takeTests()) {
      if (options.smoke && !one.smoke) continue;
      const name = `${basename(file, '.test.mjs')}: ${one.name}`;
      const reason = options.firefox ? whyNotInFirefox(one) : null;
      if (reason !== null) {
        skipped += 1;
        console.log(`skipped ${name}: ${reason}`);
        continue;
      }
      let error = await attempt(name, one);
      if (error !== null && options.retry) {
        console.log(`again   ${name}\n${error}`);
        error = await attempt(name, one);
        if (error === null) flaky += 1;
      }
      if (error === null) passed += 1;
      else {
        failed += 1;
        console.log(`FAILED  ${name}\n${error}`);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

if (flaky > 0) console.log(`${flaky} of these passed at the second try only`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
