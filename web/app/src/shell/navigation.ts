/** The parts of the site, as the header and the bar of a phone show them. */

import type { IconName } from '../ui/Icon.svelte';
import type { MenuItem } from '../ui/Menu.svelte';
import { href } from '../ui/href';
import { m } from '../paraglide/messages.js';
import type { Route } from './routes';

export type Part = 'play' | 'learn' | 'games' | 'tools';

/** The part that a page belongs to; `null` for an address that does not exist. */
export function partOf(route: Route): Part | null {
  switch (route.page) {
    case 'play':
    case 'game':
      return 'play';
    case 'learn':
      return 'learn';
    case 'library':
      return 'games';
    case 'analysis':
    case 'editor':
    case 'import':
    case 'variants':
      return 'tools';
    case 'missing':
      return null;
  }
}

/** Whether the page ends with the footer; one with a board fills the window. */
export function hasFooter({ page }: Route): boolean {
  return ['learn', 'variants', 'library', 'import', 'missing'].includes(page);
}

/** Parts that are one page. */
export function links(): { part: Part; name: string; icon: IconName; href: string }[] {
  return [
    { part: 'play', name: m.nav_play(), icon: 'play', href: href('/') },
    { part: 'learn', name: m.nav_learn(), icon: 'learn', href: href('/learn') },
    { part: 'games', name: m.nav_games(), icon: 'games', href: href('/library') },
  ];
}

/** The pages of the part `tools`. */
export function tools(route: Route): MenuItem[] {
  const items: { page: Route['page']; name: string; icon: IconName; path: string }[] = [
    { page: 'analysis', name: m.nav_analysis(), icon: 'analyse', path: '/analysis' },
    { page: 'editor', name: m.title_editor(), icon: 'edit', path: '/editor' },
    { page: 'import', name: m.nav_import(), icon: 'import', path: '/import' },
    { page: 'variants', name: m.nav_variants(), icon: 'hexagon', path: '/variants' },
  ];
  return items.map(({ page, name, icon, path }) => ({
    id: page,
    name,
    icon,
    href: href(path),
    current: route.page === page,
  }));
}
