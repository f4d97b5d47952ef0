/**
 * Measures how soon an address of the page is painted, in Chromium at 4x CPU slowdown, 1.6 Mbit/s and 150 ms:
 *
 *   SAFFRON_BIN=... node tests/paint.mjs [--no-script] ADDRESS...
 *
 * One line for each address: the medians of five first visits. First and largest contentful paint in ms, layout shift, and
 * the kB that went over the wire until the page was idle.
 */

import { startBrowser, startServer } from './harness.mjs';

const VISITS = 5;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

const script = !process.argv.includes('--no-script');
const addresses = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (addresses.length === 0) throw new Error('no address to measure, such as /learn/shafran');

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const server = await startServer();
const browser = await startBrowser();

/** @param {string} address */
async function visit(address) {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Performance.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  // The page's own scripts may be off; the trace sees the paints in either case.
  /** @type {{ name: string, ts: number, args?: any }[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(.../** @type {any[]} */ (value)));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['loading', 'blink.user_timing', 'rail', 'navigation'] },
  });
  await page.goto(server.url + address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', () => resolve(null)));
  await session.send('Tracing.end');
  await ended;
  await context.close();
  const start = events.find(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(server.url),
  );
  const since = (/** @type {{ ts: number } | undefined} */ event) =>
    event && start ? (event.ts - start.ts) / 1000 : NaN;
  const after = events.filter(({ ts }) => start && ts >= start.ts);
  const shifts = after.filter(({ name }) => name === 'LayoutShift');
  return {
    fcp: since(after.find(({ name }) => name === 'firstContentfulPaint')),
    lcp: since(after.findLast(({ name }) => name === 'largestContentfulPaint::Candidate')),
    cls: shifts.reduce((sum, { args }) => sum + (args?.data?.score ?? 0), 0),
    bytes,
  };
}

try {
  for (const address of addresses) {
    const visits = [];
    for (let count = 0; count < VISITS; count++) visits.push(await visit(address));
    const of = (/** @type {'fcp' | 'lcp' | 'cls' | 'bytes'} */ name) => median(visits.map((each) => each[name]));
    console.log(
      `${address}${script ? '' : ' without JavaScript'}: FCP ${of('fcp').toFixed(0)} ms, LCP ${of('lcp').toFixed(0)} ms, ` +
        `shift ${of('cls').toFixed(3)}, ${(of('bytes') / 1000).toFixed(0)} kB`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
