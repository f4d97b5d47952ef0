/** Names and addresses of tournaments online: arenas, round robins by correspondence, and simuls. */

import type { ArenaInfo, ArenaSettings, CorrespondenceInfo, SimulInfo, TimeControl } from '../generated/protocol';
import { m } from '../paraglide/messages.js';

/** Returns the path of an arena's page. */
export function arenaPath(id: string): string {
  return `/arena/${id}`;
}

/** Returns the name of an arena; that of all arenas if its organiser's account was erased. */
export function arenaName({ settings: { name }, official }: Pick<ArenaInfo, 'settings' | 'official'>): string {
  if (official) return m.arena_standing();
  return name === '' ? m.title_arena() : name;
}

/** Returns the time control of an arena's games. */
export function arenaControl({ initial, increment }: Pick<ArenaSettings, 'initial' | 'increment'>): TimeControl {
  return { kind: 'clock', initial, increment };
}

/** Returns the time of an arena's end, in milliseconds since 1970. */
export function arenaEnd({ startsAt, minutes }: Pick<ArenaSettings, 'startsAt' | 'minutes'>): number {
  return startsAt + minutes * 60_000;
}

/** Returns the path of a round robin's page. */
export function correspondencePath(id: string): string {
  return `/correspondence/${id}`;
}

/** Returns the name of a round robin; that of all tournaments if its organiser's account was erased. */
export function correspondenceName({ settings: { name } }: Pick<CorrespondenceInfo, 'settings'>): string {
  return name === '' ? m.title_tournament() : name;
}

/** Returns the path of a simul's page. */
export function simulPath(id: string): string {
  return `/simul/${id}`;
}

/** Returns the name of a simul; that of all simuls if its host's account was erased. */
export function simulName({ settings: { name }, host }: Pick<SimulInfo, 'settings' | 'host'>): string {
  if (host.kind === 'computer') return m.simul_standing();
  return name === '' ? m.title_simul() : name;
}
