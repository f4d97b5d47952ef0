/** Texts of the play page. */

import type { TimeControl } from '../../domain/clock.svelte';
import { LAST_LEVEL, LEVEL_ELO } from '../../domain/levels';
import type { Seat } from '../../domain/session';
import { sideName } from '../../text/names';
import { computerName } from '../../text/people';
import type { Side } from '../../generated/types';
import { m } from '../../paraglide/messages.js';

/** Returns a time control as minutes and seconds per move, such as `5+3`. */
export function timeControlText({ initial, increment }: TimeControl): string {
  return `${initial / 60}+${increment}`;
}

/** Word for each level of the computer. */
const LEVEL_NAMES: readonly (() => string)[] = [
  m.level_0,
  m.level_1,
  m.level_2,
  m.level_3,
  m.level_4,
  m.level_5,
  m.level_6,
  m.level_7,
  m.level_8,
  m.level_9,
  m.level_10,
];

export function levelName(level: number): string {
  return LEVEL_NAMES[level]?.() ?? String(level);
}

/** Returns the level with its word and its Elo rating. */
export function levelText(level: number): string {
  return m.level_about({ level, levels: LAST_LEVEL, name: levelName(level), elo: LEVEL_ELO[level] ?? 0 });
}

/** Returns a player's label at the board: a name and a detail. */
export function seatText(seat: Seat, side: Side, own: Side | null): { name: string; detail: string } {
  if (seat.kind === 'computer') return { name: computerName(seat.level), detail: String(LEVEL_ELO[seat.level] ?? '') };
  if (seat.name !== null) return { name: seat.name, detail: '' };
  return { name: own === side ? m.player_self() : sideName(side), detail: '' };
}
