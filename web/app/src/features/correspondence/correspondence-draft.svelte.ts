/** Form of a round robin by correspondence: a new one, or the settings of one that has not begun. */

import type { CorrespondenceSettings } from '../../generated/protocol';
import { oneLine } from '../../text/form-fields';
import { fieldTime } from '../../text/times';

/** Days for a move that a game can have. */
export const MOVE_DAYS: readonly number[] = [1, 2, 3, 5, 7, 10, 14];
/** Numbers of players that a group can have. */
export const GROUP_SIZES: readonly number[] = Array.from({ length: 10 }, (_, index) => index + 3);
export const MIN_PLACES = 2;
export const MAX_PLACES = 200;

const DAY_MS = 86_400_000;
/** Greatest distance of the start, in milliseconds. */
const MAX_AHEAD_MS = 90 * DAY_MS;
/** Part of a start in the past that the server accepts, in milliseconds. */
const GRACE_MS = 30_000;

export type CorrespondenceProblem = 'name' | 'time' | 'places';

/** All public properties are reactive. */
export class CorrespondenceDraft {
  name = $state('');
  description = $state('');
  variant = $state('');
  days = $state(3);
  rated = $state(false);
  /** Time of the start as its field has it. */
  at = $state('');
  beginsWhenFull = $state(true);
  /** Not a number while the field is empty. */
  places = $state(16);
  groupSize = $state(4);
  double = $state(false);
  /** Least number of places: that of the players who have entered. */
  readonly least: number;

  #promoted = $state(2);
  /** The start of changed settings, for as long as its field, which has no seconds, is not touched. */
  readonly #kept: { at: string; startsAt: number } | null;

  constructor(variant: string, now: number, known: CorrespondenceSettings | null = null, players = 0) {
    this.variant = variant;
    this.at = fieldTime(now + 7 * DAY_MS);
    this.least = Math.max(MIN_PLACES, players);
    this.#kept = known && { at: fieldTime(known.startsAt), startsAt: known.startsAt };
    if (!known || !this.#kept) return;
    const { name, description, days, rated, beginsWhenFull, places, groupSize, promoted, double } = known;
    Object.assign(this, { name, description, days, rated, beginsWhenFull, places, groupSize, double });
    this.variant = known.variant;
    this.#promoted = promoted;
    this.at = this.#kept.at;
  }

  /** Players of each group who play on: fewer than the group has. */
  get promoted(): number {
    return Math.min(this.#promoted, this.groupSize - 1);
  }

  set promoted(promoted: number) {
    this.#promoted = promoted;
  }

  /** True if all players have room in one group. */
  get isOneGroup(): boolean {
    return this.places <= this.groupSize;
  }

  /** True if the number of places is within its limits. */
  get hasPlaces(): boolean {
    const { places, least } = this;
    return Number.isInteger(places) && places >= least && places <= MAX_PLACES;
  }

  /** First reason for which the server would refuse the form; `null` if there is none. */
  problem(now: number): CorrespondenceProblem | null {
    const { name, startsAt } = this.settings();
    if ([...name].length < 2) return 'name';
    if (!this.hasPlaces) return 'places';
    return startsAt >= now - GRACE_MS && startsAt <= now + MAX_AHEAD_MS ? null : 'time';
  }

  settings(): CorrespondenceSettings {
    const { variant, days, rated, beginsWhenFull, places, groupSize, promoted, double } = this;
    return {
      name: oneLine(this.name),
      description: oneLine(this.description),
      variant,
      days,
      rated,
      startsAt: this.at === this.#kept?.at ? this.#kept.startsAt : new Date(this.at).getTime(),
      places,
      beginsWhenFull,
      groupSize,
      promoted,
      double,
    };
  }
}
