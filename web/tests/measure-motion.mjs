/**
 * Measures how smoothly the page moves on a phone of 390 by 664 with a quarter of the processor's speed: the work of the page's main
 * thread in every frame of each motion that it takes part in; others are left to the compositor. Usage: `npm run measure:motion -- [--check] [--rate=N] [--runs=N] [WORD...]`, with words in
 * the names of motions. `--check` exits with status 1 if more than one frame of twenty takes longer than FRAME_MS;
 * `--rate` divides the processor's speed by another number.
 */

import { parseArgs } from 'node:util';
import { haveVisited, startBrowser, startServer } from './harness.mjs';
import { quantile, useBuiltProgram } from './measuring.mjs';
import { cell, open, start } from './play.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ name: string, dur?: number, ts: number, pid: number, tid: number, args?: { name?: string, data?: { type?: string } } }} TraceEvent
 * @typedef {{ name: string, prepare: (page: Page) => Promise<void>, run: (page: Page) => Promise<void>, lasts: number }} Motion
 */

/** Time in which a page is idle again, and has what it loads at the first move. */
const SETTLE_MS = 1000;

/** Time of a frame at 60 Hz. */
const FRAME_MS = 16;

/** @param {string} fen */
const analysisOf = (fen) => `/analysis/shafran?fen=${encodeURIComponent(fen)}`;

/** @type {Motion[]} */
const MOTIONS = [
  {
    name: 'a piece moves',
    prepare: async (page) => {
      await start(page, { opponent: 'friend' });
      await click(page, 'e2', 'e4');
    },
    run: (page) => click(page, 'e9', 'e6'),
    lasts: 250,
  },
  {
    name: 'a captured piece flies',
    prepare: async (page) => {
      await start(page, { opponent: 'friend' });
      await click(page, 'e2', 'e4');
      await click(page, 'e9', 'e6');
    },
    run: (page) => click(page, 'f2', 'b6'),
    lasts: 350,
  },
  {
    name: 'the king is mated',
    prepare: async (page) => {
      await open(page, analysisOf('5/k5/7/1Q6/9/9/8/4P2/4R1/4K b - - 0 1'));
      await click(page, 'd9', 'e10');
    },
    run: (page) => click(page, 'c7', 'e8'),
    lasts: 700,
  },
  {
    name: 'a piece is dragged',
    prepare: async (page) => {
      await start(page, { opponent: 'friend' });
      await cell(page, 'e2').click();
    },
    run: async (page) => {
      const from = await centre(page, 'e2');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (let step = 1; step <= 60; step++) {
        await page.mouse.move(from.x + Math.sin(step / 6) * 90, from.y - step * 3);
        await page.waitForTimeout(16);
      }
      await page.mouse.up();
    },
    lasts: 200,
  },
  {
    name: 'the sheet opens',
    prepare: (page) => start(page, { opponent: 'friend' }),
    run: (page) => page.locator('.brief > .handle').click(),
    lasts: 400,
  },
];

/** @param {Page} page @param {string} name */
async function centre(page, name) {
  const box = await cell(page, name).boundingBox();
  if (!box) throw new Error(`no cell ${name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} from @param {string} to */
async function click(page, from, to) {
  const points = [await centre(page, from), await centre(page, to)];
  for (const { x, y } of points) await page.mouse.click(x, y);
}

/**
 * Returns the milliseconds of work of the page's main thread for each frame of a motion.
 * @param {Browser} browser @param {string} url @param {Motion} motion @param {number} rate
 */
async function measure(browser, url, { prepare, run, lasts }, rate) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 664 },
    deviceScaleFactor: 2,
    reducedMotion: 'no-preference',
  });
  await haveVisited(context);
  try {
    const page = await context.newPage();
    await prepare(page);
    await page.waitForTimeout(SETTLE_MS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await browser.startTracing(page, {
      categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
    });
    await run(page);
    await page.waitForTimeout(lasts);
    return framesOf(JSON.parse((await browser.stopTracing()).toString()).traceEvents);
  } finally {
    await context.close();
  }
}

/** Events that begin or end a motion. The frame that answers them has the work of the game, too. */
const PRESSES = new Set(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']);

/**
 * Returns the sums of the main thread's tasks before each frame that it handed over: of frames that answer a press, and of others.
 * @param {TraceEvent[]} events
 */
function framesOf(events) {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const main = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  const own = events.filter(({ pid, tid }) => main.has(`${pid} ${tid}`)).sort((a, b) => a.ts - b.ts);
  /** @type {{ answers: number[], others: number[] }} */
  const frames = { answers: [], others: [] };
  let work = 0;
  let answers = false;
  for (const { name, dur = 0, args } of own) {
    if (name === 'RunTask') work += dur / 1000;
    if (name === 'EventDispatch' && PRESSES.has(args?.data?.type ?? '')) answers = true;
    // The task of the commit began before it, so it has been counted.
    if (name !== 'Commit') continue;
    frames[answers ? 'answers' : 'others'].push(work);
    work = 0;
    answers = false;
  }
  return frames;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean' },
    rate: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
  },
});
const [rate, runs] = [Number(options.rate), Number(options.runs)];
if (!(rate >= 1)) throw new Error(`--rate must be a number from 1, not ${options.rate}`);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a number of runs, not ${options.runs}`);

useBuiltProgram();

const server = await startServer();
const browser = await startBrowser();
let met = true;
try {
  console.log(
    'milliseconds of a frame'.padEnd(28),
    ...['frames', 'median', '95 %', 'longest', 'answer'].map((head) => head.padStart(8)),
  );
  for (const motion of MOTIONS) {
    if (positionals.length > 0 && !positionals.some((word) => motion.name.includes(word))) continue;
    const all = [];
    for (let run = 0; run < runs; run++) all.push(await measure(browser, server.url, motion, rate));
    const frames = all.flatMap(({ others }) => others);
    const most = quantile(frames, 0.95);
    const missed = most > FRAME_MS;
    if (missed) met = false;
    const answer = quantile(
      all.flatMap(({ answers }) => answers),
      1,
    );
    const numbers = [quantile(frames, 0.5), most, quantile(frames, 1), answer].map((value) => value.toFixed(1));
    console.log(
      motion.name.padEnd(28),
      ...[String(frames.length), ...numbers].map((text) => text.padStart(8)),
      missed ? ' MISSED' : '',
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
if (options.check && !met) process.exitCode = 1;
