/** Fields of forms: texts of one line, times of day, and time zones. */

/** Returns a text on one line without spaces around it, as the server takes names and descriptions. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Formats minutes from midnight for a field of time: `22:00`. */
export function clockOf(minutes: number): string {
  const part = (number: number): string => String(number).padStart(2, '0');
  return `${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

/** Returns the minutes from midnight of a field of time; `null` for an empty one. */
export function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Returns the time zones that the browser knows, with one that must be there. */
export function timeZones(own: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set([...known, own, ownZone()])].sort();
}

/** Returns the time zone of this device. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
