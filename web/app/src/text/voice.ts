/** Sentences of the voice, each in one line or two: the first says what is so, the second one why. */

import type { Claim, MoveRefusal, PawnStyle, PlacedPiece, RoleLetter } from '../generated/types';
import { m } from '../paraglide/messages.js';
import { capital, roleName } from './names';

/** Attempted move. Without a target, the piece was only picked up and has no legal move. */
export interface Attempt {
  role: RoleLetter;
  from: string;
  to: string | null;
}

function role({ piece }: PlacedPiece): string {
  return roleName(piece.toLowerCase() as RoleLetter);
}

/** Returns the parameters that name the piece which prevents the move. */
function named(by: PlacedPiece): { by: string; cell: string } {
  return { by: role(by), cell: by.cell };
}

const GEOMETRY: Record<Exclude<RoleLetter, 'p'>, () => string> = {
  k: m.voice_geometry_k,
  q: m.voice_geometry_q,
  r: m.voice_geometry_r,
  b: m.voice_geometry_b,
  n: m.voice_geometry_n,
};

function pawnText({ directions, captures }: PawnStyle): string {
  if (captures === 'edges') return m.voice_pawn_edges();
  if (captures === 'other') return m.voice_pawn_other();
  return directions === 1 ? m.voice_pawn_corners() : m.voice_pawn_two();
}

/** Returns why a piece that was picked up has no legal move. */
function stillText(refusal: MoveRefusal, { role: own, from }: Attempt): string {
  switch (refusal.code) {
    case 'pinned':
      return capital(m.voice_pinned_still({ piece: roleName(own), from, ...named(refusal.by) }));
    case 'stays_in_check':
    case 'double_check':
      return refusalText(refusal, { role: own, from, to: from });
    case 'king_into_check':
      return m.voice_king_still();
    default:
      return capital(m.voice_still({ piece: roleName(own) }));
  }
}

/** Returns why a move is impossible. */
export function refusalText(refusal: MoveRefusal, attempt: Attempt): string {
  const { role: own, to } = attempt;
  if (to === null) return stillText(refusal, attempt);
  switch (refusal.code) {
    case 'pinned':
      return capital(m.voice_pinned({ piece: roleName(own), ...named(refusal.by) }));
    case 'stays_in_check': {
      const text = refusal.blockable ? m.voice_in_check : m.voice_in_check_near;
      return text(named(refusal.by));
    }
    case 'double_check':
      return m.voice_double_check({ first: refusal.by[0].cell, second: refusal.by[1].cell });
    case 'king_into_check':
      return m.voice_king_into_check({ to, ...named(refusal.by) });
    case 'blocked':
      return m.voice_blocked(named(refusal.by));
    case 'cell_color':
      return m.voice_cell_color({ to });
    case 'own_piece':
      return m.voice_own_piece({ to });
    case 'geometry':
      return own === 'p' ? (refusal.pawn ? pawnText(refusal.pawn) : m.voice_pawn_other()) : GEOMETRY[own]();
    case 'pawn_blocked':
      return m.voice_pawn_blocked();
    case 'pawn_stopped':
      return m.voice_pawn_stopped(named(refusal.by));
    case 'pawn_steps':
      return m.voice_pawn_steps({ steps: refusal.steps });
    case 'nothing_to_capture':
      return m.voice_nothing_to_take({ to });
    case 'first_capture_only':
      return m.voice_first_capture_only();
    case 'en_passant_exposes_king':
      return m.voice_en_passant_exposes(named(refusal.by));
    case 'castling_lost':
      return m.voice_castling_lost();
    case 'castling_in_check':
      return m.voice_castling_in_check(named(refusal.by));
    case 'castling_blocked':
      return m.voice_castling_blocked(named(refusal.by));
    case 'castling_through_check':
      return m.voice_castling_attacked({ crossed: refusal.cell, ...named(refusal.by) });
    case 'no_piece':
    case 'other_side':
      return '';
  }
}

/** Piece that is touched for the first time, with the number of cells to which it can go. */
export interface Touched {
  role: RoleLetter;
  /** How pawns move in this game, for a pawn. */
  pawn?: PawnStyle | undefined;
  cells: number;
  captures: number;
}

const HINTS: Record<Exclude<RoleLetter, 'p'>, () => string> = {
  k: m.voice_hint_k,
  q: m.voice_hint_q,
  r: m.voice_hint_r,
  b: m.voice_hint_b,
  n: m.voice_hint_n,
};

function pawnHint(pawn: PawnStyle | undefined): string {
  if (pawn?.captures === 'edges') return m.voice_hint_p_edges();
  if (pawn?.captures !== 'corners') return m.voice_hint_p_other();
  return pawn.directions === 1 ? m.voice_hint_p_corners() : m.voice_hint_p_two();
}

/** Returns what a piece is, and where it can go. */
export function hintText({ role: own, pawn, cells, captures }: Touched): string {
  const first = own === 'p' ? pawnHint(pawn) : HINTS[own]();
  const second = captures > 0 ? m.voice_hint_captures({ cells, captures }) : m.voice_hint_cells({ cells });
  return `${first}\n${second}`;
}

/** Event that is explained when it is first seen. */
export type GameEvent =
  | { kind: 'check' | 'castling-short' | 'castling-long' }
  /** `pawn`: cell of the pawn that can be taken; `cell`: target of the capture; `opponent`: name of the person whose pawn it is. */
  | { kind: 'en-passant'; pawn: string; cell: string; opponent?: string | undefined }
  /** Points of both sides, as written. */
  | { kind: 'stalemate'; white: string; black: string }
  | { kind: 'promotion'; role: RoleLetter };

export function eventText(event: GameEvent): string {
  switch (event.kind) {
    case 'check':
      return m.voice_event_check();
    case 'castling-short':
      return m.voice_event_castling_short();
    case 'castling-long':
      return m.voice_event_castling_long();
    case 'en-passant':
      return event.opponent === undefined
        ? m.voice_event_en_passant({ pawn: event.pawn, cell: event.cell })
        : m.voice_event_en_passant_of({ name: event.opponent, cell: event.cell });
    case 'stalemate':
      return m.voice_event_stalemate({ white: event.white, black: event.black });
    case 'promotion':
      return m.voice_event_promotion({ piece: roleName(event.role) });
  }
}

/** Returns what becomes of a premove. */
export function premoveText(opponent: string | undefined): string {
  return opponent === undefined ? m.voice_premove() : m.voice_premove_of({ name: opponent });
}

/** Returns what it means that a draw may be claimed. */
export function claimText(claim: Claim): string {
  return claim === 'threefold' ? m.voice_claim_threefold() : m.voice_claim_fifty();
}
