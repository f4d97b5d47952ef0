/** Fields of a schedule: when the arenas of a series begin. */

import type { ArenaSchedule } from '../../generated/protocol';
import { clockOf, minutesOf, ownZone } from '../../text/form-fields';

/** Days of the week as schedules have them, from Monday. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** Numbers of hours after which arenas may repeat. */
export const SERIES_HOURS: readonly number[] = [1, 2, 3, 4, 6, 8, 12];

/** All public properties are reactive. */
export class ScheduleDraft {
  kind = $state<ArenaSchedule['repeats']['kind']>('weekly');
  days = $state<readonly number[]>([6]);
  every = $state(2);
  /** Time of the start as its field has it. */
  time = $state('18:00');
  zone = $state('');

  constructor(known: ArenaSchedule | null = null) {
    this.zone = known?.zone ?? ownZone();
    if (!known) return;
    this.time = clockOf(known.minute);
    this.kind = known.repeats.kind;
    if (known.repeats.kind === 'weekly') this.days = known.repeats.days;
    else this.every = known.repeats.every;
  }

  /** Chooses a day, or no longer. */
  toggle(day: number): void {
    const others = this.days.filter((each) => each !== day);
    this.days = (others.length < this.days.length ? others : [...others, day]).toSorted((a, b) => a - b);
  }

  /** Returns the schedule; `null` without a day or a time. */
  schedule(): ArenaSchedule | null {
    const minute = minutesOf(this.time);
    if (minute === null || (this.kind === 'weekly' && this.days.length === 0)) return null;
    const repeats: ArenaSchedule['repeats'] =
      this.kind === 'weekly' ? { kind: 'weekly', days: [...this.days] } : { kind: 'hours', every: this.every };
    return { repeats, minute, zone: this.zone };
  }
}
