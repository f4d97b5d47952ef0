/** The visitor's own mistakes, which the reviews of their games have found, and those of them that were found a better move for. */

import type { Mark, Side } from '../../generated/types';
import { sideAgainstComputer } from '../library/entry';
import type { Entry, EntryInfo } from '../library/entry';
import type { Library } from '../library/library.svelte';
import { otherSide } from '../moves';
import { newGame, reviewOf } from '../rules';
import { isObject, readObject, write } from '../storage';
import type { Store } from '../storage';
import { parseSavedReview } from './saved-review';
import type { SavedReview } from './saved-review';

const FOUND_KEY = 'saffron.mistakes';

/** Marks worth learning from; an inaccuracy is too small. */
export const SERIOUS: readonly Mark[] = ['mistake', 'blunder'];

/** Number of days of which reviews are shown, and of a week. */
export const SHOWN_DAYS = 28;
export const WEEK_DAYS = 7;

const DAY_MS = 86_400_000;

/** Mistakes of the visitor in a game. */
export interface GameMistakes {
  entry: EntryInfo;
  side: Side;
  /** Plies of the mistakes, in order; the first move of a game is ply 1. */
  plies: readonly number[];
  /** Plies of those that were found a better move for. */
  found: readonly number[];
  /** Position before the first mistake that is left, or before the first one. */
  fen: string;
}

/** Returns the plies of the mistakes in an analysis that were found a better move for. */
export function foundMistakes(entry: string, store?: Store | null): readonly number[] {
  const found = readObject(FOUND_KEY, store)[entry];
  return Array.isArray(found) ? found.filter((ply): ply is number => Number.isSafeInteger(ply)) : [];
}

/** Stores that a better move was found for a mistake in an analysis. */
export function keepFound(entry: string, ply: number, store?: Store | null): void {
  const before = foundMistakes(entry, store);
  if (before.includes(ply)) return;
  write(FOUND_KEY, { ...readObject(FOUND_KEY, store), [entry]: [...before, ply] }, store);
}

/** Returns the visitor's side in a reviewed game: by their name, else not the computer's, else that at the bottom. */
export function ownSide(entry: Entry, name: string | null): Side {
  const { white, black, data } = entry;
  const isOwn = (player: typeof white): boolean =>
    typeof player === 'string' && player.toLowerCase() === name?.toLowerCase();
  if (isOwn(white)) return 'w';
  if (isOwn(black)) return 'b';
  return sideAgainstComputer(entry) ?? (isObject(data) && data.flipped === true ? 'b' : 'w');
}

/** Returns the plies of a side's mistakes in a reviewed game, and the position before each; none if the review is no longer valid. */
export function mistakesIn(
  { variant, startFen, moves, first, assessments }: SavedReview,
  side: Side,
): [number, string][] {
  let game;
  try {
    game = newGame(variant, startFen);
    const starts = startFen.split(' ')[1] === 'b' ? 'b' : 'w';
    const before: string[] = [];
    for (const move of moves) {
      before.push(game.state().fen);
      game.playOn(move);
    }
    const { moves: reviewed } = reviewOf(game, first, assessments);
    return before.flatMap((fen, index): [number, string][] => {
      const mark = reviewed[index - first]?.mark;
      const turn = index % 2 === 0 ? starts : otherSide(starts);
      return mark && SERIOUS.includes(mark) && turn === side ? [[index + 1, fen]] : [];
    });
  } catch {
    return [];
  } finally {
    game?.free();
  }
}

/** Returns the visitor's mistakes in the games reviewed lately, the latest first. `name` is that of their account. */
export async function ownMistakes(
  library: Pick<Library, 'list' | 'get'>,
  { name, now }: { name: string | null; now: number },
  store?: Store | null,
): Promise<GameMistakes[]> {
  const all: GameMistakes[] = [];
  for (const { id, changed } of await library.list({ kind: 'analysis', removed: false })) {
    if (now - changed > SHOWN_DAYS * DAY_MS) break;
    const entry = await library.get(id);
    const review = entry && isObject(entry.data) ? parseSavedReview(entry.data.review) : null;
    if (!entry || !review) continue;
    const side = ownSide(entry, name);
    const mistakes = mistakesIn(review, side);
    const [earliest] = mistakes;
    if (!earliest) continue;
    const done = foundMistakes(id, store);
    const left = mistakes.find(([ply]) => !done.includes(ply)) ?? earliest;
    const plies = mistakes.map(([ply]) => ply);
    all.push({ entry, side, plies, found: plies.filter((ply) => done.includes(ply)), fen: left[1] });
  }
  return all;
}

/** Returns whether a game was reviewed within the last week. */
export function isOfThisWeek({ entry }: GameMistakes, now: number): boolean {
  return now - entry.changed <= WEEK_DAYS * DAY_MS;
}
