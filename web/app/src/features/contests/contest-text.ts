/** Texts of contests. */

import type { ContestInfo, RoundInfo } from '../../generated/protocol';
import { m } from '../../paraglide/messages.js';
import { goalText } from '../../text/puzzles';
import { dateText, durationText } from '../../text/times';
import { moveText } from '../../ui/move-text';
import { settings } from '../../ui/settings.svelte';
import type { Sentence } from '../../ui/TaskVoice.svelte';
import type { ContestSolving } from './contest-solving.svelte';

/** Returns the path of a contest, or of a round of it, whose number is from 0. */
export function contestPath(id: string, round?: number): string {
  return round === undefined ? `/contest/${id}` : `/round/${id}-${round + 1}`;
}

/** Returns the name of a contest; that of all contests if its organiser's account was erased. */
export function contestName({ name }: Pick<ContestInfo, 'name'>): string {
  return name === '' ? m.title_contest() : name;
}

/** Returns when a contest opens or closes. */
export function contestWhen({ opensAt, closesAt }: ContestInfo, now: number): string {
  if (now < opensAt) return m.contest_opens({ when: dateText(opensAt, settings.locale) });
  const when = dateText(closesAt, settings.locale);
  return now < closesAt ? m.contest_closes({ when }) : m.contest_over({ when });
}

/** Returns the number of puzzles of a round and its time. */
export function roundText({ puzzles, minutes }: RoundInfo): string {
  const time = durationText(minutes * 60_000, settings.locale);
  return m.contest_round_of({ puzzles: m.contest_puzzle_count({ count: puzzles }), time });
}

/** Returns the task of a puzzle: who is to move, and what is asked for. */
export function contestTask({ puzzle, solver }: ContestSolving): string {
  return goalText(puzzle.task, solver, puzzle.length);
}

/** Returns what the page says about a puzzle. */
export function contestSentence({ phase, puzzle, mistake, ended }: ContestSolving): Sentence {
  switch (phase) {
    case 'solved':
      return { tone: 'right', first: m.contest_right(), second: m.contest_points({ count: puzzle.points }) };
    case 'wrong': {
      const first = mistake ? m.contest_wrong({ move: moveText(mistake.san) }) : m.contest_missed();
      return { tone: 'wrong', first, second: m.contest_wrong_text() };
    }
    default:
  }
  if (ended) return { tone: 'ask', first: m.contest_time_up(), second: m.contest_wrong_text() };
  if (phase === 'sent') return { tone: 'ask', first: m.contest_sending(), second: '' };
  if (phase === 'unsent') return { tone: 'wrong', first: m.contest_unsent(), second: '' };
  if (puzzle.found > 0) {
    const last = puzzle.length - puzzle.found === 1;
    return { tone: 'right', first: m.puzzle_right(), second: last ? m.puzzle_right_last() : m.puzzle_right_next() };
  }
  return { tone: 'ask', first: m.contest_find(), second: m.contest_find_why() };
}
