/** Times as people say them. */

import { m } from '../paraglide/messages.js';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, or its date if that is more than a week; times in milliseconds since 1970. */
export function whenText(time: number, now: number, locale: string): string {
  const ago = Math.max(0, now - time);
  if (ago < MINUTE) return m.library_just_now();
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (ago < HOUR) return relative.format(-Math.floor(ago / MINUTE), 'minute');
  const days = calendarDays(time, now);
  if (days === 0) return relative.format(-Math.floor(ago / HOUR), 'hour');
  if (days < 7) return relative.format(-days, 'day');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
}

/** Nights between two times, which is what "yesterday" means. */
function calendarDays(from: number, to: number): number {
  const day = (time: number): number => new Date(time).setHours(12, 0, 0, 0);
  return Math.round((day(to) - day(from)) / DAY);
}

/** Date and time, in full. */
export function dateText(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(time);
}

/** The day alone. */
export function dayText(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
}

/** How long something lasts (milliseconds), in its largest unit, rounded down: `2 days`, `5 hours`. */
export function durationText(milliseconds: number, locale: string): string {
  const units: [number, 'day' | 'hour' | 'minute' | 'second'][] = [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
  ];
  const [size, unit] = units.find(([each]) => milliseconds >= each) ?? [SECOND, 'second' as const];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(0, Math.floor(milliseconds / size)));
}
