/** Form of an arena: a new one, or the settings of one that has not begun. */

import type { ArenaSeriesSettings, ArenaSettings } from '../../generated/protocol';
import { oneLine } from '../../text/form-fields';
import { fieldTime } from '../../text/times';
import { ScheduleDraft } from './schedule-draft.svelte';

/** Clocks that are proposed, by minutes and seconds. */
export const ARENA_CLOCKS: readonly (readonly [minutes: number, increment: number])[] = [
  [1, 0],
  [2, 1],
  [3, 0],
  [3, 2],
  [5, 0],
  [5, 3],
  [10, 0],
  [10, 5],
];

/** Durations that are proposed, in minutes. */
export const ARENA_MINUTES: readonly number[] = [20, 30, 45, 60, 90, 120];

/** Numbers of players up to which computers can fill an arena; 0 for none. */
export const ARENA_COMPUTERS: readonly number[] = [0, 4, 6, 8, 12, 16, 20];

/** Limits of a clock of one's own. */
export const MAX_CLOCK_MINUTES = 60;
export const MAX_INCREMENT = 60;

/** Greatest distance of the start, in milliseconds. */
const MAX_AHEAD_MS = 90 * 86_400_000;
/** Part of a start in the past that the server accepts, in milliseconds. */
const GRACE_MS = 30_000;
const SOON_MS = 5 * 60_000;

export type ArenaStart = 'now' | 'soon' | 'at';
export type ArenaProblem = 'name' | 'clock' | 'time' | 'days' | 'longer';

/** All public properties are reactive. */
export class ArenaDraft {
  name = $state('');
  description = $state('');
  variant = $state('');
  /** Minutes of the clock, which may be a fraction, and seconds a move. */
  initial = $state(3);
  increment = $state(2);
  minutes = $state(45);
  start = $state<ArenaStart>('soon');
  /** Time of the start as its field has it. */
  at = $state('');
  rated = $state(false);
  berserk = $state(true);
  streaks = $state(true);
  computers = $state(0);
  /** True for a series, whose arenas begin as the schedule says. */
  repeats = $state(false);
  readonly schedule: ScheduleDraft;
  /** Id of the team for whose members it is; `null` for everyone. */
  team = $state<string | null>(null);

  /** The start of changed settings, for as long as its field, which has no seconds, is not touched. */
  readonly #kept: { at: string; startsAt: number } | null;

  constructor(variant: string, now: number, known: ArenaSettings | ArenaSeriesSettings | null = null) {
    this.variant = variant;
    this.at = fieldTime(now + 60 * 60_000);
    const startsAt = known && 'startsAt' in known ? known.startsAt : null;
    this.#kept = startsAt === null ? null : { at: fieldTime(startsAt), startsAt };
    this.repeats = known !== null && 'schedule' in known;
    this.schedule = new ScheduleDraft(known && 'schedule' in known ? known.schedule : null);
    if (!known) return;
    const { name, description, initial, increment, minutes, rated, berserk, streaks, computers } = known;
    this.team = 'team' in known ? (known.team ?? null) : null;
    Object.assign(this, { name, description, increment, minutes, rated, berserk, streaks, computers });
    this.variant = known.variant;
    this.initial = initial / 60;
    if (!this.#kept) return;
    this.start = 'at';
    this.at = this.#kept.at;
  }

  /** First reason for which the server would refuse the form; `null` if there is none. */
  problem(now: number): ArenaProblem | null {
    const { name, initial, increment, startsAt } = this.settings(now);
    if ([...name].length < 2) return 'name';
    if (!(initial + increment > 0)) return 'clock';
    if (this.repeats) {
      if (this.schedule.schedule() === null) return 'days';
      return this.schedule.kind === 'hours' && this.minutes > this.schedule.every * 60 ? 'longer' : null;
    }
    return startsAt >= now - GRACE_MS && startsAt <= now + MAX_AHEAD_MS ? null : 'time';
  }

  /** Returns the settings of a series; `null` if its schedule has no day or time. */
  series(): ArenaSeriesSettings | null {
    const schedule = this.schedule.schedule();
    if (schedule === null) return null;
    // Arenas of a series are for everyone.
    const { startsAt: _, team: __, ...repeated } = this.settings(0);
    return { ...repeated, schedule };
  }

  /** Returns the settings for a form that is sent at `now`. */
  settings(now: number): ArenaSettings {
    const initial = Math.round(this.initial * 60);
    return {
      name: oneLine(this.name),
      description: oneLine(this.description),
      variant: this.variant,
      initial,
      increment: this.increment,
      rated: this.rated,
      startsAt: this.#startsAt(now),
      minutes: this.minutes,
      berserk: this.berserk && initial > 0,
      streaks: this.streaks,
      computers: this.rated ? 0 : this.computers,
      ...(this.team !== null && { team: this.team }),
    };
  }

  #startsAt(now: number): number {
    if (this.start === 'now') return now;
    if (this.start === 'soon') return now + SOON_MS;
    return this.at === this.#kept?.at ? this.#kept.startsAt : new Date(this.at).getTime();
  }
}
