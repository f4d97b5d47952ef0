/** Texts of arenas. */

import { elapsedText } from '../../domain/clock.svelte';
import type { ArenaInfo, ArenaSettings, GamePoints } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { arenaControl } from '../../text/tournaments';
import { controlText, ratedText, speedName } from '../../text/people';
import { durationText } from '../../text/times';
import { settings } from '../../ui/settings.svelte';

const DAY_MS = 86_400_000;

/** Time before the end from which on no games begin, in seconds: half of the initial time, within these limits. */
const LAST_GAMES = { least: 30, most: 120 };

/** Returns clock, class, mode and duration of an arena: `3+2 · Blitz · Rated · 1 hour`. */
export function termsText({ settings: terms, speed }: Pick<ArenaInfo, 'settings' | 'speed'>): string {
  const duration = durationText(terms.minutes * 60_000, settings.locale);
  return [controlText(arenaControl(terms)), speedName(speed), ratedText(terms.rated), duration].join(' · ');
}

/** Formats a countdown: `1:02:03`, `4:12`; from two days on in days and hours. */
export function countdownText(milliseconds: number): string {
  if (milliseconds >= 2 * DAY_MS) return durationText(milliseconds, settings.locale);
  // Rounded up, so that it is 0:00 only once the moment has come.
  return elapsedText(Math.ceil(Math.max(0, milliseconds) / 1000) * 1000);
}

/** Returns the time before the end from which on no games begin, in milliseconds. */
export function lastGamesTime({ initial }: Pick<ArenaSettings, 'initial'>): number {
  return Math.min(LAST_GAMES.most, Math.max(LAST_GAMES.least, Math.floor(initial / 2))) * 1000;
}

/** Returns points of games for reading aloud. */
export function sheetText(sheet: readonly GamePoints[]): string {
  if (sheet.length === 0) return m.arena_no_games();
  return sheet.map(({ points, double }) => (double ? m.arena_counted_twice({ points }) : String(points))).join('; ');
}
