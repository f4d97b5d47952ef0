/** Router: the current page, kept in step with the browser's address. */

import { href } from '../ui/href';
import { splitLocale } from '../ui/locale-paths';
import { settings } from '../ui/settings.svelte';
import type { Route } from './addresses';
import { parseRoute, staysHere } from './routes';

class Router {
  /** Path without the prefix of its language. */
  path = $state(splitLocale(location.pathname).path);
  /** Query of the address, such as `?fen=...`. */
  search = $state(location.search);
  route: Route = $derived(parseRoute(this.path));
  /** Number of navigations; the first page of a visit is 0. */
  moves = $state(0);

  /** Opens an address, given without the prefix of a language. */
  go(path: string): void {
    this.#push(href(path));
  }

  /** Replaces the address of the current page without a new history entry. */
  rename(path: string): void {
    history.replaceState(null, '', href(path));
    this.path = splitLocale(location.pathname).path;
    this.search = location.search;
  }

  /** Changes the address to the language of the page: a link may name none, and without a connection one document serves all addresses. */
  localize(): void {
    const address = href(splitLocale(location.pathname).path) + location.search + location.hash;
    if (address !== location.pathname + location.search + location.hash) history.replaceState(null, '', address);
  }

  /** Handles the browser's buttons and the page's own links. Returns a function that stops it. */
  listen(): () => void {
    this.localize();
    const onPop = (): void => this.#arrive();
    const onClick = (event: MouseEvent): void => {
      if (event.defaultPrevented || !(event.target instanceof Element)) return;
      const link = event.target.closest('a');
      if (!(link instanceof HTMLAnchorElement) || link.href === '') return;
      const about = { origin: link.origin, target: link.target, download: link.hasAttribute('download') };
      if (!staysHere(event, about, location.origin)) return;
      // Links within the page and links to files are left to the browser.
      if (link.hash !== '' && link.pathname === location.pathname) return;
      const { locale, path } = splitLocale(link.pathname);
      // Other languages have scripts of their own.
      if (locale !== null && locale !== settings.locale) return;
      if (parseRoute(path).page === 'missing') return;
      event.preventDefault();
      this.#push(link.pathname + link.search + link.hash);
    };
    addEventListener('popstate', onPop);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener('popstate', onPop);
      document.removeEventListener('click', onClick);
    };
  }

  /** Removes the query from the address once it is handled, so that a reload does not repeat it. */
  answered(): void {
    history.replaceState(null, '', location.pathname + location.hash);
    this.search = '';
  }

  #push(address: string): void {
    if (address !== location.pathname + location.search + location.hash) history.pushState(null, '', address);
    this.#arrive();
  }

  #arrive(): void {
    const { path } = splitLocale(location.pathname);
    this.localize();
    this.search = location.search;
    if (this.path === path) return;
    this.path = path;
    this.moves += 1;
  }
}

export const router = new Router();
