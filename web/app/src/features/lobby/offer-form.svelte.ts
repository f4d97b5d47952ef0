/** Form of an offer: to any player, a friend, a user or a computer. */

import { isLevel } from '../../domain/levels';
import { read, write } from '../../domain/storage';
import { FIRST_VARIANT } from '../../domain/variant-ids';
import type { ChallengeRequest, ComputerRequest, GameOffer, SeekRequest, SideChoice } from '../../generated/protocol';
import type { TimeControl } from '../../generated/protocol';
import { ONLINE_KEY } from '../../ui/first-paint';
import { DAYS, INCREMENTS, INITIALS } from './controls';

/** `seek`: an offer in the lobby; `friend`: a link for the first one to open it; `user`: a challenge to one account. */
export type OfferKind = 'seek' | 'friend' | 'user' | 'computer';
export type TimeKind = TimeControl['kind'];

/** Problem that prevents an offer. */
export type Problem = 'no_time' | 'no_name';

/** Limits of the rating range; a value at a limit means no limit. */
export const LOWEST_RATING = 400;
export const HIGHEST_RATING = 2800;

interface StoredForm {
  variant: string;
  time: TimeKind;
  initial: number;
  increment: number;
  days: number;
  rated: boolean;
  level: number;
}

const FIRST: StoredForm = {
  variant: FIRST_VARIANT,
  time: 'clock',
  initial: 300,
  increment: 3,
  days: 3,
  rated: true,
  level: 4,
};

/** Parses the stored form. Missing or invalid values get their defaults. */
export function parseStoredForm(value: unknown): StoredForm {
  const kept = { ...FIRST };
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof StoredForm, unknown>
  >;
  if (typeof given.variant === 'string' && /^[a-z0-9][a-z0-9_-]{0,62}$/.test(given.variant))
    kept.variant = given.variant;
  if (given.time === 'correspondence' || given.time === 'unlimited') kept.time = given.time;
  if (INITIALS.includes(given.initial as number)) kept.initial = given.initial as number;
  if (INCREMENTS.includes(given.increment as number)) kept.increment = given.increment as number;
  if ((DAYS as readonly unknown[]).includes(given.days)) kept.days = given.days as number;
  if (typeof given.rated === 'boolean') kept.rated = given.rated;
  if (isLevel(given.level)) kept.level = given.level;
  return kept;
}

/** All properties are reactive. */
export class OfferForm {
  kind = $state<OfferKind>('seek');
  variant = $state('');
  time = $state<TimeKind>('clock');
  initial = $state(0);
  increment = $state(0);
  days = $state(0);
  /** Requested kind; an offer that cannot be rated is casual. */
  rated = $state(true);
  side = $state<SideChoice>('random');
  level = $state(1);
  ratingFrom = $state(LOWEST_RATING);
  ratingTo = $state(HIGHEST_RATING);
  /** Name of the challenged account. */
  name = $state('');
  /** Custom start position; empty for the variant's. */
  fen = $state('');
  /** True if the visitor has a named account, which rated games require. */
  signedIn = $state(false);

  constructor(kept: unknown = read(ONLINE_KEY)) {
    Object.assign(this, parseStoredForm(kept));
  }

  get control(): TimeControl {
    switch (this.time) {
      case 'clock':
        return { kind: 'clock', initial: this.initial, increment: this.increment };
      case 'correspondence':
        return { kind: 'correspondence', days: this.days };
      case 'unlimited':
        return { kind: 'unlimited' };
    }
  }

  /** Clock that is shown if `time` is `clock`; the first one if both of its times are 0. */
  get clock(): TimeControl {
    const { initial, increment } = this.initial + this.increment > 0 ? this : FIRST;
    return { kind: 'clock', initial, increment };
  }

  /** True if the kind of offer can have a custom position; a seek in the lobby cannot. */
  get ownPosition(): boolean {
    return this.kind !== 'seek' && this.fen.trim() !== '';
  }

  get canBeRated(): boolean {
    return this.signedIn && this.time !== 'unlimited' && !this.ownPosition;
  }

  get offer(): GameOffer {
    const { variant, control, side } = this;
    const rated = this.rated && this.canBeRated;
    return { variant, control, rated, side, ...(this.ownPosition && { fen: this.fen.trim() }) };
  }

  get problem(): Problem | null {
    if (this.time === 'clock' && this.initial === 0 && this.increment === 0) return 'no_time';
    return this.kind === 'user' && this.name.trim() === '' ? 'no_name' : null;
  }

  get seek(): SeekRequest {
    return {
      offer: this.offer,
      ...(this.ratingFrom > LOWEST_RATING && { ratingFrom: this.ratingFrom }),
      ...(this.ratingTo < HIGHEST_RATING && { ratingTo: this.ratingTo }),
      quick: false,
    };
  }

  get challenge(): ChallengeRequest {
    return { offer: this.offer, ...(this.kind === 'user' && { to: this.name.trim() }) };
  }

  get computer(): ComputerRequest {
    return { offer: this.offer, level: this.level };
  }

  /** Sets the lower limit and raises the upper one if needed. */
  setRatingFrom(rating: number): void {
    this.ratingFrom = rating;
    this.ratingTo = Math.max(this.ratingTo, rating);
  }

  setRatingTo(rating: number): void {
    this.ratingTo = rating;
    this.ratingFrom = Math.min(this.ratingFrom, rating);
  }

  /** Stores the choice for the next visit. */
  keep(): void {
    const { variant, time, initial, increment, days, rated, level } = this;
    write(ONLINE_KEY, { variant, time, initial, increment, days, rated, level } satisfies StoredForm);
  }
}
