/** The parts of the site, as the header and the bar of a phone show them. */

import type { IconName } from '../ui/Icon.svelte';
import type { MenuItem } from '../ui/Menu.svelte';
import { href } from '../ui/href';
import { m } from '../paraglide/messages.js';
import type { Route } from './routes';

export type Part = 'play' | 'online' | 'watch' | 'learn' | 'games' | 'tools';

/** Returns the part that a page belongs to; `null` for an address that does not exist. */
export function partOf(route: Route): Part | null {
  switch (route.page) {
    case 'play':
    case 'game':
      return 'play';
    case 'lobby':
    case 'live':
    case 'challenge':
      return 'online';
    case 'watch':
    case 'archive':
    case 'leaderboard':
    case 'user':
      return 'watch';
    case 'learn':
      return 'learn';
    case 'library':
      return 'games';
    case 'analysis':
    case 'editor':
    case 'import':
    case 'variants':
    case 'endings':
      return 'tools';
    case 'account':
    case 'moderation':
    case 'missing':
      return null;
  }
}

/** Returns whether the page ends with the footer. A page with a board fills the window instead. */
export function hasFooter(route: Route): boolean {
  if (route.page === 'endings') return route.ending === null;
  return !['play', 'game', 'live', 'analysis', 'editor'].includes(route.page);
}

export interface Link {
  part: Part;
  name: string;
  icon: IconName;
  href: string;
}

/** Returns the parts that are single pages, before and after the part `watch`. */
export function links(): { before: Link[]; after: Link[] } {
  return {
    before: [
      { part: 'play', name: m.nav_play(), icon: 'play', href: href('/') },
      { part: 'online', name: m.nav_online(), icon: 'people', href: href('/lobby') },
    ],
    after: [{ part: 'learn', name: m.nav_learn(), icon: 'learn', href: href('/learn') }],
  };
}

/** Returns the link to the library, shown as a section of its own if there is room. */
export function ownGames(): Link {
  return { part: 'games', name: m.nav_games(), icon: 'games', href: href('/library') };
}

interface Entry {
  page: Route['page'];
  name: string;
  icon: IconName;
  path: string;
}

function items(route: Route, entries: readonly Entry[]): MenuItem[] {
  return entries.map(({ page, name, icon, path }) => ({
    id: page,
    name,
    icon,
    href: href(path),
    current: route.page === page,
  }));
}

/** Returns the pages of the part `watch`. */
export function watching(route: Route): MenuItem[] {
  return items(route, [
    { page: 'watch', name: m.nav_live_games(), icon: 'watch', path: '/watch' },
    { page: 'archive', name: m.nav_archive(), icon: 'games', path: '/archive' },
    { page: 'leaderboard', name: m.nav_leaderboard(), icon: 'analyse', path: '/leaderboard' },
  ]);
}

/** Returns the pages of the part `tools`. */
export function tools(route: Route): MenuItem[] {
  return items(route, [
    { page: 'analysis', name: m.nav_analysis(), icon: 'analyse', path: '/analysis' },
    { page: 'editor', name: m.title_editor(), icon: 'edit', path: '/editor' },
    { page: 'import', name: m.nav_import(), icon: 'import', path: '/import' },
    { page: 'endings', name: m.nav_endings(), icon: 'target', path: '/endings' },
    { page: 'variants', name: m.nav_variants(), icon: 'hexagon', path: '/variants' },
  ]);
}

/** Returns the menu of links that do not fit on a phone: the library and the tools. */
export function more(route: Route): MenuItem[] {
  const library: Entry = { page: 'library', name: m.nav_my_games(), icon: 'games', path: '/library' };
  return [...items(route, [library]), ...tools(route)];
}
