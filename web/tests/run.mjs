/**
 * Runs the tests in the browser: `node tests/run.mjs [--firefox] [--smoke] [--retry] [--update] [--slow] [--days N] [--jobs N]
 * [WORD...]`, all of them or the files whose names contain one of the words. `--firefox` runs them in Firefox, except those that say why it cannot;
 * `--smoke` runs only the smoke tests; `--retry` repeats a failing test once and counts it separately if it then passes;
 * `--slow` lets each answer of the API wait for up to a second, which finds tests that read too early;
 * `--days` runs them as if it were so many days later, with the library of Debian's package faketime;
 * `--update` stores the current pictures of the pages as references; `--jobs` is the number of files that run at the same time
 * (default: 2).
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** @typedef {import('./worker.mjs').Counts} Counts */

/** Files whose tests compare times or threads, and therefore run alone. */
const ALONE = new Set(['threads.test.mjs', 'visual.test.mjs']);

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    firefox: { type: 'boolean', default: false },
    retry: { type: 'boolean', default: false },
    days: { type: 'string' },
    slow: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
});
const jobs = Number(options.jobs);
if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs ${options.jobs}: a number from 1 on`);
if (options.update) process.env.SAFFRON_UPDATE = '1';
if (options.days !== undefined) {
  if (!/^[1-9][0-9]*$/.test(options.days)) throw new Error(`--days ${options.days}: a number from 1 on`);
  process.env.SAFFRON_DAYS = options.days;
}
if (options.slow) process.env.SAFFRON_SLOW = '1000';
const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));

/** Chosen files, longest first, so that no worker is left with a long one at the end. */
async function chosenFiles() {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.test.mjs'))
    .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  const sized = await Promise.all(names.map(async (name) => ({ name, size: (await stat(folder + name)).size })));
  return sized.sort((a, b) => b.size - a.size).map(({ name }) => name);
}

/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

/** Runs files in a process with a browser of its own until the queue is empty. @param {string[]} queue */
async function work(queue) {
  if (queue.length === 0) return;
  const child = fork(worker, [JSON.stringify(options)]);
  const ended = once(child, 'exit');
  /** @type {string | undefined} */
  let running;
  child.on('message', (/** @type {import('./worker.mjs').Report} */ report) => {
    if ('text' in report) {
      console.log(report.text);
      return;
    }
    total.passed += report.counts.passed;
    total.failed += report.counts.failed;
    total.skipped += report.counts.skipped;
    total.flaky += report.counts.flaky;
    running = queue.shift();
    if (running === undefined) child.disconnect();
    else child.send({ file: folder + running });
  });
  const [status, signal] = await ended;
  if (status !== 0 || running !== undefined) {
    total.failed += 1;
    console.log(`FAILED  ${running ?? 'a worker'}: its process ended (${signal ?? status})`);
  }
}

const files = await chosenFiles();
const together = files.filter((name) => !ALONE.has(name));
await Promise.all(Array.from({ length: Math.min(jobs, together.length) }, () => work(together)));
await work(files.filter((name) => ALONE.has(name)));

if (total.flaky > 0) console.log(`${total.flaky} of these passed at the second try only`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
