/** Sentences about the state of a puzzle. */

import { m } from '../../paraglide/messages.js';
import { roleName } from '../../text/names';
import { moveText } from '../../ui/move-text';
import type { Sentence } from '../../ui/TaskVoice.svelte';
import type { RoleLetter } from '../../generated/types';
import type { PuzzleRun } from './run.svelte';
import type { Solving } from './solving.svelte';

/** Returns what the page says about the puzzle. */
export function sentenceOf(solving: Solving, change: number | null, rating: number): Sentence {
  const { phase, mistake, found, total, hints } = solving;
  switch (phase) {
    case 'wrong': {
      const reply = mistake?.reply ? m.puzzle_wrong_reply({ reply: moveText(mistake.reply.san) }) : '';
      return { tone: 'wrong', first: m.puzzle_wrong({ move: moveText(mistake?.move.san ?? '') }), second: reply };
    }
    case 'solved':
      return { tone: 'right', first: m.puzzle_solved(), second: resultText(solving, change, rating) };
    case 'shown':
      return { tone: 'ask', first: m.puzzle_shown(), second: '' };
    default:
      if (hints > 0) return { tone: 'ask', first: hintText(solving), second: '' };
      if (found > 0) {
        const second = total - found === 1 ? m.puzzle_right_last() : m.puzzle_right_next();
        return { tone: 'right', first: m.puzzle_right(), second };
      }
      return { tone: 'ask', first: m.puzzle_find(), second: m.puzzle_find_why() };
  }
}

function resultText({ failed, helped }: Solving, change: number | null, rating: number): string {
  if (failed) return m.puzzle_solved_failed();
  if (helped) return m.puzzle_solved_helped();
  return change ? m.puzzle_level_now({ rating }) : m.puzzle_solved_clean();
}

function hintText({ hints, state, expected }: Solving): string {
  const move = state?.moves.find(({ uci }) => uci === expected);
  if (!move) return '';
  if (hints > 1) return m.puzzle_hint_move({ move: moveText(move.san) });
  const piece = state?.pieces.find(({ cell }) => cell === move.from)?.piece.toLowerCase() ?? 'p';
  return m.puzzle_hint_piece({ piece: roleName(piece as RoleLetter), cell: move.from });
}

/** Returns what the page says during a run of puzzles and after it. */
export function runSentence({ over, score, best, solving }: PuzzleRun, task: string): Sentence {
  if (over) {
    const second = score > 0 && score === best ? m.puzzle_run_record() : '';
    return { tone: 'ask', first: m.puzzle_run_result({ score }), second };
  }
  switch (solving.phase) {
    case 'wrong':
      return { tone: 'wrong', first: m.puzzle_wrong({ move: moveText(solving.mistake?.move.san ?? '') }), second: '' };
    case 'solved':
      return { tone: 'right', first: m.puzzle_right(), second: '' };
    default:
      return solving.found > 0
        ? { tone: 'right', first: m.puzzle_right(), second: m.puzzle_right_next() }
        : { tone: 'ask', first: m.puzzle_find(), second: task };
  }
}
