/** Competition that a live game belongs to: an arena, a round robin by correspondence, or a simul. */

import { get } from '../../domain/api';
import { rankAt } from '../../domain/correspondence';
import type { Arena, CorrespondenceTournament, GameInfo, Simul } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import {
  arenaName,
  arenaPath,
  correspondenceName,
  correspondencePath,
  simulName,
  simulPath,
} from '../../text/tournaments';
import type { IconName } from '../../ui/Icon.svelte';

export interface Competition {
  path: string;
  icon: IconName;
  /** Name of all competitions of its kind. */
  title: () => string;
  /** Label of the way back to it. */
  back: () => string;
  /** What an abort of the game means. */
  abort: () => string;
  /** Loads its name, and the visitor's rank in it; `null` without one. */
  load: (signal: AbortSignal) => Promise<{ name: string; rank: number | null }>;
}

/** Returns the competition of a game; `null` if it belongs to none. */
export function competitionOf({
  id,
  arena,
  tournament,
  simul,
}: Pick<GameInfo, 'id' | 'arena' | 'tournament' | 'simul'>): Competition | null {
  if (arena !== undefined) {
    return {
      path: arenaPath(arena),
      icon: 'bolt',
      title: m.title_arena,
      back: m.arena_back,
      abort: m.arena_abort_text,
      load: async (signal) => {
        const { info, you } = await get<Arena>(`arenas/${arena}`, { signal });
        return { name: arenaName(info), rank: you?.rank ?? null };
      },
    };
  }
  if (simul !== undefined) {
    return {
      path: simulPath(simul),
      icon: 'people',
      title: m.title_simul,
      back: m.simul_back,
      abort: m.simul_abort_text,
      load: async (signal) => {
        const { info } = await get<Simul>(`simuls/${simul}`, { signal });
        return { name: simulName(info), rank: null };
      },
    };
  }
  if (tournament === undefined) return null;
  return {
    path: correspondencePath(tournament),
    icon: 'calendar',
    title: m.title_tournament,
    back: m.correspondence_back,
    abort: m.correspondence_abort_text,
    load: async (signal) => {
      const shown = await get<CorrespondenceTournament>(`correspondence-tournaments/${tournament}`, { signal });
      return { name: correspondenceName(shown.info), rank: rankAt(shown, id) };
    },
  };
}
