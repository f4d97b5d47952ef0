/** Settings of a team tournament while they are filled in. */

import type {
  ColorPreferences,
  TeamScore,
  TeamTournamentSettings,
  TeamTournamentSystem,
} from '../../generated/protocol';
import { WITH_QUARTERS } from '../../generated/variants';
import { TieBreakOrder } from '../../ui/tournament/tie-break-order.svelte';

/** Maximum number of rounds of a Swiss tournament or a match. */
export const MAX_ROUNDS = 30;
/** Maximum number of boards of a match, and of players of a team. */
export const MAX_BOARDS = 20;
/** Maximum number of match points. */
export const MAX_MATCH_POINTS = 10;

type Kind = TeamTournamentSystem['kind'];

/** Tie-breaks that are proposed for a system. */
export const TIE_BREAKS: Readonly<Record<Kind, readonly string[]>> = {
  swiss: ['MPvGP', 'EMGSB', 'DE', 'BC'],
  roundRobin: ['MPvGP', 'DE', 'EMGSB', 'BC'],
  match: ['MPvGP', 'BC'],
};

/** Numbers of rounds that are proposed for a system. */
const ROUNDS: Readonly<Record<Kind, number>> = { swiss: 7, roundRobin: 7, match: 2 };

/** All public properties are reactive. Points are in points, in steps of a quarter. */
export class SettingsDraft {
  name = $state('');
  #variant = $state('');
  #kind = $state<Kind>('swiss');
  rounds = $state(ROUNDS.swiss);
  /** Colour on board 1 of the highest team in the first round. */
  initial = $state<'w' | 'b' | 'random'>('random');
  preferences = $state<ColorPreferences>('typeA');
  double = $state(false);
  #boards = $state(4);
  reserves = $state(2);
  primary = $state<TeamScore>('match');
  win = $state(2);
  draw = $state(1);
  loss = $state(0);
  byeMatch = $state(1);
  byeGame = $state(2);
  quarters = $state(false);
  readonly tieBreaks = new TieBreakOrder(TIE_BREAKS.swiss);
  place = $state('');
  dates = $state('');
  timeControl = $state('');
  arbiter = $state('');

  constructor(variant: string) {
    this.variant = variant;
  }

  /** Returns a draft that begins with given settings. */
  static of(settings: TeamTournamentSettings): SettingsDraft {
    const draft = new SettingsDraft(settings.variant);
    const { system, matchPoints, bye } = settings;
    draft.kind = system.kind;
    if (system.kind !== 'roundRobin') draft.rounds = system.rounds;
    if (system.kind === 'roundRobin') draft.double = system.double;
    if (system.kind === 'swiss') {
      draft.initial = system.initial;
      draft.preferences = system.preferences;
    }
    draft.name = settings.name;
    draft.boards = settings.boards;
    draft.reserves = settings.reserves;
    draft.primary = settings.primary;
    [draft.win, draft.draw, draft.loss] = [matchPoints.win / 4, matchPoints.draw / 4, matchPoints.loss / 4];
    [draft.byeMatch, draft.byeGame] = [bye.matchPoints / 4, bye.gamePoints / 4];
    draft.quarters = settings.quarters;
    draft.tieBreaks.codes = [...settings.tieBreaks];
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
    this.quarters = WITH_QUARTERS.some((id) => id === variant);
  }

  get kind(): Kind {
    return this.#kind;
  }

  /** Another system proposes its own rounds and tie-breaks, unless they were changed. */
  set kind(kind: Kind) {
    const before = this.#kind;
    if (this.tieBreaks.codes.join() === TIE_BREAKS[before].join()) this.tieBreaks.codes = [...TIE_BREAKS[kind]];
    if (this.rounds === ROUNDS[before]) this.rounds = ROUNDS[kind];
    this.#kind = kind;
  }

  get boards(): number {
    return this.#boards;
  }

  /** A bye gives half of the boards, unless that was changed. */
  set boards(boards: number) {
    if (this.byeGame === this.#boards / 2) this.byeGame = boards / 2;
    this.#boards = boards;
  }

  get settings(): TeamTournamentSettings {
    return {
      name: this.name.trim(),
      variant: this.variant,
      system: this.#system(),
      boards: this.boards,
      reserves: this.reserves,
      primary: this.primary,
      matchPoints: { win: quarters(this.win), draw: quarters(this.draw), loss: quarters(this.loss) },
      bye: { matchPoints: quarters(this.byeMatch), gamePoints: quarters(this.byeGame) },
      quarters: this.quarters,
      tieBreaks: $state.snapshot(this.tieBreaks.codes),
      place: this.place.trim(),
      dates: this.dates.trim(),
      timeControl: this.timeControl.trim(),
      arbiter: this.arbiter.trim(),
    };
  }

  #system(): TeamTournamentSystem {
    if (this.kind === 'roundRobin') return { kind: 'roundRobin', double: this.double };
    if (this.kind === 'match') return { kind: 'match', rounds: this.rounds };
    const initial = this.initial === 'random' ? (Math.random() < 0.5 ? 'w' : 'b') : this.initial;
    return { kind: 'swiss', rounds: this.rounds, initial, preferences: this.preferences };
  }
}

function quarters(points: number): number {
  return Math.round(points * 4);
}
