/** Sentences about the figures of an ending. */

import type { Side } from '../../generated/types';
import { m } from '../../paraglide/messages.js';
import { movesOf, resultText } from '../../text/endings';
import { settings } from '../../ui/settings.svelte';
import { counted, together } from './data';
import type { Counted, EndingData, EndingOutcome, LongestWin, ResultKind, Results } from './data';
import { briefShareText, countText, shareText } from './shares';

/** Formats a share of these positions for this page. */
export function share(part: number, [legal]: Results): string {
  return shareText(part, legal, settings.locale);
}

/** Returns a share with one decimal for lists. */
export function briefShare(part: number, [legal]: Results): string {
  return briefShareText(part, legal, settings.locale);
}

export function count(number: number): string {
  return countText(number, settings.locale);
}

/**
 * Returns the figure of the quiet positions, with that of all positions in brackets if it differs. Figures not counted yet are
 * left out.
 */
export function both({ quiet, all }: Counted, text: (results: Results) => string): string {
  const ofAll = text(all);
  if (!quiet) return `(${ofAll})`;
  const ofQuiet = text(quiet);
  return ofQuiet === ofAll ? ofQuiet : `${ofQuiet} (${ofAll})`;
}

/** Shares of positions from which a result is the rule, and below which it hardly ever occurs. */
const RULE = 0.75;
const HARDLY = 0.05;

/** Returns the positions used for verdicts: the quiet ones with either side to move, as far as they are counted. */
function judged(data: EndingData): Results | null {
  const [white, black] = counted(data).map(({ quiet }) => quiet);
  return white && black ? together([white, black]) : (white ?? null);
}

/** Returns which side wins if nothing hangs, in a few words. */
export function verdict(data: EndingData): string {
  const results = judged(data);
  if (!results) return m.ending_verdict_uncounted();
  const [legal, won, stalemateWon, drawn, stalemateLost, lost] = results;
  if (won + stalemateWon + stalemateLost + lost === 0) {
    return together(data.toMove)[3] === together(data.toMove)[0] ? m.ending_verdict_drawn() : m.ending_verdict_dead();
  }
  if (won >= RULE * legal) return m.ending_verdict_won();
  if (lost >= RULE * legal) return m.ending_verdict_lost();
  if (stalemateWon >= RULE * legal && won + lost < HARDLY * legal) return m.ending_verdict_stalemate();
  if (won + stalemateWon + stalemateLost + lost < HARDLY * legal) return m.ending_verdict_dead();
  if (won + lost < HARDLY * legal) return m.ending_verdict_hardly();
  return drawn >= RULE * legal ? m.ending_verdict_draw() : m.ending_verdict_open();
}

/** Returns the main facts about an ending in sentences. */
export function sentences(data: EndingData): string[] {
  const [white, black] = counted(data);
  const all = together(data.toMove);
  const part = (of: Counted, at: 1 | 2 | 5) => both(of, (results) => share(results[at], results));
  const parts = (at: 1 | 2 | 5) => ({ white: part(white, at), black: part(black, at) });
  const found = [verdict(data)];
  if (data.toMove[0][1] === data.toMove[0][0]) {
    found.push(m.ending_white_always({ black: part(black, 1) }));
  } else if (all[1] > 0) {
    found.push(m.ending_white_wins(parts(1)));
  }
  if (all[2] >= HARDLY * all[0]) found.push(m.ending_white_stalemates(parts(2)));
  if (all[5] >= HARDLY * all[0]) found.push(m.ending_black_wins(parts(5)));
  const held = data.held && sum(data.held.all);
  // If White hardly ever wins, holding the draw says nothing.
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

/** Returns the label of the longest win among the positions to choose from. */
export function longestText({ winner, end, plies }: LongestWin): string {
  const moves = movesOf(plies);
  if (end === 'mate') {
    return winner === 'w' ? m.ending_longest_white({ count: moves }) : m.ending_longest_black({ count: moves });
  }
  return winner === 'w' ? m.ending_stalemate_white({ count: moves }) : m.ending_stalemate_black({ count: moves });
}

/** Returns the result of a position for White, with White or Black to move. */
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

/** Returns the cells of the bishops that are counted separately. */
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

/** Returns the name of a result in a word or two, as White sees it. */
export function kindName(kind: ResultKind): string {
  return KINDS[kind]();
}
