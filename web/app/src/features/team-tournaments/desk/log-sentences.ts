/** Events of a team tournament as sentences. */

import type {
  LoggedTeamEvent,
  TeamEntry,
  TeamTournamentEvent,
  TeamTournamentSettings,
} from '../../../generated/protocol';
import { m } from '../../../paraglide/messages.js';
import { resultText } from '../../../text/board-results';
import type { LogEntry } from '../../../text/log-entries';

/** What the sentences say about what was before. */
interface Before {
  settings: TeamTournamentSettings | null;
  readonly entries: Map<number, TeamEntry>;
  readonly paired: Set<number>;
  /** Second teams of the matches, line-ups and results by round, first team and board. */
  readonly opponents: Map<string, number>;
  readonly lineUps: Map<string, readonly (number | null)[]>;
  readonly results: Map<string, string | null>;
}

/** Returns the entries of a log, in the order of the events. */
export function logEntries(events: readonly LoggedTeamEvent[]): LogEntry[] {
  const before: Before = {
    settings: null,
    entries: new Map(),
    paired: new Set(),
    opponents: new Map(),
    lineUps: new Map(),
    results: new Map(),
  };
  return events.map(({ at, author, arbiter, event }) => {
    const text = sentence(event, arbiter ?? m.person_closed(), before);
    note(event, before);
    return { at, author, text };
  });
}

function sentence(event: TeamTournamentEvent, arbiter: string, before: Before): string {
  const name = (team: number): string => before.entries.get(team)?.name ?? '';
  const member = (team: number, player: number): string => before.entries.get(team)?.players[player]?.name ?? '';
  switch (event.kind) {
    case 'settings':
      return settingsText(event.settings, before.settings);
    case 'team': {
      const team = event.entry.name;
      return before.entries.has(event.team) ? m.team_log_changed({ team }) : m.team_log_entered({ team });
    }
    case 'removed':
      return m.team_log_removed({ team: name(event.team) });
    case 'withdrawn':
      return m.team_log_withdrawn({ team: name(event.team) });
    case 'returned':
      return m.team_log_returned({ team: name(event.team) });
    case 'absent': {
      const of = { team: name(event.team), player: member(event.team, event.player) };
      return event.absent ? m.team_log_absent(of) : m.team_log_present(of);
    }
    case 'numbered':
      return m.team_log_numbered();
    case 'paired':
      return before.paired.has(event.round)
        ? m.desk_log_paired_by_hand({ round: event.round })
        : m.team_log_paired({ round: event.round });
    case 'unpaired':
      return m.desk_log_unpaired({ round: event.round });
    case 'lineUp': {
      const { round, team, players } = event;
      const names = players.map((player) => (player === null ? '–' : member(team, player)));
      return m.team_log_line_up({ round, team: name(team), players: names.join(', ') });
    }
    case 'result':
      return resultSentence(event, before);
    case 'arbiter':
      return event.appointed ? m.desk_log_arbiter({ name: arbiter }) : m.desk_log_arbiter_ended({ name: arbiter });
    case 'finished':
      return m.desk_log_finished();
    case 'reopened':
      return m.desk_log_reopened();
    default:
      // An event of a newer server.
      return (event as { kind: string }).kind;
  }
}

function resultSentence(event: Extract<TeamTournamentEvent, { kind: 'result' }>, before: Before): string {
  const { round, first, board, result } = event;
  const second = before.opponents.get(`${round}/${first}`);
  const game = { round, white: side(round, first, board, before), black: side(round, second, board, before) };
  const was = before.results.get(`${round}/${first}/${board}`) ?? null;
  if (result === null) return m.desk_log_result_taken_back({ ...game, before: resultText(was) });
  if (was !== null)
    return m.desk_log_result_corrected({ ...game, result: resultText(result), before: resultText(was) });
  return m.desk_log_result({ ...game, result: resultText(result) });
}

/** Returns the name of a side of a board: the player with the team, or the team with the board. */
function side(round: number, team: number | undefined, board: number, before: Before): string {
  if (team === undefined) return '';
  const entry = before.entries.get(team);
  const player = before.lineUps.get(`${round}/${team}`)?.[board - 1] ?? null;
  const name = player === null ? undefined : entry?.players[player]?.name;
  return name === undefined ? `${entry?.name ?? ''} (${board})` : `${name} (${entry?.name ?? ''})`;
}

function note(event: TeamTournamentEvent, before: Before): void {
  switch (event.kind) {
    case 'settings':
      before.settings = event.settings;
      break;
    case 'team':
      before.entries.set(event.team, event.entry);
      break;
    case 'paired':
      before.paired.add(event.round);
      forget(event.round, before);
      for (const { first, second } of event.pairs.pairs) before.opponents.set(`${event.round}/${first}`, second);
      break;
    case 'unpaired':
      before.paired.delete(event.round);
      break;
    case 'lineUp':
      before.lineUps.set(`${event.round}/${event.team}`, event.players);
      break;
    case 'result':
      before.results.set(`${event.round}/${event.first}/${event.board}`, event.result);
      break;
    default:
  }
}

/** Forgets the matches of a round that is paired again. */
function forget(round: number, { opponents, lineUps, results }: Before): void {
  for (const map of [opponents, lineUps, results]) {
    for (const key of map.keys()) if (key.startsWith(`${round}/`)) map.delete(key);
  }
}

const FIELDS: Readonly<Record<keyof TeamTournamentSettings, () => string>> = {
  name: m.tournament_field_name,
  variant: m.tournament_field_variant,
  system: m.desk_log_system,
  boards: m.team_field_boards,
  reserves: m.team_field_reserves,
  primary: m.team_field_primary,
  matchPoints: m.team_field_match_points,
  bye: m.tournament_field_bye,
  quarters: m.desk_log_quarters,
  tieBreaks: m.tournament_field_tie_breaks,
  place: m.tournament_field_place,
  dates: m.tournament_field_dates,
  timeControl: m.tournament_field_time,
  arbiter: m.tournament_field_arbiter,
};

function settingsText(settings: TeamTournamentSettings, before: TeamTournamentSettings | null): string {
  if (before === null) return m.desk_log_created({ name: settings.name });
  const fields = Object.keys(FIELDS) as (keyof TeamTournamentSettings)[];
  const changed = fields.filter((field) => JSON.stringify(settings[field]) !== JSON.stringify(before[field]));
  return m.desk_log_settings({ fields: changed.map((field) => FIELDS[field]()).join(', ') });
}
