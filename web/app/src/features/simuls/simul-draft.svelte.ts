/** Form of a simul, a new one or one that is changed. */

import type { HostColor, SimulSettings } from '../../generated/protocol';
import { oneLine } from '../../text/form-fields';
import { fieldTime } from '../../text/times';

/** Minutes that a host can have in addition on every clock. */
export const EXTRA_MINUTES: readonly number[] = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
export const MIN_PLACES = 2;
export const MAX_PLACES = 50;
/** Limits of the clock. */
export const MIN_MINUTES = 1;
export const MAX_MINUTES = 180;
export const MAX_INCREMENT = 180;

/** Greatest distance of the planned start, in milliseconds. */
const MAX_AHEAD_MS = 90 * 86_400_000;
/** Part of a start in the past that the server accepts, in milliseconds. */
const GRACE_MS = 30_000;

export type SimulProblem = 'name' | 'clock' | 'places' | 'time';

/** All public properties are reactive. */
export class SimulDraft {
  name = $state('');
  description = $state('');
  variant = $state('');
  /** Minutes of the clock, and seconds a move; not a number while a field is empty. */
  minutes = $state(20);
  increment = $state(10);
  /** Additional minutes of the host. */
  extra = $state(30);
  color = $state<HostColor>('white');
  places = $state(20);
  /** Planned start as its field has it; empty without one. */
  at = $state('');
  /** Id of the team for whose members it is; `null` for everyone. */
  team = $state<string | null>(null);

  /** Plan of changed settings, for as long as its field, which has no seconds, is not touched. */
  readonly #kept: { at: string; beginsAt: number } | null = null;

  constructor(variant: string, known: SimulSettings | null = null) {
    this.variant = variant;
    if (!known) return;
    const { name, description, initial, increment, extra, hostColor, places, beginsAt, team } = known;
    Object.assign(this, { name, description, increment, places, team });
    this.variant = known.variant;
    this.minutes = initial / 60;
    this.extra = extra / 60;
    this.color = hostColor;
    if (beginsAt === null) return;
    this.at = fieldTime(beginsAt);
    this.#kept = { at: this.at, beginsAt };
  }

  /** Additional minutes that can be chosen: those of all hosts, and its own. */
  get extras(): readonly number[] {
    const own = this.extra;
    return EXTRA_MINUTES.includes(own) ? EXTRA_MINUTES : [...EXTRA_MINUTES, own].toSorted((a, b) => a - b);
  }

  /** First reason for which the server would refuse the form; `null` if there is none. */
  problem(now: number): SimulProblem | null {
    const { name, beginsAt } = this.settings();
    const { minutes, increment, places } = this;
    const isClock = minutes >= MIN_MINUTES && minutes <= MAX_MINUTES && increment >= 0 && increment <= MAX_INCREMENT;
    if ([...name].length < 2) return 'name';
    if (!isClock || !Number.isInteger(increment)) return 'clock';
    if (!(Number.isInteger(places) && places >= MIN_PLACES && places <= MAX_PLACES)) return 'places';
    // The server keeps a plan that has passed.
    if (beginsAt === null || beginsAt === this.#kept?.beginsAt) return null;
    return beginsAt >= now - GRACE_MS && beginsAt <= now + MAX_AHEAD_MS ? null : 'time';
  }

  settings(): SimulSettings {
    return {
      name: oneLine(this.name),
      description: oneLine(this.description),
      variant: this.variant,
      initial: Math.round(this.minutes * 60),
      increment: this.increment,
      extra: this.extra * 60,
      hostColor: this.color,
      places: this.places,
      beginsAt: this.#beginsAt(),
      team: this.team,
    };
  }

  #beginsAt(): number | null {
    if (this.at === '') return null;
    return this.at === this.#kept?.at ? this.#kept.beginsAt : new Date(this.at).getTime();
  }
}
