/** Title, description and heading of the current page. */

class PageTitle {
  /** Text in place of or next to the page's name, such as whose turn it is; `null` for the name alone. */
  own = $state<string | null>(null);
}

export const pageTitle = new PageTitle();

/** Sets the description of the page for search engines and previews. */
export function describePage(text: string): void {
  document.querySelector('meta[name="description"]')?.setAttribute('content', text);
}

/**
 * Calls `found` with the page's heading: at once, or as soon as a page that is still loading has one. Returns a function that
 * stops waiting.
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
