/** What a visitor who was never here loads until the board can be played on. */

/**
 * @typedef {import('playwright-core').CDPSession} Session
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ ready: number, lcp: number, shifts: number }} Times of the page: milliseconds from its start until it can be
 *   used and to the largest contentful paint, and the cumulative layout shift.
 * @typedef {{ path: string, bytes: number }} Loaded
 * @typedef {Times & { loaded: Loaded[] }} FirstLoad
 */

/** Addresses without a board to play on: they are ready when they have their heading. */
const BOARDLESS = /^(?:\/ru)?\/learn(?:\/|$)/;

/** Runs in the page, before anything else. @param {string} sign what is there once the page can be used */
function watch(sign) {
  const times = { ready: 0, lcp: 0, shifts: 0 };
  Object.assign(globalThis, { saffronTimes: times });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) times.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = /** @type {PerformanceEntry & { value: number, hadRecentInput: boolean }} */ (entry);
      if (!shift.hadRecentInput) times.shifts += shift.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (times.ready > 0 || !document.querySelector(sign)) return;
    watcher.disconnect();
    // When it has been drawn.
    requestAnimationFrame(() => setTimeout(() => (times.ready = performance.now())));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true });
}

/**
 * Opens an address, and says what was loaded until it could be used.
 * @param {Page} page a page of a visitor who was never here
 * @param {string} url of the server
 * @param {string} path
 * @param {number} settleMs how long paints and shifts are watched afterwards
 * @param {(session: Session) => Promise<void>} [prepare] sets up the browser
 * @returns {Promise<FirstLoad>}
 */
export async function firstLoad(page, url, path, settleMs, prepare) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await prepare?.(session);
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** @type {{ id: string, at: number, bytes: number }[]} */
  const arrivals = [];
  let start = Number.POSITIVE_INFINITY;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    addresses.set(requestId, new URL(request.url).pathname);
    start = Math.min(start, timestamp);
  });
  session.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    arrivals.push({ id: requestId, at: timestamp, bytes: response.encodedDataLength });
  });
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    arrivals.push({ id: requestId, at: timestamp, bytes: encodedDataLength });
  });
  // The browser does not count the parts of a document, only the whole.
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const counted = arrivals.filter(({ id }) => id === requestId).reduce((sum, { bytes }) => sum + bytes, 0);
    arrivals.push({ id: requestId, at: timestamp, bytes: Math.max(0, encodedDataLength - counted) });
  });
  await page.addInitScript(watch, BOARDLESS.test(path) ? 'main h1' : 'main [data-cell]');
  await page.goto(url + path);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).saffronTimes.ready > 0, null, { timeout: 60_000 });
  await page.waitForTimeout(settleMs);
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).saffronTimes);
  const end = start + times.ready / 1000;
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { id, at, bytes } of arrivals) {
    const address = addresses.get(id);
    if (address !== undefined && at <= end) sums.set(address, (sums.get(address) ?? 0) + bytes);
  }
  const loaded = [...sums].map(([address, bytes]) => ({ path: address, bytes }));
  return { ...times, loaded: loaded.sort((a, b) => b.bytes - a.bytes) };
}

/** The sum, with the heads of the answers. @param {readonly Loaded[]} loaded */
export function bytesOf(loaded) {
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The most that a first load of the board may have, compressed, in bytes. */
export const MOST_BYTES = 220_000;
