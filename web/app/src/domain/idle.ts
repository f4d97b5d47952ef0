/** Work that can wait until the page has loaded its main content. */

/** Maximum delay in milliseconds on a page that is never idle. */
const MAX_WAIT_MS = 5000;
/** Delay in milliseconds for browsers without idle callbacks. */
const DEFAULT_WAIT_MS = 500;

/** Calls a function once, when the page is idle. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: MAX_WAIT_MS });
  else setTimeout(work, DEFAULT_WAIT_MS);
}
