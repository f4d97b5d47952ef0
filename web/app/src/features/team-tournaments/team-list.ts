/** Lists of teams as people have them: lines "Team; Player; Rating", or blocks with a team's name and its players. */

import { isBlocked, readPlayers } from '../../domain/player-list';
import type { ListedPlayer, ListProblem } from '../../domain/player-list';
import type { TeamEntry, TeamTournamentPlayer } from '../../generated/protocol';

/** Reason why a team of a list cannot be entered. */
export type TeamProblem =
  | { kind: 'no-name' | 'long-name' | 'twice' | 'entered' }
  | { kind: 'too-many'; limit: number }
  /** Problem of the player with this number. */
  | { kind: 'player'; number: number; problem: ListProblem };

export interface ListedTeam {
  readonly entry: TeamEntry;
  /** Problems with which the team cannot be entered. */
  readonly problems: readonly TeamProblem[];
}

/** Maximum length of a name, in characters. */
const MAX_NAME = 80;

/** Words for the first column of a table with a head. */
const HEADS = /^(team|teams|mannschaft|csapat|drużyna|lag|команда)$/i;

/** Players of a team with what is wrong with them. */
export interface ReadPlayers {
  readonly players: TeamTournamentPlayer[];
  readonly problems: TeamProblem[];
}

/** Reads the players of a team, one a line, in board order. */
export function readTeamPlayers(text: string, limit: number): ReadPlayers {
  const listed = readPlayers(text);
  const problems = listed.flatMap((player, at): TeamProblem[] => {
    const [problem] = isBlocked(player) ? player.problems : [];
    return problem === undefined ? [] : [{ kind: 'player', number: at + 1, problem }];
  });
  if (listed.length > limit) problems.push({ kind: 'too-many', limit });
  return { players: listed.map(playerOf), problems };
}

function playerOf({ entrant: { name, rating, title } }: ListedPlayer): TeamTournamentPlayer {
  return { name, rating, title };
}

/** Writes the players of a team, one a line, as they are read. */
export function playersText(players: readonly TeamTournamentPlayer[]): string {
  return players
    .map(({ name, rating, title }) =>
      [title, name, rating ?? (/\d{3}$/.test(name) ? 0 : '')].filter((each) => each !== ''),
    )
    .map((parts) => parts.join(' '))
    .join('\n');
}

/**
 * Reads a list of teams, whose lines end in LF. `entered` has the names of those that are there already, `limit` is the maximum
 * number of players of a team.
 */
export function readTeams(text: string, limit: number, entered: ReadonlySet<string> = new Set()): ListedTeam[] {
  const names = new Set<string>();
  return groupsOf(text).map(([name, lines]) => {
    const { players, problems } = readTeamPlayers(lines.join('\n'), limit);
    const own: TeamProblem[] = [];
    if (name === '') own.push({ kind: 'no-name' });
    else if ([...name].length > MAX_NAME) own.push({ kind: 'long-name' });
    else if (entered.has(name)) own.push({ kind: 'entered' });
    else if (names.has(name)) own.push({ kind: 'twice' });
    names.add(name);
    return { entry: { name, captain: '', players }, problems: [...own, ...problems] };
  });
}

/** Returns the names of teams with the lines of their players. */
function groupsOf(text: string): [name: string, lines: string[]][] {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const separator = ['\t', ';'].find((each) => filled.filter((line) => line.includes(each)).length > filled.length / 2);
  const blocks = blocksOf(lines);
  // A block may have columns, too: then its first line alone has none.
  const isBlocks = separator === undefined || blocks.every(([first = '']) => !first.includes(separator));
  if (isBlocks) return blocks.map(([name = '', ...rest]) => [clean(name), rest]);
  const teams = new Map<string, string[]>();
  for (const [at, line] of filled.entries()) {
    const [name = '', ...rest] = line.split(separator);
    if (at === 0 && HEADS.test(clean(name))) continue;
    const players = teams.get(clean(name)) ?? [];
    if (rest.some((cell) => cell.trim() !== '')) players.push(rest.join(separator));
    teams.set(clean(name), players);
  }
  return [...teams];
}

/** Returns the runs of lines between empty ones. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function clean(text: string): string {
  return text
    .replaceAll('\ufeff', '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\s+/g, ' ');
}
