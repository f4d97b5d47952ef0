/** Work that can wait until the visitor has what the page was opened for. */

/** The longest wait, in milliseconds, on a page that is never idle. */
const MAX_WAIT_MS = 5000;
/** The wait in browsers that do not say when they are idle. */
const DEFAULT_WAIT_MS = 500;

/** Calls a function once, when the page is idle. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: MAX_WAIT_MS });
  else setTimeout(work, DEFAULT_WAIT_MS);
}
