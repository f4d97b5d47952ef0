/** Signs, names and figures of a review in the visitor's language. */

import { m } from '../paraglide/messages.js';
import type { Mark } from '../generated/types';

/** Signs written after a move. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export function markName(mark: Mark): string {
  switch (mark) {
    case 'inaccuracy':
      return m.mark_inaccuracy();
    case 'mistake':
      return m.mark_mistake();
    case 'blunder':
      return m.mark_blunder();
  }
}
