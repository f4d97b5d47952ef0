/**
 * Measures the first load of the page on a slow connection: 1.6 Mbit/s, 150 ms, and a quarter of the processor's speed. Usage:
 * `npm run measure -- [--check] [--files] [--no-script] [--runs=N] [ADDRESS...]`; the default address is `/`. `--check` exits
 * with status 1 if a goal is missed; `--files` lists what was loaded; `--no-script` disables JavaScript.
 */

import { parseArgs } from 'node:util';
import { bytesOf, firstLoad, MAX_BYTES } from './first-load.mjs';
import { startBrowser, startServer } from './harness.mjs';
import { quantile, useBuiltProgram } from './measuring.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('./first-load.mjs').FirstLoad} FirstLoad
 * @typedef {{ name: string, of: (load: FirstLoad) => number, goal: number | null, text: (value: number) => string }} Measure
 */

const SETTLE_MS = 1500;

/** @param {number} value */
const milliseconds = (value) => `${Math.round(value)} ms`;

/** @type {Measure[]} */
const MEASURES = [
  {
    name: 'loaded, compressed',
    of: ({ loaded }) => bytesOf(loaded),
    goal: MAX_BYTES,
    text: (value) => `${(value / 1000).toFixed(1)} kB`,
  },
  { name: 'first contentful paint', of: ({ fcp }) => fcp, goal: null, text: milliseconds },
  { name: 'largest contentful paint', of: ({ lcp }) => lcp, goal: 1800, text: milliseconds },
  { name: 'cumulative layout shift', of: ({ shifts }) => shifts, goal: 0.01, text: (value) => value.toFixed(4) },
  { name: 'until pieces are seen', of: ({ seen }) => seen, goal: null, text: milliseconds },
  { name: 'until it can be used', of: ({ ready }) => ready, goal: null, text: milliseconds },
];

/** @param {import('playwright-core').CDPSession} session */
async function slowDown(session) {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** @param {Browser} browser @param {string} url @param {string} path @param {boolean} script */
async function load(browser, url, path, script) {
  // A phone's screen; each context has an empty cache of its own.
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });
  try {
    return await firstLoad(await context.newPage(), url, path, { settleMs: SETTLE_MS, script, prepare: slowDown });
  } finally {
    await context.close();
  }
}

/**
 * Prints the measurements and returns whether all goals are met.
 * @param {string} path
 * @param {readonly FirstLoad[]} loads
 */
function report(path, loads) {
  console.log(`${path}${script ? '' : ' without JavaScript'}, median of ${loads.length}`);
  let met = true;
  for (const { name, of, goal, text } of MEASURES) {
    const value = quantile(loads.map(of), 0.5);
    // The page has no pieces, or cannot be used without scripts.
    if (Number.isNaN(value) && goal === null) continue;
    const missed = goal !== null && !(value <= goal);
    if (missed) met = false;
    const verdict = goal === null ? '' : `  goal ${text(goal)}${missed ? ', MISSED' : ''}`;
    console.log(`  ${name.padEnd(26)}${text(value).padStart(10)}${verdict}`);
  }
  return met;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean' },
    files: { type: 'boolean' },
    'no-script': { type: 'boolean' },
    runs: { type: 'string', default: '5' },
  },
});
const script = !options['no-script'];
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a number of runs, not ${options.runs}`);

useBuiltProgram();

const server = await startServer();
const browser = await startBrowser();
let met = true;
try {
  for (const path of positionals.length > 0 ? positionals : ['/']) {
    const loads = [];
    for (let run = 0; run < runs; run++) loads.push(await load(browser, server.url, path, script));
    met = report(path, loads) && met;
    if (!options.files) continue;
    for (const { path: file, bytes } of loads[0]?.loaded ?? []) console.log(`  ${String(bytes).padStart(8)} ${file}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
if (options.check && !met) process.exitCode = 1;
