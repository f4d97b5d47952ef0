/** Colours of the page's current theme, for exported pictures. */

import type { SceneColours } from '../../../../board/src/scene';
import themes from '../../../../board/theme.json';
import { settings } from '../settings.svelte';
import type { Surroundings } from './picture';

/** Returns whether the page uses its dark theme. */
function isDark(): boolean {
  if (settings.theme !== 'system') return settings.theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Returns the colours of the board. */
export function boardColours(): SceneColours {
  return themes[settings.boardTheme][isDark() ? 'dark' : 'light'];
}

/** Returns the colours around the board, as in app.css. */
export function surroundings(): Surroundings {
  return isDark()
    ? { ground: '#17130f', text: '#f0e8dc', muted: '#b3a48f' }
    : { ground: '#f6f1e7', text: '#2a221a', muted: '#6b5e50' };
}
