/** Texts of Elo lists. */

import { ApiError } from '../../domain/api';
import type { EloInitial, EloListInfo } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { requestErrorText } from '../../text/live-errors';
import { settings } from '../../ui/settings.svelte';

/** Returns the path of a list, or of a tab of its page. */
export function eloListPath(id: string, tab?: string): string {
  return tab === undefined ? `/elo-list/${id}` : `/elo-list/${id}?tab=${tab}`;
}

/** Returns the name of a list; that of all lists if its organiser's account was erased. */
export function eloListName({ name }: Pick<EloListInfo, 'name'>): string {
  return name === '' ? m.title_elo_list() : name;
}

/** Formats a number with its sign: `+12`, `−0.4`, `0`. */
export function signed(value: number, digits = 0): string {
  const format = new Intl.NumberFormat(settings.locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  const size = format.format(Math.abs(value));
  if (Number(Math.abs(value).toFixed(digits)) === 0) return size;
  return value < 0 ? `−${size}` : `+${size}`;
}

/** Formats hundredths of a point: `0.64`. */
export function hundredths(value: number): string {
  return new Intl.NumberFormat(settings.locale, { minimumFractionDigits: 2 }).format(value / 100);
}

/** Formats a day, given as `2026-11-29`. */
export function dayOf(date: string): string {
  const format = new Intl.DateTimeFormat(settings.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(Date.parse(`${date}T00:00:00Z`));
}

/** Returns the average of the opponents of a first rating, with the two of 1800. */
export function averageOf({ opponents }: EloInitial): number {
  const sum = opponents.reduce((total, rating) => total + rating, 2 * 1800);
  return Math.round(sum / (opponents.length + 2));
}

/** Names of fields by the names that refusals give them. */
const FIELDS: Record<string, () => string> = {
  name: m.tournament_field_name,
  variant: m.tournament_field_variant,
  description: m.elo_description,
  title: m.tournament_field_title,
  club: m.tournament_field_club,
  birth: m.elo_birth_year,
  rating: m.elo_start_rating,
  games: m.elo_start_games,
  tournaments: m.elo_tournaments,
  'tournaments.games': m.elo_games,
};

/** Returns a sentence about a refused request of an organiser. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return requestErrorText(error);
  const refusal = error.error;
  switch (refusal.code) {
    case 'invalid_entry': {
      const { field } = refusal.params;
      return m.tournament_refused_invalid_entry({ field: FIELDS[field]?.() ?? field });
    }
    case 'too_many_players':
      return m.tournament_refused_too_many_players(refusal.params);
    case 'same_name':
      return m.tournament_refused_same_name(refusal.params);
    case 'no_such_player':
      return m.tournament_refused_no_such_player();
    case 'foreign_report':
      return m.elo_file_problem(refusal.params);
    default:
      return requestErrorText(error);
  }
}
