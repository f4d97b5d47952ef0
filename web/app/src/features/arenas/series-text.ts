/** Texts of series of arenas. */

import type { ArenaSchedule } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { WEEKDAYS } from './schedule-draft.svelte';

/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Returns the name of a day of the week, 1 for Monday. */
export function weekdayName(day: number, locale: string, weekday: 'short' | 'long'): string {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
  return format.format(MONDAY + (day - 1) * DAY_MS);
}

/** Returns when the arenas of a series begin: `Sat, Sun · 18:00 · Europe/Budapest`. */
export function scheduleText({ repeats, minute, zone }: ArenaSchedule, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  return [repeatsText(repeats, locale), time.format(minute * MINUTE_MS), zone.replaceAll('_', ' ')].join(' · ');
}

function repeatsText(repeats: ArenaSchedule['repeats'], locale: string): string {
  if (repeats.kind === 'hours') return m.series_hours_text({ count: repeats.every });
  if (repeats.days.length === WEEKDAYS.length) return m.series_daily();
  const [only, ...more] = repeats.days;
  if (only !== undefined && more.length === 0) return weekdayName(only, locale, 'long');
  return repeats.days.map((day) => weekdayName(day, locale, 'short')).join(', ');
}
