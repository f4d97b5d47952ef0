/** First load: the files loaded on a first visit until the board can be used. */

/**
 * @typedef {import('playwright-core').CDPSession} Session
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ fcp: number, lcp: number, shifts: number }} Paints of the page: milliseconds from its start to the first and
 *   the largest contentful paint, and the cumulative layout shift.
 * @typedef {{ path: string, bytes: number }} Loaded
 * @typedef {Paints & { seen: number, ready: number, loaded: Loaded[] }} FirstLoad `seen`: milliseconds until pieces are on the screen,
 *   `NaN` if there are none; `ready`: milliseconds until the page can be used.
 */

/** Addresses without a playable board: they are ready when they have their heading. */
const BOARDLESS = /^(?:\/[a-z]{2})?\/learn(?:\/|$)/;

/**
 * Runs in the page before anything else.
 * @param {string} sign present once the page can be used
 */
function watch(sign) {
  const times = { seen: Number.NaN, ready: 0 };
  Object.assign(globalThis, { saffronTimes: times });
  // Frames are not drawn before the style sheets have come, by which a preview may be hidden.
  const seePieces = () => {
    const piece = document.querySelector('main [data-piece]');
    if (!piece?.checkVisibility({ visibilityProperty: true })) requestAnimationFrame(seePieces);
    else setTimeout(() => (times.seen = performance.now()));
  };
  requestAnimationFrame(seePieces);
  const look = () => {
    if (times.ready > 0 || !document.querySelector(sign)) return;
    watcher.disconnect();
    // After it has been drawn.
    requestAnimationFrame(() => setTimeout(() => (times.ready = performance.now())));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true });
}

/**
 * Runs in the page at any time, since the browser keeps the entries.
 * @returns {Paints}
 */
export function paints() {
  /** @param {string} type */
  const entries = (type) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type, buffered: true });
    return observer.takeRecords();
  };
  const shifts = /** @type {(PerformanceEntry & { value: number, hadRecentInput: boolean })[]} */ (
    entries('layout-shift')
  );
  return {
    fcp: entries('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    lcp: entries('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    shifts: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
  };
}

/**
 * Opens an address and returns what was loaded until it could be used; all that was loaded if scripts are off.
 * @param {Page} page a page of a first visit
 * @param {string} url of the server
 * @param {string} path
 * @param {{ settleMs?: number, script?: boolean, prepare?: (session: Session) => Promise<void> }} [options] `settleMs`: time for
 * which paints and shifts are recorded afterwards; `script`: whether the page runs scripts; `prepare` sets up the browser.
 * @returns {Promise<FirstLoad>}
 */
export async function firstLoad(page, url, path, { settleMs = 0, script = true, prepare } = {}) {
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
  // The browser reports the size of the whole document, not of its parts.
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const counted = arrivals.filter(({ id }) => id === requestId).reduce((sum, { bytes }) => sum + bytes, 0);
    arrivals.push({ id: requestId, at: timestamp, bytes: Math.max(0, encodedDataLength - counted) });
  });
  await page.addInitScript(watch, BOARDLESS.test(path) ? 'main h1' : 'main [data-cell]');
  await page.goto(url + path);
  if (script) {
    await page.waitForFunction(() => /** @type {any} */ (globalThis).saffronTimes.ready > 0, null, { timeout: 60_000 });
  }
  await page.waitForTimeout(settleMs);
  const times = await page.evaluate(paints);
  const none = { seen: Number.NaN, ready: Number.NaN };
  const { seen, ready } = script ? await page.evaluate(() => /** @type {any} */ (globalThis).saffronTimes) : none;
  const end = script ? start + ready / 1000 : Number.POSITIVE_INFINITY;
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { id, at, bytes } of arrivals) {
    const address = addresses.get(id);
    if (address !== undefined && at <= end) sums.set(address, (sums.get(address) ?? 0) + bytes);
  }
  const loaded = [...sums].map(([address, bytes]) => ({ path: address, bytes }));
  return { ...times, seen, ready, loaded: loaded.sort((a, b) => b.bytes - a.bytes) };
}

/**
 * Returns the total size, including the headers of the replies.
 * @param {readonly Loaded[]} loaded
 */
export function bytesOf(loaded) {
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Maximum size in bytes of the board's first load, compressed. */
export const MAX_BYTES = 220_000;
/** Maximum size in bytes of its scripts. */
export const MAX_SCRIPT_BYTES = 98_000;

/**
 * Holds the page's script back until the returned function is called.
 * @param {Page} page @param {RegExp} [files] other files
 */
export async function hold(page, files = /\/index-[^/]*\.js$/) {
  /** @type {() => void} */
  let release = () => undefined;
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/**
 * Waits for the style sheets of a document, before which nothing is painted, and nothing hidden or in its place.
 * @param {Page} page
 */
export function styled(page) {
  return page.waitForFunction(() =>
    [...document.querySelectorAll('link')].every(({ rel, sheet }) => rel !== 'stylesheet' || sheet),
  );
}
