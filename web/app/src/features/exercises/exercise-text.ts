/** Texts of exercises. */

import type { Exercise } from '../../domain/exercises';
import type { AttemptDanger, AttemptState, ExerciseTopic, PawnStyle, RoleLetter } from '../../generated/types';
import { m } from '../../paraglide/messages.js';
import { capital, pieceName, roleName } from '../../text/names';
import { themeName } from '../../text/puzzles';
import { refusalText } from '../../text/voice';
import { moveText } from '../../ui/move-text';
import type { Sentence } from '../../ui/TaskVoice.svelte';
import type { ExerciseAttempt } from './attempt.svelte';

/** Roles of the topics in which pieces of one role move. */
const ROLES: Partial<Record<ExerciseTopic, RoleLetter>> = {
  rook: 'r',
  bishop: 'b',
  queen: 'q',
  king: 'k',
  knight: 'n',
  pawn: 'p',
  promotion: 'p',
};

const NAMES: Partial<Record<ExerciseTopic, () => string>> = {
  check: m.exercise_topic_check,
  escape: m.exercise_topic_escape,
  mate: () => themeName('mateIn1'),
};

export function topicName(topic: ExerciseTopic): string {
  const role = ROLES[topic];
  if (role && topic !== 'promotion') return capital(roleName(role));
  return NAMES[topic]?.() ?? themeName(topic);
}

const EXPLANATIONS: Record<Exclude<ExerciseTopic, 'pawn'>, () => string> = {
  rook: m.rules_rook_text,
  bishop: m.rules_bishop_text,
  queen: m.rules_queen_text,
  king: m.rules_king_text,
  knight: m.rules_knight_text,
  enPassant: m.exercise_about_en_passant,
  promotion: m.exercise_about_promotion,
  castling: m.exercise_about_castling,
  check: m.exercise_about_check,
  escape: m.exercise_about_escape,
  mate: m.exercise_about_mate,
  stalemate: m.exercise_about_stalemate,
  fork: m.exercise_about_fork,
  pin: m.exercise_about_pin,
  mateIn2: m.exercise_about_mate_in_2,
};

/** Returns what a topic is about. */
export function topicText(topic: ExerciseTopic, pawns: PawnStyle): string {
  return topic === 'pawn' ? geometryText('p', pawns).replace('\n', ' ') : EXPLANATIONS[topic]();
}

/** Returns how pieces of a role move. */
function geometryText(role: RoleLetter, pawn: PawnStyle): string {
  return refusalText({ code: 'geometry', pawn }, { role, from: '', to: '' });
}

/** Returns the task of an exercise. */
export function taskText({ topic, goal, detail, moves }: Exercise): string {
  switch (goal) {
    case 'stars':
      return m.exercise_goal_stars({ moves });
    case 'captures':
      return m.exercise_goal_captures({ moves });
    case 'promotion':
      return m.exercise_goal_promotion({ role: detail, moves });
    case 'enPassant':
      return m.exercise_goal_en_passant();
    case 'castling':
      if (detail !== '') return m.exercise_goal_castling({ castling: detail });
      return moves > 1 ? m.exercise_goal_castling_prepared({ moves }) : m.exercise_goal_castling_only();
    case 'check':
      return m.exercise_goal_check();
    case 'escapeByKing':
      return m.exercise_goal_escape_by_king();
    case 'escapeByCapture':
      return m.exercise_goal_escape_by_capture();
    case 'escapeByBlock':
      return m.exercise_goal_escape_by_block();
    case 'mate':
      return topic === 'stalemate' ? m.exercise_goal_mate_not_stalemate() : m.exercise_goal_mate({ moves });
    case 'stalemate':
      return m.exercise_goal_stalemate();
    case 'win':
      return m.exercise_goal_win({ role: detail, moves });
  }
}

function dangerText(danger: AttemptDanger): Pick<Sentence, 'first' | 'second'> {
  switch (danger.code) {
    case 'captured': {
      const by = capital(pieceName(danger.by.piece));
      return { first: m.exercise_captured({ by, cell: danger.by.cell }), second: m.exercise_captured_why() };
    }
    case 'prevented':
      return { first: m.exercise_prevented({ reply: moveText(danger.san) }), second: m.exercise_prevented_why() };
    case 'missed':
      return { first: m.exercise_missed(), second: m.exercise_prevented_why() };
  }
}

function hintText({ hinted, hints, state }: ExerciseAttempt): string {
  const move = state.game.moves.find(({ uci }) => uci === hinted);
  if (!move) return '';
  if (hints > 1) return m.puzzle_hint_move({ move: moveText(move.san) });
  return m.puzzle_hint_piece({ piece: roleName(move.role), cell: move.from });
}

/** Returns what the page says about an attempt. */
export function sentenceOf(attempt: ExerciseAttempt): Sentence {
  const { exercise, state } = attempt;
  if (attempt.solved) {
    const fewest = state.made === exercise.moves;
    const second = fewest ? m.exercise_solved_fewest() : m.exercise_solved_more({ moves: exercise.moves });
    return { tone: 'right', first: m.puzzle_right(), second: exercise.moves > 1 || !fewest ? second : '' };
  }
  if (state.danger) return { tone: 'wrong', ...dangerText(state.danger) };
  if (attempt.hints > 0) return { tone: 'ask', first: hintText(attempt), second: '' };
  return { tone: 'ask', first: taskText(exercise), second: progressText(exercise, state) };
}

function progressText({ moves }: Exercise, { made }: AttemptState): string {
  return moves > 1 && made > 0 ? m.exercise_made({ made }) : '';
}

/** Returns why a piece may not go to a cell on a board without kings. */
export function soloRefusal({ topic }: Exercise, { game, pawns }: AttemptState, from: string): string {
  const own = game.pieces.find(({ cell }) => cell === from)?.piece;
  const role = ROLES[topic] ?? 'p';
  if (own?.toLowerCase() !== role || own === role) return m.exercise_mover({ piece: roleName(role) });
  return geometryText(role, pawns);
}
