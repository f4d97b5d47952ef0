/**
 * Worker process of the test runner: has a browser of its own, and runs the files sent by the parent (`run.mjs`) one after the
 * other. Each file has a server of its own, since what a visitor may do in an hour is limited there.
 */

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { moveClock, runTest, startBrowser, startServer, takeTests, whyNotInFirefox } from './harness.mjs';

/**
 * @typedef {{ firefox: boolean, smoke: boolean, retry: boolean }} Options
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: number }} Counts
 * @typedef {{ file: string }} Order message of the parent
 * @typedef {{ text: string } | { counts: Counts }} Report message to the parent: a line about a test, or the counts of a file
 */

/** @type {Options} */
const options = JSON.parse(process.argv[2] ?? '{}');

if (process.env.SAFFRON_DAYS) moveClock(Number(process.env.SAFFRON_DAYS));

// Whatever a failed test still waits for is rejected when its page closes; the failure itself has been reported.
process.on('unhandledRejection', () => {});

const browser = await startBrowser(options.firefox ? 'firefox' : 'chromium');

/** @param {Report} report */
const send = (report) => process.send?.(report);

/**
 * Runs a test and returns its error, or `null` if it passed.
 * @param {string} name
 * @param {import('./harness.mjs').Test} one
 * @param {string} url of the server
 */
async function attempt(name, one, url) {
  const start = performance.now();
  try {
    await runTest(browser, url, one);
    send({ text: `ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)` });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Runs the tests of a file. @param {string} file its path */
async function runFile(file) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  await import(pathToFileURL(file).href);
  const server = await startServer();
  for (const one of takeTests()) {
    if (options.smoke && !one.smoke) continue;
    const name = `${basename(file, '.test.mjs')}: ${one.name}`;
    const reason = options.firefox ? whyNotInFirefox(one) : null;
    if (reason !== null) {
      counts.skipped += 1;
      send({ text: `skipped ${name}: ${reason}` });
      continue;
    }
    let error = await attempt(name, one, server.url);
    if (error !== null && options.retry) {
      send({ text: `again   ${name}\n${error}` });
      // What the first try has left would be in the way of the second one.
      const fresh = await startServer();
      error = await attempt(name, one, fresh.url);
      await fresh.stop();
      if (error === null) counts.flaky += 1;
    }
    if (error === null) counts.passed += 1;
    else {
      counts.failed += 1;
      send({ text: `FAILED  ${name}\n${error}` });
    }
  }
  await server.stop();
  send({ counts });
}

process.on('message', (/** @type {Order} */ { file }) => {
  runFile(file).catch((error) => {
    console.error(error);
    process.exitCode = 1;
    process.disconnect();
  });
});

// The parent has no more files or has exited.
process.on('disconnect', async () => {
  await browser.close();
  process.exit();
});
send({ counts: { passed: 0, failed: 0, skipped: 0, flaky: 0 } });
