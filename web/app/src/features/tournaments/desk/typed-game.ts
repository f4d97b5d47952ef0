/** Games typed from score sheets: letters of the organiser's language, checked move by move. */

import { gameFromRecord } from '../../../domain/records';
import type { RecordGame } from '../../../domain/records';
import { newGame } from '../../../domain/rules';
import type { GameState, PageError, RecordError, ReplayNote } from '../../../generated/types';
import { pieceLetters } from '../../../text/notation';
import type { Notation } from '../../../text/notation';

/** Move of a text, without its number. */
export interface MoveWord {
  /** Place in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Move that cannot be played, or a problem of the text as a whole. */
export interface TypedProblem {
  readonly error: RecordError;
  /** The move; `null` if the problem is not in one. */
  readonly word: MoveWord | null;
}

/** What was read of a text. */
export interface TypedGame {
  /** Legal moves in short notation with English letters, up to the first problem. */
  readonly moves: readonly string[];
  /** Position after them. */
  readonly state: GameState;
  readonly lastMove: string | null;
  readonly problem: TypedProblem | null;
  /** What the text says and the board does not show, such as a wrong number. */
  readonly notes: readonly ReplayNote[];
  /** True if the moves have other letters than the organiser's. */
  readonly foreign: boolean;
}

const RESULT = /^(?:1[-:]0|0[-:]1|½(?:[-:]½)?|1\/2(?:[-:]1\/2)?|3\/4[-:]1\/4|1\/4[-:]3\/4|\*)$/;
/** Word behind a move, which belongs to it. */
const EN_PASSANT = /^(?:e\.?p\.?|b\.?p\.?|i\.v\.?)[+#]?$/i;
/** Word with a cell, castling, or a pawn's capture between files; anything else is no move. */
const MOVE = /\p{L}.*\d|^[0OoОо]-[0OoОо]|^\p{L}-?[0OoОо]-[0OoОо]|^[a-l]x?[a-l]$/u;
const CASTLING = /[0OoОо]-[0OoОо]/u;

/** Returns the numbers and moves of a text's main line: tags, comments, variations and results are left out. */
export function wordsOf(text: string): { numbers: readonly string[]; words: readonly MoveWord[] } {
  const words: MoveWord[] = [];
  /** Number before each move; empty without one. */
  const numbers: string[] = [];
  let number = '';
  let depth = 0;
  const parts = /\{[^}]*(?:\}|$)|;[^\n]*|^[ \t]*\[[^\n]*|[()]|[^\s(){};]+/gm;
  for (const { 0: part, index } of text.matchAll(parts)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !/^[{;]|^[ \t]*\[|^\$\d/.test(part) && !RESULT.test(part.replace(/[–—−]/g, '-'))) {
      const before = /^(?:\d+(?:\.+|…|$)|\.+|…)/.exec(part)?.[0] ?? '';
      if (before !== '') number = `${number}${number === '' ? '' : ' '}${/\d$/.test(before) ? `${before}.` : before}`;
      const move = part.slice(before.length);
      const start = index + before.length;
      const last = words.at(-1);
      if (last && EN_PASSANT.test(move)) {
        words[words.length - 1] = { start: last.start, end: start + move.length, text: `${last.text}${move}` };
      } else if (MOVE.test(move)) {
        words.push({ start, end: start + move.length, text: move });
        numbers.push(number);
        number = '';
      }
    }
  }
  return { numbers, words };
}

/** Replaces the letters of a notation by the English ones. */
export function inEnglish(move: string, notation: Notation): string {
  if (notation === 'en' || notation === 'figurine') return move;
  const english = pieceLetters('en');
  const letters = Object.entries(pieceLetters(notation)).map(
    ([role, letter]) => [letter, english[role as keyof typeof english]] as const,
  );
  // The longer letter first: Кр before К.
  letters.sort(([a], [b]) => b.length - a.length);
  const known = new Map(letters);
  return move.replace(new RegExp(letters.map(([letter]) => letter).join('|'), 'g'), (letter) => {
    const role = known.get(letter) ?? letter;
    // Castling is named by the bishop or the queen, and also with English letters in every language.
    return CASTLING.test(move) && !'QB'.includes(role) ? letter : role;
  });
}

interface Attempt {
  /** Game of a text without a problem, to be freed. */
  readonly game: RecordGame | null;
  readonly error: RecordError | null;
  /** Number of legal moves. */
  readonly legal: number;
}

async function attempt(text: string, count: number, variant: string): Promise<Attempt> {
  try {
    return { game: await gameFromRecord(text, variant), error: null, legal: count };
  } catch (thrown) {
    const detail = thrown instanceof Error && 'detail' in thrown ? (thrown.detail as PageError) : null;
    if (detail?.code !== 'record') throw thrown;
    const error = detail.params;
    return { game: null, error, legal: error.code === 'move' ? error.params.ply.index - 1 : 0 };
  }
}

/**
 * Reads a text in the letters of a notation; in others, if it is legal or gets further in them. The rules must be loaded. Rejects
 * if the module that reads records cannot be.
 */
export async function readTyped(text: string, variant: string, notation: Notation): Promise<TypedGame> {
  const { numbers, words } = wordsOf(text);
  const own = ({ text: word }: MoveWord): string => inEnglish(word, notation);
  const asWritten = ({ text: word }: MoveWord): string => word;
  const readAs = (letters: typeof own, count = words.length): Promise<Attempt> => {
    const written = words.slice(0, count).map((word, at) => `${numbers[at]} ${letters(word)}`);
    return attempt(written.join(' '), count, variant);
  };

  let letters = own;
  let best: Attempt = { game: null, error: null, legal: 0 };
  if (words.length > 0) best = await readAs(own);
  if (best.error !== null && words.some((word) => own(word) !== word.text)) {
    const other = await readAs(asWritten);
    if (other.error === null || other.legal > best.legal) [best, letters] = [other, asWritten];
  }
  const { error, legal } = best;
  const game = best.game ?? (legal > 0 ? (await readAs(letters, legal)).game : null);
  const shown = game ?? newGame(variant);
  const history = shown.history();
  const read: TypedGame = {
    moves: history.map(({ san }) => san),
    state: shown.state(),
    lastMove: history.at(-1)?.uci ?? null,
    problem: error && { error, word: words[legal] ?? null },
    // The letters of the files are those of this page.
    notes: (game?.recordNotes() ?? []).filter(({ kind }) => kind.code !== 'another_reading'),
    foreign: letters !== own,
  };
  shown.free();
  return read;
}
