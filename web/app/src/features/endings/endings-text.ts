/** What the figures of an ending mean, in sentences. */

import type { Side } from '../../generated/types';
import { m } from '../../paraglide/messages.js';
import { movesOf, resultText } from '../../text/endings';
import { settings } from '../../ui/settings.svelte';
import { together } from './data';
import type { EndingData, EndingOutcome, LongestWin, ResultKind, Results } from './data';
import { briefShareText, countText, shareText } from './shares';

/** A part of these positions, as it is read on this page. */
export function share(part: number, [legal]: Results): string {
  return shareText(part, legal, settings.locale);
}

/** The same for lists. */
export function briefShare(part: number, [legal]: Results): string {
  return briefShareText(part, legal, settings.locale);
}

export function count(number: number): string {
  return countText(number, settings.locale);
}

/** From which share of all positions on a side is said to win as a rule, and below which hardly ever. */
const RULE = 0.75;
const HARDLY = 0.05;

/** Who wins, in a few words. */
export function verdict({ toMove }: EndingData): string {
  const [legal, won, stalemateWon, , stalemateLost, lost] = together(toMove);
  if (won + stalemateWon + stalemateLost + lost === 0) return m.ending_verdict_drawn();
  if (won >= RULE * legal) return m.ending_verdict_won();
  if (won + lost < HARDLY * legal) {
    return stalemateWon >= RULE * legal ? m.ending_verdict_stalemate() : m.ending_verdict_hardly();
  }
  if (lost >= RULE * legal) return m.ending_verdict_lost();
  return m.ending_verdict_open();
}

/** What matters of the figures of an ending, in sentences. */
export function sentences(data: EndingData): string[] {
  const [white, black] = data.toMove;
  const all = together(data.toMove);
  const found = [verdict(data)];
  if (white[1] === white[0]) {
    found.push(m.ending_white_always({ black: share(black[1], black) }));
  } else if (all[1] > 0) {
    found.push(m.ending_white_wins({ white: share(white[1], white), black: share(black[1], black) }));
  }
  if (all[2] >= HARDLY * all[0]) {
    found.push(m.ending_white_stalemates({ white: share(white[2], white), black: share(black[2], black) }));
  }
  if (all[5] >= HARDLY * all[0])
    found.push(m.ending_black_wins({ white: share(white[5], white), black: share(black[5], black) }));
  const held = data.held && sum(data.held.all);
  // Where White can hardly ever win, that draws are held says nothing.
  if (data.held && held && all[1] >= HARDLY * all[0]) {
    const perpetual = sum(data.held.perpetual);
    found.push(
      perpetual === 0
        ? m.ending_held({ held: count(held) })
        : m.ending_held_perpetual({ held: count(held), perpetual: count(perpetual) }),
    );
  }
  if (data.longMates) {
    const long = count(sum(data.longMates.all));
    const beyond = sum(data.longMates.beyond);
    found.push(
      beyond === 0
        ? m.ending_long_mates_kept({ all: long })
        : m.ending_long_mates({ all: long, beyond: count(beyond) }),
    );
  }
  return found;
}

function sum([white, black]: readonly [number, number]): number {
  return white + black;
}

/** What the longest win is called among the positions to choose. */
export function longestText({ winner, end, plies }: LongestWin): string {
  const moves = movesOf(plies);
  if (end === 'mate') {
    return winner === 'w' ? m.ending_longest_white({ count: moves }) : m.ending_longest_black({ count: moves });
  }
  return winner === 'w' ? m.ending_stalemate_white({ count: moves }) : m.ending_stalemate_black({ count: moves });
}

/** The result of a position to White, where White or Black is to move. */
export function outcomeText(outcome: EndingOutcome, toMove: Side): string {
  if (outcome === 'draw') return resultText('draw', 0, toMove);
  if ('win' in outcome) return resultText('win', outcome.win, toMove);
  if ('loss' in outcome) return resultText('loss', outcome.loss, toMove);
  if ('stalemate-win' in outcome) return resultText('stalemate-win', outcome['stalemate-win'], toMove);
  return resultText('stalemate-loss', outcome['stalemate-loss'], toMove);
}

const BISHOPS: Record<string, () => string> = {
  same: m.ending_bishops_same,
  different: m.ending_bishops_different,
  one: m.ending_bishops_same,
  two: m.ending_bishops_two,
  three: m.ending_bishops_three,
};

/** On which cells the bishops stand that are counted apart. */
export function bishopsText(on: string): string {
  return BISHOPS[on]?.() ?? m.ending_bishop_on({ cells: on });
}

const KINDS: Record<ResultKind, () => string> = {
  won: m.endings_won,
  'stalemate-won': m.endings_stalemate_won,
  drawn: m.endings_drawn,
  'stalemate-lost': m.endings_stalemate_lost,
  lost: m.endings_lost,
};

/** A result in a word or two, as White sees it. */
export function kindName(kind: ResultKind): string {
  return KINDS[kind]();
}
