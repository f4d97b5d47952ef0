/** Formatting of times. */

import { m } from '../paraglide/messages.js';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the age of a moment, or its date if it is more than a week ago; times in milliseconds since 1970. */
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

/** Returns the number of midnights between two times, by which "yesterday" is defined. */
function calendarDays(from: number, to: number): number {
  const day = (time: number): number => new Date(time).setHours(12, 0, 0, 0);
  return Math.round((day(to) - day(from)) / DAY);
}

/** Returns the day of a moment: today, yesterday, or its date. Times in milliseconds since 1970. */
export function dayHeading(time: number, now: number, locale: string): string {
  const days = calendarDays(time, now);
  if (days <= 1) {
    const name = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.max(0, days), 'day');
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  }
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(time);
}

/** Formats the time of day of a moment; its age if that is less than an hour. Times in milliseconds since 1970. */
export function timeOfDay(time: number, now: number, locale: string): string {
  if (now - time < HOUR) return whenText(time, now, locale);
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time);
}

/** Formats date and time in full. */
export function dateText(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(time);
}

/** Formats a time for a field of date and time, which has the visitor's time zone. */
export function fieldTime(time: number): string {
  const date = new Date(time);
  const local = new Date(time - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Formats the date alone. */
export function dayText(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
}

/**
 * Returns the age of a moment in few letters: `8 min`, `5 hr`, `2 days`; its date if it is more than a week ago. Times in milliseconds
 * since 1970.
 */
export function ageText(time: number, now: number, locale: string): string {
  const ago = Math.max(0, now - time);
  const inUnit = (count: number, unit: 'minute' | 'hour' | 'day', unitDisplay: 'short' | 'long'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(count);
  if (ago < MINUTE) return m.library_just_now();
  if (ago < HOUR) return inUnit(Math.floor(ago / MINUTE), 'minute', 'short');
  if (ago < DAY) return inUnit(Math.floor(ago / HOUR), 'hour', 'short');
  const days = calendarDays(time, now);
  if (days < 7) return inUnit(days, 'day', 'long');
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) };
  return new Intl.DateTimeFormat(locale, options).format(time);
}

/** Returns month and year of a moment, the month as it is written in a date (`марта`). */
export function monthParts(time: number, locale: string): { month: string; year: string } {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return { month: parts.get('month') ?? '', year: parts.get('year') ?? '' };
}

type Unit = readonly [size: number, name: 'day' | 'hour' | 'minute' | 'second'];

const UNITS: readonly Unit[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
];

/**
 * Returns a duration given in milliseconds in its two largest units: `2 days 23 hr`, `5 hours`, `1 min 30 sec`. Rounded up, so that
 * three days are still `3 days` a moment after they began.
 */
export function durationText(milliseconds: number, locale: string): string {
  const inUnit = (count: number, [, unit]: Unit, unitDisplay: 'long' | 'short'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(count);
  const largest = UNITS.findIndex(([size]) => milliseconds >= size);
  const [large, small] = [UNITS[largest], UNITS[largest + 1]];
  if (!large || !small) return inUnit(Math.ceil(Math.max(0, milliseconds) / SECOND), [SECOND, 'second'], 'long');
  const rounded = Math.ceil(milliseconds / small[0]) * small[0];
  const above = UNITS[largest - 1];
  if (above && rounded >= above[0]) return inUnit(1, above, 'long');
  const [whole, rest] = [Math.floor(rounded / large[0]), (rounded % large[0]) / small[0]];
  if (rest === 0) return inUnit(whole, large, 'long');
  return `${inUnit(whole, large, 'short')} ${inUnit(rest, small, 'short')}`;
}
