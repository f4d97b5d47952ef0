/** What the tables of a round robin by correspondence show: groups, the games of each player, and the first ones of the final. */

import type {
  CorrespondenceGame,
  CorrespondenceGroup,
  CorrespondenceRow,
  CorrespondenceSettings,
  CorrespondenceTournament,
} from '../generated/protocol';
import type { Side } from '../generated/types';

const LETTERS = 26;
/** Players on the podium. */
const PODIUM = 3;

export interface NamedGroup {
  /** Letters of the group: A, B, C. */
  name: string;
  group: CorrespondenceGroup;
  /** True if the visitor is in it. */
  own: boolean;
}

/** Game of a group, as one of its players sees it. */
export interface PlayerGame {
  game: string;
  opponent: number;
  colour: Side;
  /** Points of the player in quarters; `null` while the game is played, and if it counts for neither. */
  points: number | null;
  over: boolean;
  /** False if a player withdrew so early that the game does not count. */
  counted: boolean;
}

/** Returns the letters of a group by its place, from 0: A to Z, then AA. */
export function lettersOf(index: number): string {
  const rest = index < LETTERS ? '' : lettersOf(Math.floor(index / LETTERS) - 1);
  return rest + String.fromCodePoint(65 + (index % LETTERS));
}

/** Returns the groups of a stage, the visitor's own one first. */
export function groupsOf({ stages, you }: CorrespondenceTournament, stage: number): NamedGroup[] {
  const groups = (stages[stage] ?? []).map((group, index) => ({
    name: lettersOf(index),
    group,
    own: group.rows.some(({ player }) => player === you),
  }));
  return groups.toSorted((a, b) => Number(b.own) - Number(a.own));
}

/** Returns the games of a player in a group. */
export function gamesOf({ games }: CorrespondenceGroup, player: number): PlayerGame[] {
  return games.flatMap((game) => {
    if (game.white === player) return seen(game, 'w');
    return game.black === player ? seen(game, 'b') : [];
  });
}

function seen({ game, white, black, points, over, counted }: CorrespondenceGame, colour: Side): PlayerGame {
  const own = points && points[colour === 'w' ? 0 : 1];
  return { game, opponent: colour === 'w' ? black : white, colour, points: own, over, counted };
}

/** Returns the games of the visitor that are played. */
export function ownGames(tournament: CorrespondenceTournament): PlayerGame[] {
  const { you, stages } = tournament;
  if (you === null) return [];
  return (stages.at(-1) ?? []).flatMap((group) => gamesOf(group, you)).filter(({ over }) => !over);
}

/** Returns whether a player has games in the last stage, and has not withdrawn. */
export function takesPart({ players, stages }: CorrespondenceTournament, player: number): boolean {
  const current = stages.at(-1) ?? [];
  const isIn = current.some(({ rows }) => rows.some((row) => row.player === player));
  return isIn && players[player]?.withdrawn === false;
}

/** Returns whether a player has withdrawn in the stage of a row, or after it without having played on. */
export function hasWithdrawn({ players }: CorrespondenceTournament, { player, promoted }: CorrespondenceRow): boolean {
  return !promoted && players[player]?.withdrawn === true;
}

/** Returns the number of games of a stage, and of those that are over. */
export function progressOf(groups: readonly CorrespondenceGroup[]): { over: number; all: number } {
  const games = groups.flatMap((group) => group.games);
  return { over: games.filter(({ over }) => over).length, all: games.length };
}

/** Returns the first three of a tournament that is over; none without a final. */
export function podiumOf({ info, stages }: CorrespondenceTournament): CorrespondenceRow[] {
  const [final, ...others] = stages.at(-1) ?? [];
  if (info.status !== 'over' || !final || others.length > 0) return [];
  return final.rows.filter(({ rank }) => rank !== null && rank <= PODIUM);
}

/** Returns the visitor's rank in the group of a game; `null` without one. */
export function rankAt({ stages, you }: CorrespondenceTournament, game: string): number | null {
  const group = stages.flat().find(({ games }) => games.some((each) => each.game === game));
  return group?.rows.find(({ player }) => player === you)?.rank ?? null;
}

/** Returns the number of stages if all places are taken and no one withdraws. */
export function stageCount(settings: Pick<CorrespondenceSettings, 'places' | 'groupSize' | 'promoted'>): number {
  const { places, groupSize, promoted } = settings;
  let stages = 1;
  for (let players = places; players > groupSize; stages++) {
    const groups = Math.ceil(players / groupSize);
    const larger = players % groups;
    const size = Math.floor(players / groups);
    players = larger * Math.min(promoted, size) + (groups - larger) * Math.min(promoted, size - 1);
  }
  return stages;
}
