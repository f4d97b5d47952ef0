/** Events of a tournament as sentences. */

import type { Entrant, LoggedEvent, TournamentEvent, TournamentSettings } from '../../../generated/protocol';
import { m } from '../../../paraglide/messages.js';
import { resultText } from '../../../text/board-results';
import type { LogEntry } from '../../../text/log-entries';
import { byeName, correctionText } from './desk-text';

/** What the sentences say about what was before. */
interface Before {
  settings: TournamentSettings | null;
  readonly entrants: Map<number, Entrant>;
  readonly paired: Set<number>;
  readonly results: Map<string, string | null>;
}

/** Returns the entries of a log, in the order of the events. */
export function logEntries(events: readonly LoggedEvent[]): LogEntry[] {
  const before: Before = { settings: null, entrants: new Map(), paired: new Set(), results: new Map() };
  return events.map(({ at, author, arbiter, event }) => {
    const text = sentence(event, arbiter ?? m.person_closed(), before);
    note(event, before);
    return { at, author, text };
  });
}

function sentence(event: TournamentEvent, arbiter: string, before: Before): string {
  const name = (player: number): string => before.entrants.get(player)?.name ?? '';
  switch (event.kind) {
    case 'settings':
      return settingsText(event.settings, before.settings);
    case 'entrant':
      return entrantText(event.entrant, before.entrants.get(event.player));
    case 'removed':
      return m.desk_log_removed({ name: name(event.player) });
    case 'withdrawn':
      return m.desk_log_withdrawn({ name: name(event.player) });
    case 'returned':
      return m.desk_log_returned({ name: name(event.player) });
    case 'byeRequested': {
      const { player, round, bye } = event;
      return bye === null
        ? m.desk_log_bye_not_requested({ name: name(player), round })
        : m.desk_log_bye_requested({ name: name(player), round, bye: byeName(bye) });
    }
    case 'forbidden': {
      const players = { one: name(event.players[0]), other: name(event.players[1]) };
      return event.forbidden ? m.desk_log_forbidden(players) : m.desk_log_allowed(players);
    }
    case 'numbered':
      return m.desk_log_numbered({ count: event.order.length });
    case 'paired': {
      const { round, pairs } = event;
      if (before.paired.has(round)) return m.desk_log_paired_by_hand({ round });
      return m.desk_log_paired({ round, count: pairs.boards.length });
    }
    case 'unpaired':
      return m.desk_log_unpaired({ round: event.round });
    case 'result': {
      const { round, white, black, result } = event;
      const game = { round, white: name(white), black: name(black) };
      const was = before.results.get(keyOf(event)) ?? null;
      if (result === null) return m.desk_log_result_taken_back({ ...game, before: resultText(was) });
      if (was !== null)
        return m.desk_log_result_corrected({ ...game, result: resultText(result), before: resultText(was) });
      return m.desk_log_result({ ...game, result: resultText(result) });
    }
    case 'game': {
      const { round, white, black, moves } = event;
      const game = { round, white: name(white), black: name(black) };
      return moves === null ? m.desk_log_game_removed(game) : m.desk_log_game(game);
    }
    case 'bye':
      return m.desk_log_bye({ name: name(event.player), round: event.round, bye: byeName(event.bye) });
    case 'correction': {
      const { player, round, points, reason } = event;
      return m.desk_log_points({ name: name(player), round, points: correctionText(points), reason });
    }
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

function note(event: TournamentEvent, before: Before): void {
  switch (event.kind) {
    case 'settings':
      before.settings = event.settings;
      break;
    case 'entrant':
      before.entrants.set(event.player, event.entrant);
      break;
    case 'paired':
      before.paired.add(event.round);
      for (const board of event.pairs.boards) before.results.set(keyOf({ round: event.round, ...board }), board.result);
      break;
    case 'unpaired':
      before.paired.delete(event.round);
      break;
    case 'result':
      before.results.set(keyOf(event), event.result);
      break;
    default:
  }
}

function keyOf({ round, white, black }: { round: number; white: number; black: number }): string {
  return `${round}/${white}/${black}`;
}

function entrantText(entrant: Entrant, before: Entrant | undefined): string {
  const text = ({ name, rating }: Entrant): string => (rating === null ? name : `${name} ${rating}`);
  if (before === undefined) return m.desk_log_entered({ player: text(entrant) });
  if (text(before) === text(entrant)) return m.desk_log_entry_changed({ player: text(entrant) });
  return m.desk_log_entry_corrected({ player: text(entrant), before: text(before) });
}

const FIELDS: Readonly<Record<keyof TournamentSettings, () => string>> = {
  name: m.tournament_field_name,
  variant: m.tournament_field_variant,
  system: m.desk_log_system,
  tieBreaks: m.tournament_field_tie_breaks,
  bye: m.tournament_field_bye,
  quarters: m.desk_log_quarters,
  place: m.tournament_field_place,
  dates: m.tournament_field_dates,
  timeControl: m.tournament_field_time,
  arbiter: m.tournament_field_arbiter,
};

function settingsText(settings: TournamentSettings, before: TournamentSettings | null): string {
  if (before === null) return m.desk_log_created({ name: settings.name });
  const fields = Object.keys(FIELDS) as (keyof TournamentSettings)[];
  const changed = fields.filter((field) => JSON.stringify(settings[field]) !== JSON.stringify(before[field]));
  return m.desk_log_settings({ fields: changed.map((field) => FIELDS[field]()).join(', ') });
}
