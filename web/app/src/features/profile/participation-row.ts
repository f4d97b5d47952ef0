/** Tournaments of a player as lines of a list. */

import type { Participation, SimulInfo, TimeControl } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { pointsText } from '../../text/people';
import {
  arenaControl,
  arenaName,
  arenaPath,
  correspondenceName,
  correspondencePath,
  simulName,
  simulPath,
} from '../../text/tournaments';

export interface ParticipationRow {
  path: string;
  name: string;
  /** Place, score, or how far the tournament is. */
  standing: string;
  /** Kind of the tournament. */
  kind: string;
  variant: string;
  control: TimeControl;
  /** Start in milliseconds since 1970; `null` if it is not known. */
  at: number | null;
}

/** Returns the line of a tournament. */
export function participationRow(one: Participation): ParticipationRow {
  switch (one.kind) {
    case 'arena': {
      const { id, settings } = one.arena;
      const about = { path: arenaPath(id), name: arenaName(one.arena), kind: m.title_arena() };
      return { ...about, ...terms(settings, settings.startsAt), standing: arenaStanding(one) };
    }
    case 'correspondence': {
      const { id, settings } = one.tournament;
      const about = { path: correspondencePath(id), name: correspondenceName(one.tournament) };
      const control: TimeControl = { kind: 'correspondence', days: settings.days };
      const standing = correspondenceStanding(one);
      return {
        ...about,
        kind: m.title_tournament(),
        variant: settings.variant,
        control,
        at: settings.startsAt,
        standing,
      };
    }
    case 'simul': {
      const { id, settings } = one.simul;
      const about = { path: simulPath(id), name: simulName(one.simul), kind: m.title_simul() };
      return { ...about, ...terms(settings, settings.beginsAt), standing: simulStanding(one) };
    }
  }
}

type Of<Kind> = Extract<Participation, { kind: Kind }>;

function terms(settings: { variant: string; initial: number; increment: number }, at: number | null) {
  return { variant: settings.variant, control: arenaControl(settings), at };
}

function arenaStanding({ arena, rank }: Of<'arena'>): string {
  if (rank !== null) return m.profile_tournament_place({ rank, count: arena.players });
  switch (arena.stage) {
    case 'upcoming':
      return m.profile_tournament_upcoming();
    case 'running':
      return m.profile_tournament_running();
    case 'cancelled':
      return m.arena_cancelled();
    case 'over':
      return m.arena_over();
  }
}

function correspondenceStanding({ tournament, rank, score }: Of<'correspondence'>): string {
  if (rank !== null) return m.profile_tournament_place({ rank, count: tournament.players });
  const points = m.simul_points({ points: pointsText(score.points), games: score.games });
  return tournament.status === 'running' && score.games === 0 ? m.profile_tournament_running() : points;
}

/** Score of the host, or of the game against the host. */
function simulStanding({ simul, hosting, points }: Of<'simul'>): string {
  if (hosting) return hostStanding(simul);
  if (points !== null) return `${pointsText(points[0])} : ${pointsText(points[1])}`;
  return simul.status === 'running' ? m.profile_tournament_running() : m.simul_over();
}

function hostStanding({ score, over, accepted }: SimulInfo): string {
  const games = score.wins + score.draws + score.losses;
  const points = m.simul_points({ points: pointsText(score.points), games });
  return over < accepted && games === 0 ? m.profile_tournament_running() : points;
}
