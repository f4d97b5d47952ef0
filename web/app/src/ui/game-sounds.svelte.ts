/** Sounds of a game: its moves, its end, and a clock running low. */

import { otherSide } from '../domain/moves';
import type { Session } from '../domain/session';
import type { Side } from '../generated/types';
import { playSound, soundOfMove } from './sounds';
import type { Sound } from './sounds';

/** State of a game that determines its sounds. */
export interface SoundState {
  session: Session;
  moves: readonly { san: string }[];
  over: boolean;
}

/** Returns the sound for what has happened since `before`; `null` for silence. */
export function soundSince(before: SoundState | null, now: SoundState | null): Sound | null {
  if (!now) return null;
  // The first move may have started the game.
  const known = before?.session === now.session ? before : null;
  const from = known ? known.moves.length : 0;
  if (!known && now.moves.length > 1) return null;
  const last = now.moves.at(-1);
  if (last && now.moves.length > from) return soundOfMove(last.san, now.over);
  return known && now.over && !known.over ? 'end' : null;
}

/** Plays the sounds of the shown session. Must be called during a component's initialisation. */
export function hearGame(shown: () => Session | null): void {
  let before: SoundState | null = null;
  $effect(() => {
    const session = shown();
    const now = session && { session, moves: session.history, over: session.outcome !== null };
    const sound = soundSince(before, now);
    before = now;
    if (sound) playSound(sound);
  });

  /** Side played here whose running clock is low. */
  const low = $derived.by(() => {
    const session = shown();
    const clock = session?.clock;
    if (!session || session.watched || !clock?.running) return null;
    const side: Side = clock.running;
    const computer = session.own !== null && side === otherSide(session.own);
    return !computer && clock.isLow(side) ? side : null;
  });
  /** Sides already warned in a game. */
  let warned: { session: Session; sides: Set<Side> } | null = null;
  $effect(() => {
    const session = shown();
    if (!session || low === null) return;
    if (warned?.session !== session) warned = { session, sides: new Set() };
    if (warned.sides.has(low)) return;
    warned.sides.add(low);
    playSound('low-time');
  });
}
