/** Puzzles of the day as the documents contain them. Only the build uses this. */

import { centreOf, layOut } from '../../../../board/src/geometry';
import { piecesOf, rowsOf } from '../../domain/placement';
import { introductionOf, solverOf } from '../../domain/puzzles';
import type { Puzzle } from '../../domain/puzzles';
import { boardData, newGame } from '../../domain/rules';
import type { Side } from '../../generated/types';
import { m } from '../../paraglide/messages.js';
import { taskText } from '../../text/puzzles';
import { dailyPuzzles, puzzleOfDay } from './choice';
import { DAY, GAP, KIND } from './preview';
import type { Preview } from './preview';

/** Returns for each side that solves a puzzle of the day a day on which it does. */
export function samplesOf(puzzles: readonly Puzzle[]): { solver: Side; day: number }[] {
  const days = dailyPuzzles(puzzles).map((_, day) => day);
  return (['w', 'b'] as const).flatMap((solver) => {
    const day = days.find((each) => {
      const puzzle = puzzleOfDay(puzzles, each);
      return puzzle !== undefined && solverOf(puzzle) === solver;
    });
    return day === undefined ? [] : [{ solver, day }];
  });
}

/** Returns what the preview shows of the puzzles of all days. */
export function previewOf(variant: string, puzzles: readonly Puzzle[]): Preview {
  const daily = dailyPuzzles(puzzles);
  const board = boardData(variant);
  const geometry = layOut(board, 'w', false);
  const cells = rowsOf(board).flat();
  const texts = daily.map((puzzle) => taskText(puzzle, solverOf(puzzle)));
  const tasks = [...new Set(texts)];
  const boards = daily.map(({ fen }) => piecesOf(board, fen.split(' ')[0] ?? '') ?? new Map<string, string>());
  const lowest = Math.min(...daily.map(({ rating }) => rating));
  const contents = cells.map((cell) => boards.map((pieces) => pieces.get(cell) ?? '.').join('')).join('');
  const runs = [...contents.matchAll(/(\.*)[^.]/g)].map(([, run = '']) => run.length);
  return {
    flatTop: geometry.flatTop,
    centres: cells.flatMap((cell) => {
      const { x, y } = centreOf(geometry, cell);
      return [x, y];
    }),
    pieces: contents.replaceAll('.', ''),
    gaps: runs.map(gapOf).join(''),
    kinds: daily.map(kindOf).join(''),
    tasks,
    taskOf: texts.map((text) => tasks.indexOf(text).toString(36)).join(''),
    lowest,
    ratings: daily.map(({ rating }) => (rating - lowest).toString(36).padStart(2, '0')).join(''),
    title: m.puzzle_daily({ day: DAY }),
    self: m.player_self(),
  };
}

/** Returns the characters of a gap. */
function gapOf(cells: number): string {
  const { zero, longest } = GAP;
  return cells < longest
    ? String.fromCharCode(zero + cells)
    : String.fromCharCode(zero + longest) + gapOf(cells - longest);
}

function kindOf(puzzle: Puzzle): number {
  const game = newGame(puzzle.variant, puzzle.fen);
  const { check } = game.state();
  game.free();
  const { black, introduced, checked } = KIND;
  return (
    (solverOf(puzzle) === 'b' ? black : 0) + (introductionOf(puzzle) === 1 ? introduced : 0) + (check ? checked : 0)
  );
}
