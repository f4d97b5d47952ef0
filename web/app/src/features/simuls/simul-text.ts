/** Texts of simuls. */

import { visitor } from '../../domain/me.svelte';
import type { Simul, SimulSettings } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { controlText, nameFor } from '../../text/people';
import { durationText } from '../../text/times';

/** Returns the clock of a simul: `20+10 · host 30 min more`. */
export function clockTerms(
  { initial, increment, extra }: Pick<SimulSettings, 'initial' | 'increment' | 'extra'>,
  locale: string,
): string {
  const control = controlText({ kind: 'clock', initial, increment });
  return extra === 0 ? control : `${control} · ${m.simul_extra({ time: durationText(extra * 1000, locale) })}`;
}

/** Returns a sentence about the colour of the host. */
export function colorText({ hostColor }: Pick<SimulSettings, 'hostColor'>): string {
  switch (hostColor) {
    case 'white':
      return m.simul_white();
    case 'black':
      return m.simul_black();
    case 'random':
      return m.simul_random();
  }
}

/** Returns the name of a player, by the place among all players. */
export function nameOf({ players }: Pick<Simul, 'players'>, player: number): string {
  const known = players[player];
  return known ? nameFor(visitor.account, known.player) : '';
}
