/** Texts of puzzles. */

import { solverMoves } from '../domain/puzzles';
import type { Puzzle } from '../domain/puzzles';
import type { ContestTask } from '../generated/protocol';
import type { Side } from '../generated/types';
import { m } from '../paraglide/messages.js';

/** Names of the themes, by their ids in crates/puzzles/src/themes.rs. */
const THEME_NAMES: Readonly<Record<string, () => string>> = {
  fork: m.theme_fork,
  pin: m.theme_pin,
  skewer: m.theme_skewer,
  discoveredAttack: m.theme_discoveredAttack,
  doubleCheck: m.theme_doubleCheck,
  deflection: m.theme_deflection,
  trappedPiece: m.theme_trappedPiece,
  hangingPiece: m.theme_hangingPiece,
  sacrifice: m.theme_sacrifice,
  enPassant: m.theme_enPassant,
  castling: m.theme_castling,
  promotion: m.theme_promotion,
  underPromotion: m.theme_underPromotion,
  advancedPawn: m.theme_advancedPawn,
  zugzwang: m.theme_zugzwang,
  quietMove: m.theme_quietMove,
  mate: m.theme_mate,
  mateIn1: m.theme_mateIn1,
  mateIn2: m.theme_mateIn2,
  mateIn3: m.theme_mateIn3,
  mateIn4: m.theme_mateIn4,
  mateIn5: m.theme_mateIn5,
  stalemate: m.theme_stalemate,
  opening: m.theme_opening,
  middlegame: m.theme_middlegame,
  endgame: m.theme_endgame,
  pawnEndgame: m.theme_pawnEndgame,
  knightEndgame: m.theme_knightEndgame,
  bishopEndgame: m.theme_bishopEndgame,
  rookEndgame: m.theme_rookEndgame,
  queenEndgame: m.theme_queenEndgame,
  queenRookEndgame: m.theme_queenRookEndgame,
  oneMove: m.theme_oneMove,
  short: m.theme_short,
  long: m.theme_long,
  veryLong: m.theme_veryLong,
};

/** Ids of all themes, in the order in which they are shown. */
export const THEMES: readonly string[] = Object.keys(THEME_NAMES);

export function themeName(theme: string): string {
  return THEME_NAMES[theme]?.() ?? theme;
}

/** Returns the task: who is to move, and what is asked for. */
export function taskText(puzzle: Puzzle, solver: Side): string {
  const goals = ['mate', 'stalemate'] as const;
  return goalText(goals.find((goal) => puzzle.themes.includes(goal)) ?? 'win', solver, solverMoves(puzzle));
}

/** Returns the task of a puzzle with so many moves to be found. */
export function goalText(goal: ContestTask, solver: Side, moves: number): string {
  const white = solver === 'w';
  switch (goal) {
    case 'mate':
      return white ? m.puzzle_white_mates({ moves }) : m.puzzle_black_mates({ moves });
    case 'stalemate':
      return white ? m.puzzle_white_stalemates() : m.puzzle_black_stalemates();
    case 'win':
      return white ? m.puzzle_white_wins() : m.puzzle_black_wins();
  }
}
