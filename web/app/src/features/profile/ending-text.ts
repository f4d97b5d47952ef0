/** Ends of games and moves in few words. */

import type { GameSummary } from '../../generated/protocol';
import type { Reason } from '../../generated/types';
import { m } from '../../paraglide/messages.js';

const REASONS: Record<Reason, () => string> = {
  checkmate: m.ended_checkmate,
  stalemate: m.ended_stalemate,
  dead: m.ended_dead,
  fivefold: m.ended_repetition,
  seventyfive: m.ended_quiet_moves,
  threefold: m.ended_repetition,
  fifty: m.ended_quiet_moves,
  resignation: m.ended_resignation,
  agreement: m.ended_agreement,
  time: m.ended_time,
  abandonment: m.ended_abandonment,
  abort: m.ended_abort,
  forfeit: m.ended_forfeit,
  adjudication: m.ended_adjudication,
};

/** Returns how a game ended, in one or two words: `mate`. */
export function endedBy(reason: Reason): string {
  return REASONS[reason]();
}

/** Returns the last move of a game, as it is written, with its number and how the game ended: `50. Rb6 mate`, `34… Nf5, resigned`. */
export function lastMoveText(written: string, { fen }: Pick<GameSummary, 'fen'>, reason: Reason): string {
  const fields = fen.split(' ');
  const whiteMoved = fields[1] === 'b';
  const number = Number(fields[5] ?? 1) - (whiteMoved ? 0 : 1);
  const move = `${number}${whiteMoved ? '.' : '…'} ${written.replace('#', '')}`;
  return reason === 'checkmate' ? m.ended_with_mate({ move }) : m.ended_after({ move, how: endedBy(reason) });
}
