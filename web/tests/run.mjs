/** Runs the tests in the browser: all of them, or the files whose names contain one of the given words. */

import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runTest, startBrowser, startServer, takeTests } from './harness.mjs';

const wanted = process.argv.slice(2);
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = (await readdir(folder))
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  .sort();

let passed = 0;
let failed = 0;
const server = await startServer();
const browser = await startBrowser();
try {
  for (const file of files) {
    await import(pathToFileURL(folder + file).href);
    for (const one of takeTests()) {
      const name = `${basename(file, '.test.mjs')}: ${one.name}`;
      const start = performance.now();
      try {
        await runTest(browser, server.url, one);
        passed += 1;
        console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}\n${error instanceof Error ? error.stack : String(error)}`);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
