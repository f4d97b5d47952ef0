/** The heading of a page that may still be loading. */

/**
 * Calls `found` with the page's heading: at once where it is there, otherwise when it appears. Returns what stops waiting.
 */
export function whenHeaded(main: HTMLElement, found: (heading: HTMLElement) => void): () => void {
  const look = (): boolean => {
    const heading = main.querySelector('h1');
    if (heading) found(heading);
    return heading !== null;
  };
  if (look()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
