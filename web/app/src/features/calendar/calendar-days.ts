/** Days of the calendar in the visitor's time zone. */

import type { Calendar, CalendarArena, CalendarTournament, SimulInfo } from '../../generated/protocol';

/** What is on a day: tournaments first, then arenas and simuls by their starts. */
export interface CalendarDay {
  /** Noon of the day, in milliseconds since 1970. */
  noon: number;
  tournaments: readonly CalendarTournament[];
  starts: readonly CalendarStart[];
}

/** Arena or simul with the time of its start, in milliseconds since 1970. */
export interface CalendarStart {
  at: number;
  arena?: CalendarArena;
  simul?: SimulInfo;
}

const DAY_MS = 86_400_000;

/** Returns the days on which there is something, from the first one. Arenas that are over are left out. */
export function calendarDays({ arenas, simuls, tournaments }: Calendar, now: number): CalendarDay[] {
  const days = new Map<number, { noon: number; tournaments: CalendarTournament[]; starts: CalendarStart[] }>();
  const at = (noon: number) => {
    const day = days.get(noon) ?? { noon, tournaments: [], starts: [] };
    days.set(noon, day);
    return day;
  };
  for (const tournament of tournaments) {
    // Without a time zone: the day of the place, whatever the visitor's is.
    const noon = noonOf(new Date(`${tournament.day}T12:00:00`).getTime());
    if (noon >= noonOf(now)) at(noon).tournaments.push(tournament);
  }
  for (const arena of arenas) {
    // One that has begun yesterday is played today.
    if (arena.endsAt > now)
      at(Math.max(noonOf(arena.startsAt), noonOf(now))).starts.push({ at: arena.startsAt, arena });
  }
  for (const simul of simuls) {
    const { beginsAt } = simul.settings;
    // A host who is late can still start it.
    if (beginsAt !== null) at(Math.max(noonOf(beginsAt), noonOf(now))).starts.push({ at: beginsAt, simul });
  }
  for (const { starts } of days.values()) starts.sort((a, b) => a.at - b.at);
  return [...days.values()].toSorted((a, b) => a.noon - b.noon);
}

/** Returns the heading of a day: today, tomorrow, or its date with the day of the week. */
export function dayTitle(noon: number, now: number, locale: string): string {
  const days = Math.round((noon - noonOf(now)) / DAY_MS);
  const date = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(noon);
  const text =
    days > 1 ? date : `${new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')} · ${date}`;
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

function noonOf(time: number): number {
  return new Date(time).setHours(12, 0, 0, 0);
}
