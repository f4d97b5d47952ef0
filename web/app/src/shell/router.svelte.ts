/** The current page, kept in step with the browser's address. */

import { parseRoute, staysHere } from './routes';
import type { Route } from './routes';

class Router {
  path = $state(location.pathname);
  /** What the address asks of the page, such as `?variant=glinski`. */
  search = $state(location.search);
  route: Route = $derived(parseRoute(this.path));
  /** Counts moves from page to page; the first page of a visit is 0. */
  moves = $state(0);

  go(path: string): void {
    if (path !== location.pathname + location.search + location.hash) history.pushState(null, '', path);
    this.#arrive();
  }

  /** Follows the browser's buttons and the page's own links; returns what undoes it. */
  listen(): () => void {
    const onPop = (): void => this.#arrive();
    const onClick = (event: MouseEvent): void => {
      if (event.defaultPrevented || !(event.target instanceof Element)) return;
      const link = event.target.closest('a');
      if (!(link instanceof HTMLAnchorElement) || link.href === '') return;
      const about = { origin: link.origin, target: link.target, download: link.hasAttribute('download') };
      if (!staysHere(event, about, location.origin)) return;
      // A link within the page is the browser's business.
      if (link.hash !== '' && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    };
    addEventListener('popstate', onPop);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener('popstate', onPop);
      document.removeEventListener('click', onClick);
    };
  }

  /** Takes the question out of the address once it is answered, so that a reload does not ask again. */
  answered(): void {
    history.replaceState(null, '', location.pathname);
    this.search = '';
  }

  #arrive(): void {
    this.search = location.search;
    if (this.path === location.pathname) return;
    this.path = location.pathname;
    this.moves += 1;
  }
}

export const router = new Router();
