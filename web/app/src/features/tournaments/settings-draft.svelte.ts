/** Settings of a tournament while they are filled in. */

import type { TournamentSettings, TournamentSystem } from '../../generated/protocol';
import { WITH_QUARTERS } from '../../generated/variants';
import { TieBreakOrder } from '../../ui/tournament/tie-break-order.svelte';

/** Maximum number of rounds of a Swiss tournament. */
export const MAX_ROUNDS = 30;
/** Points that a bye without an opponent may have, in quarters. */
export const BYE_POINTS = [4, 2, 0] as const;

type Kind = TournamentSystem['kind'];

/** Tie-breaks that are proposed for a system. */
export const TIE_BREAKS: Readonly<Record<Kind, readonly string[]>> = {
  swiss: ['BH-C1', 'BH', 'SB', 'WIN'],
  roundRobin: ['DE', 'SB', 'KS', 'WIN'],
};

/** Returns whether a stalemate of the variant gives ¾ and ¼ of a point. */
export function hasQuarters(variant: string): boolean {
  return WITH_QUARTERS.some((id) => id === variant);
}

/** All public properties are reactive. */
export class SettingsDraft {
  name = $state('');
  #variant = $state('');
  #kind = $state<Kind>('swiss');
  rounds = $state(5);
  /** Colour of the highest player in the first round. */
  initial = $state<'w' | 'b' | 'random'>('random');
  accelerated = $state(false);
  double = $state(false);
  readonly tieBreaks = new TieBreakOrder(TIE_BREAKS.swiss);
  bye = $state(4);
  quarters = $state(false);
  place = $state('');
  dates = $state('');
  timeControl = $state('');
  arbiter = $state('');

  constructor(variant: string) {
    this.variant = variant;
  }

  /** Returns a draft that begins with given settings. */
  static of(settings: TournamentSettings): SettingsDraft {
    const draft = new SettingsDraft(settings.variant);
    const { system } = settings;
    draft.kind = system.kind;
    if (system.kind === 'swiss') {
      draft.rounds = system.rounds;
      draft.initial = system.initial;
      draft.accelerated = system.accelerated;
    } else {
      draft.double = system.double;
    }
    draft.name = settings.name;
    draft.tieBreaks.codes = [...settings.tieBreaks];
    draft.bye = settings.bye;
    draft.quarters = settings.quarters;
    draft.place = settings.place;
    draft.dates = settings.dates;
    draft.timeControl = settings.timeControl;
    draft.arbiter = settings.arbiter;
    return draft;
  }

  get variant(): string {
    return this.#variant;
  }

  set variant(variant: string) {
    this.#variant = variant;
    this.quarters = hasQuarters(variant);
  }

  get kind(): Kind {
    return this.#kind;
  }

  /** Another system proposes its own tie-breaks, unless they were changed. */
  set kind(kind: Kind) {
    const proposed = TIE_BREAKS[this.#kind];
    if (this.tieBreaks.codes.join() === proposed.join()) this.tieBreaks.codes = [...TIE_BREAKS[kind]];
    this.#kind = kind;
  }

  get settings(): TournamentSettings {
    const initial = this.initial === 'random' ? (Math.random() < 0.5 ? 'w' : 'b') : this.initial;
    return {
      name: this.name.trim(),
      variant: this.variant,
      system:
        this.kind === 'swiss'
          ? { kind: 'swiss', rounds: this.rounds, initial, accelerated: this.accelerated }
          : { kind: 'roundRobin', double: this.double },
      tieBreaks: $state.snapshot(this.tieBreaks.codes),
      bye: this.bye,
      quarters: this.quarters,
      place: this.place.trim(),
      dates: this.dates.trim(),
      timeControl: this.timeControl.trim(),
      arbiter: this.arbiter.trim(),
    };
  }
}
