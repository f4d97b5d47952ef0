/** The pages at the addresses of the site. */

import { PAGES, pageOf } from './addresses';
import type { PageName, Route } from './addresses';
import { PARSERS } from './tails';

/** Returns whether a page shows data of the server. */
export function isOnline(route: Route): boolean {
  return pageOf(route).needs === 'server';
}

/** Returns the page at an address without the prefix of its language. */
export function parseRoute(path: string): Route {
  const [first = 'play', second, third, ...rest] = path.split('/').filter((part) => part !== '');
  const page = Object.hasOwn(PAGES, first) && rest.length === 0 ? (first as PageName) : 'missing';
  const found = PARSERS[PAGES[page].tail](second, third);
  return found === null ? { page: 'missing' } : ({ page, ...found } as Route);
}

/** Returns whether the app handles a click on a link itself. */
export function staysHere(
  click: { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean },
  link: { origin: string; target: string; download: boolean },
  origin: string,
): boolean {
  const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
  return plain && link.origin === origin && (link.target === '' || link.target === '_self') && !link.download;
}
