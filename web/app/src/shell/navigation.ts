/** The parts of the site, as the header and the bar of a phone show them. */

import type { IconName } from '../ui/Icon.svelte';
import type { MenuItem } from '../ui/Menu.svelte';
import { href } from '../ui/href';
import { allPages, pageOf, pathOf } from './addresses';
import type { Part, Route, Subject } from './addresses';

/** Returns the part that a page belongs to; `null` for an address that does not exist. */
export function partOf(route: Route): Part | null {
  return pageOf(route).part ?? null;
}

/** Returns whether the page ends with the footer. A page with a board fills the window instead. */
export function hasFooter(route: Route): boolean {
  const { board = false } = pageOf(route);
  const subject: Subject = route;
  return !(typeof board === 'boolean' ? board : board(subject));
}

export interface Link {
  part: Part;
  name: string;
  icon: IconName | undefined;
  href: string;
}

interface Linked extends Link {
  id: Route['page'];
  inMenu: string;
  moderators: boolean;
}

/** Returns the links to pages of a part. */
function linksOf(part: Part): Linked[] {
  return allPages().flatMap(([id, { part: of, link, moderators = false }]) => {
    if (of !== part || !link || id === 'missing') return [];
    const name = link.name();
    return [{ id, part, name, icon: link.icon, href: href(pathOf(id)), inMenu: link.inMenu?.() ?? name, moderators }];
  });
}

function items(route: Route, linked: readonly Linked[]): MenuItem[] {
  return linked.map(({ id, inMenu, icon, href: to }) => ({
    id,
    name: inMenu,
    ...(icon && { icon }),
    href: to,
    current: route.page === id,
  }));
}

/** Returns the parts that are single pages, before and after the part `watch`. */
export function links(): { before: Link[]; after: Link[] } {
  return { before: [...linksOf('play'), ...linksOf('online'), ...linksOf('puzzles')], after: linksOf('learn') };
}

/** Returns the link to the library, shown as a section of its own if there is room. */
export function ownGames(): Link[] {
  return linksOf('games');
}

/** Returns the pages of the part `watch`. */
export function watching(route: Route): MenuItem[] {
  return items(route, linksOf('watch'));
}

/** Returns the pages of the part `tools`. */
export function tools(route: Route): MenuItem[] {
  return items(route, linksOf('tools'));
}

/** Returns the menu of links that do not fit on a phone: the library and the tools. */
export function more(route: Route): MenuItem[] {
  return items(route, [...linksOf('games'), ...linksOf('tools')]);
}

/** Returns the menu of the signed-in account, without the end of its session; `unread` conversations are counted in it. */
export function accountPages(route: Route, moderator: boolean, unread: number): MenuItem[] {
  const pages = items(
    route,
    linksOf('account').filter(({ moderators }) => moderator || !moderators),
  );
  for (const page of pages) if (page.id === 'messages') page.count = unread;
  return pages;
}

/** Returns all links of a phone's navigation as one menu, for pages whose actions take its place. */
export function everywhere(route: Route): MenuItem[] {
  return items(
    route,
    (['play', 'online', 'puzzles', 'watch', 'learn', 'games', 'tools'] as const).flatMap((part) => linksOf(part)),
  );
}
