/** The colours that the page has now, for pictures that are looked at elsewhere. */

import type { SceneColours } from '../../../../board/src/scene';
import themes from '../../../../board/theme.json';
import { settings } from '../settings.svelte';
import type { Surroundings } from './picture';

/** Returns whether the page uses its dark theme. */
function isDark(): boolean {
  if (settings.theme !== 'system') return settings.theme === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The colours of the board. */
export function boardColours(): SceneColours {
  return themes[settings.boardTheme][isDark() ? 'dark' : 'light'];
}

/** The colours around the board, as in app.css. */
export function surroundings(): Surroundings {
  return isDark()
    ? { ground: '#17130f', text: '#f0e8dc', muted: '#b3a48f' }
    : { ground: '#f6f1e7', text: '#2a221a', muted: '#6b5e50' };
}
