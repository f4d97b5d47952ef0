/** Local game of two people at one screen. */

import type { Seat } from '../../domain/session';
import type { Side } from '../../generated/types';
import { LocalSession } from './local-session.svelte';

export class ScreenSession extends LocalSession {
  readonly seats: Readonly<Record<Side, Seat>> = {
    w: { kind: 'person', name: null },
    b: { kind: 'person', name: null },
  };
  readonly own = null;

  protected override pliesToTakeBack(): number {
    return 1;
  }

  protected override turn(): void {
    // Both players are at this screen.
  }

  protected override resigning(): Side {
    return this.current.turn;
  }
}
