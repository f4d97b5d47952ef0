/** Names and sentences of the game in the visitor's language. */

import { m } from '../paraglide/messages.js';
import { ownVariants } from '../domain/own-variants.svelte';
import { addedVariantName } from '../domain/variant-names.svelte';
import { isVariantId } from '../domain/variant-ids';
import type { AbortCause } from '../generated/protocol';
import type { GameState, Outcome, RoleLetter, Side } from '../generated/types';
import { VARIANT_TEXTS } from '../generated/variants';

const PIECES: Record<string, () => string> = {
  K: m.piece_white_king,
  Q: m.piece_white_queen,
  R: m.piece_white_rook,
  B: m.piece_white_bishop,
  N: m.piece_white_knight,
  P: m.piece_white_pawn,
  k: m.piece_black_king,
  q: m.piece_black_queen,
  r: m.piece_black_rook,
  b: m.piece_black_bishop,
  n: m.piece_black_knight,
  p: m.piece_black_pawn,
};

const ROLES: Record<RoleLetter, () => string> = {
  k: m.role_king,
  q: m.role_queen,
  r: m.role_rook,
  b: m.role_bishop,
  n: m.role_knight,
  p: m.role_pawn,
};

/** Returns a text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the name of a variant that is not built in. */
function addedName(id: string): string {
  return ownVariants.info(id)?.name ?? addedVariantName(id) ?? id;
}

export function variantName(id: string): string {
  return isVariantId(id) ? VARIANT_TEXTS[id].name() : addedName(id);
}

/** Returns the short name of a variant, such as `Gliński`, for use below a picture. */
export function variantShortName(id: string): string {
  return isVariantId(id) ? VARIANT_TEXTS[id].shortName() : addedName(id);
}

/** Returns one sentence on what makes a variant special. */
export function variantAbout(id: string): string {
  if (isVariantId(id)) return VARIANT_TEXTS[id].about();
  return m.about_own({ file: ownVariants.fileOf(id)?.name ?? id, cells: ownVariants.info(id)?.cells ?? 0 });
}

/** Returns the piece's name with its colour; `K` is the white king, `k` the black one. */
export function pieceName(piece: string): string {
  return PIECES[piece]?.() ?? piece;
}

export function roleName(role: RoleLetter): string {
  return ROLES[role]();
}

export function sideName(side: Side): string {
  return side === 'w' ? m.player_white() : m.player_black();
}

/** Returns a result as written next to a game. */
export function resultText(outcome: { result: string }): string {
  return outcome.result
    .replace('1/2', '½')
    .replace('1/2', '½')
    .replace('3/4', '¾')
    .replace('1/4', '¼')
    .replace('-', ' : ');
}

function byWinner(outcome: Outcome, white: () => string, black: () => string, draw: () => string): string {
  if (outcome.winner === null) return draw();
  return outcome.winner === 'w' ? white() : black();
}

/** Returns the text for a resignation or a loss without mate. The other side gets the best result it could still reach. */
function conceded(outcome: Outcome, white: () => string, black: () => string, draw: () => string): string {
  const whole = ['1-0', '1/2-1/2', '0-1'].includes(outcome.result);
  return whole ? byWinner(outcome, white, black, draw) : m.outcome_most({ result: resultText(outcome) });
}

function stalemate(outcome: Outcome): string {
  if (outcome.result === '3/4-1/4') return m.outcome_stalemate_white();
  if (outcome.result === '1/4-3/4') return m.outcome_stalemate_black();
  return m.outcome_stalemate();
}

/** Returns how a game ended and who won. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.reason) {
    case 'checkmate':
      return outcome.winner === 'w' ? m.outcome_checkmate_white() : m.outcome_checkmate_black();
    case 'stalemate':
      return stalemate(outcome);
    case 'fivefold':
      return m.outcome_fivefold();
    case 'seventyfive':
      return m.outcome_seventyfive();
    case 'threefold':
      return m.outcome_threefold();
    case 'fifty':
      return m.outcome_fifty();
    case 'dead':
      return m.outcome_dead();
    case 'resignation':
      return conceded(outcome, m.outcome_resignation_white, m.outcome_resignation_black, m.outcome_resignation_draw);
    case 'agreement':
      return m.outcome_agreement();
    case 'time':
      return conceded(outcome, m.outcome_time_white, m.outcome_time_black, m.outcome_time_draw);
    case 'abandonment':
      return conceded(outcome, m.outcome_abandonment_white, m.outcome_abandonment_black, m.outcome_abandonment_draw);
    case 'abort':
      return m.outcome_abort();
    case 'forfeit':
      return conceded(outcome, m.outcome_forfeit_white, m.outcome_forfeit_black, m.outcome_forfeit_draw);
    case 'adjudication':
      return m.outcome_adjudication({ result: resultText(outcome) });
  }
}

/** Returns how a live game ended and who won, with the cause of an abort. */
export function liveOutcomeText(outcome: Outcome, abort: AbortCause | null): string {
  if (outcome.reason !== 'abort' || !abort) return outcomeText(outcome);
  switch (abort.kind) {
    case 'noFirstMove':
      return abort.by === 'w' ? m.outcome_abort_unbegun_white() : m.outcome_abort_unbegun_black();
    case 'player':
      return abort.by === 'w' ? m.outcome_abort_by_white() : m.outcome_abort_by_black();
    case 'server':
      return m.outcome_abort_by_server();
  }
}

/** Returns the result from the visitor's point of view; `null` if both sides are played here. */
export function verdictText(outcome: Outcome, own: Side | null): string | null {
  if (own === null) return null;
  if (outcome.reason === 'abort') return m.over_aborted();
  if (outcome.winner === own) return m.over_won();
  return outcome.winner === null ? m.over_drawn() : m.over_lost();
}

/** Returns whose turn it is, and whether there is check. */
export function turnText(state: GameState, computer: Side | null, thinking: boolean): string {
  const parts: string[] = [];
  if (thinking) parts.push(m.status_thinking());
  else if (computer !== null && computer !== state.turn) parts.push(m.status_yours());
  else parts.push(state.turn === 'w' ? m.status_white() : m.status_black());
  if (state.check) parts.push(m.status_check());
  return parts.join(' ');
}

/** Returns which past position is shown: the one after `ply` plies. */
export function pastText(move: { turn: Side } | undefined, ply: number, startFen: string, written: string): string {
  if (!move) return m.status_past_start();
  const fields = startFen.split(' ');
  const black = fields[1] === 'b' ? 1 : 0;
  const number = Number(fields[5] ?? 1) + Math.floor((ply - 1 + black) / 2);
  return m.status_past({ move: `${number}${move.turn === 'b' ? '…' : '.'} ${written}` });
}
