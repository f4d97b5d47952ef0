/** Short sounds of the game, made by the browser's synthesizer (synthesizer.ts). */

import { settings } from './settings.svelte';
import type { Sound } from './synthesizer';

export type { Sound };

/**
 * Plays a sound unless sounds are off, also in a hidden tab, where it announces the opponent's move. Browsers block sounds before the
 * visitor has used the page.
 */
export function playSound(sound: Sound): void {
  if (!settings.sounds || !('AudioContext' in globalThis) || navigator.userActivation?.hasBeenActive === false) return;
  // Without the network there is silence.
  import('./synthesizer').then(({ play }) => play(sound)).catch(() => undefined);
}

/** Returns the sound of a move in English notation; `over` if it has ended the game. */
export function soundOfMove(san: string, over: boolean): Sound {
  if (over) return 'end';
  if (/[+#]/.test(san)) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}
