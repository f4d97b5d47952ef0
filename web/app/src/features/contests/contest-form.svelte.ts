/** Form that sets a contest: its rounds, and what the server would refuse. */

import { RATING_BOUNDS } from '../../domain/puzzles';
import type { Puzzle } from '../../domain/puzzles';
import type { ContestRequest, RoundRequest } from '../../generated/protocol';
import { fieldTime } from '../../text/times';

/** Maximum number of rounds. */
export const MAX_ROUNDS = 10;

/** Rounds that are proposed, from easy to hard. */
const FIRST_ROUNDS: readonly RoundRequest[] = [
  { puzzles: 6, minutes: 10, theme: null, least: 600, most: 1200 },
  { puzzles: 6, minutes: 15, theme: null, least: 1200, most: 1800 },
];

const DAY_MS = 86_400_000;

/** Returns the puzzles that a round may have. */
export function choiceOf(puzzles: readonly Puzzle[], { theme, least, most }: RoundRequest): readonly Puzzle[] {
  const inRange = puzzles.filter(({ rating }) => rating >= least && rating <= most);
  return theme === null ? inRange : inRange.filter(({ themes }) => themes.includes(theme));
}

/** All public properties are reactive. */
export class ContestDraft {
  name = $state('');
  variant = $state('');
  /** Times as the fields have them. */
  from = $state('');
  until = $state('');
  rounds = $state<RoundRequest[]>(structuredClone([...FIRST_ROUNDS]));

  constructor(variant: string, now: number) {
    this.variant = variant;
    this.from = fieldTime(now);
    this.until = fieldTime(now + 7 * DAY_MS);
  }

  /** Adds a round like the last one, a step harder. */
  add(): void {
    const last = this.rounds.at(-1);
    if (!last || this.rounds.length >= MAX_ROUNDS) return;
    const harder = (bound: number): number => RATING_BOUNDS.find((each) => each > bound) ?? bound;
    const round = { ...last, least: harder(last.least), most: harder(last.most) };
    this.rounds.push(round.least < round.most ? round : { ...last });
  }

  remove(index: number): void {
    this.rounds.splice(index, 1);
  }

  get request(): ContestRequest {
    const time = (text: string): number => new Date(text).getTime();
    return {
      name: this.name.trim(),
      variant: this.variant,
      opensAt: time(this.from),
      closesAt: time(this.until),
      rounds: $state.snapshot(this.rounds),
    };
  }

  /** Returns whether the times are in order. */
  timesFit(now: number): boolean {
    const { opensAt, closesAt } = this.request;
    return closesAt > Math.max(opensAt, now) && closesAt <= now + 366 * DAY_MS;
  }

  /** Returns the number, from 0, of the first round for which there are too few puzzles; -1 if there are enough. */
  tooFew(puzzles: readonly Puzzle[]): number {
    const taken = new Set<string>();
    return this.rounds.findIndex((round) => {
      const open = choiceOf(puzzles, round).filter(({ id }) => !taken.has(id));
      // Which ones the server will take is not known: those that other rounds cannot use would do.
      for (const { id } of open.slice(0, round.puzzles)) taken.add(id);
      return open.length < round.puzzles;
    });
  }
}
