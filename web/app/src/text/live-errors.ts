/** Sentences for the server's refusals, in the visitor's language. */

import type { ErrorCode, TournamentRefusal } from '../generated/protocol';
import { ApiError, OfflineError } from '../domain/api';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';

interface Coded {
  code: string;
  params?: unknown;
}

/** Parameters of a code; `undefined` if it has none. */
type ParamsOf<E extends Coded, C> = Extract<E, { code: C }> extends { params: infer Params } ? Params : undefined;

/** A sentence for every code of an error, most of which are messages that take the parameters as they are. */
export type Sentences<E extends Coded> = { readonly [C in E['code']]: (params: ParamsOf<E, C>) => string };

/** Returns the sentence for an error; `undefined` if its code is newer than the table. */
export function sentenceOf<E extends Coded>(sentences: Sentences<E>, error: E): string | undefined {
  const known: Record<string, ((params: never) => string) | undefined> = sentences;
  return known[error.code]?.(error.params as never);
}

/** Code that any page may meet; the pages of tournaments have the sentences for the others. */
type CommonCode = Exclude<ErrorCode, TournamentRefusal>;

/** Sentences by code: messages `error_CODE`. */
const SENTENCES: Sentences<CommonCode> = {
  sign_in_required: m.error_sign_in_required,
  account_required: m.error_account_required,
  forbidden: m.error_forbidden,
  wrong_origin: m.error_wrong_origin,
  not_found: m.error_not_found,
  gone: m.error_gone,
  changed: m.error_changed,
  invalid_field: m.error_invalid_field,
  too_long: m.error_too_long,
  invalid_message: m.error_invalid_message,
  too_large: m.error_too_large,
  unsupported_version: m.error_unsupported_version,
  rate_limited: ({ retryAfter }) => m.error_rate_limited({ seconds: Math.max(1, Math.ceil(retryAfter)) }),
  name_taken: m.error_name_taken,
  invalid_name: m.error_invalid_name,
  weak_password: m.error_weak_password,
  wrong_password: m.error_wrong_password,
  invalid_email: m.error_invalid_email,
  email_disabled: m.error_email_disabled,
  invalid_token: m.error_invalid_token,
  account_closed: m.error_account_closed,
  suspended: ({ until }) => suspended(until),
  unknown_variant: m.error_unknown_variant,
  invalid_position: m.error_invalid_position,
  invalid_control: m.error_invalid_control,
  cannot_be_rated: m.error_cannot_be_rated,
  too_many: m.error_too_many,
  not_accepted: m.error_not_accepted,
  oneself: m.error_oneself,
  muted: m.error_muted,
  team_members_only: m.error_team_members_only,
  last_leader: m.error_last_leader,
  not_open: m.error_not_open,
  not_in_tables: m.error_not_in_tables,
  castling_rights: m.error_castling_rights,
  damaged_table: m.error_damaged_table,
  busy: m.error_busy,
  shutting_down: m.error_shutting_down,
  internal: m.error_internal,
  command_id_used: m.error_command_id_used,
  game_over: m.error_game_over,
  not_your_turn: m.error_not_your_turn,
  wrong_ply: m.error_wrong_ply,
  illegal_move: m.error_illegal_move,
  nothing_offered: m.error_nothing_offered,
  cannot_offer_draw: m.error_cannot_offer_draw,
  no_claim: m.error_no_claim,
  cannot_take_back: m.error_cannot_take_back,
  cannot_add_time: m.error_cannot_add_time,
  cannot_abort: m.error_cannot_abort,
  cannot_resign: m.error_cannot_resign,
  cannot_berserk: m.error_cannot_berserk,
  not_abandoned: m.error_not_abandoned,
  too_many_events: m.error_too_many_events,
  no_conditional_moves: m.error_no_conditional_moves,
  invalid_arena: m.error_invalid_arena,
  arena_begun: m.error_arena_begun,
  arena_over: m.error_arena_over,
  arena_full: m.error_arena_full,
  not_in_arena: m.error_not_in_arena,
  invalid_correspondence: m.error_invalid_correspondence,
  correspondence_begun: m.error_correspondence_begun,
  correspondence_over: m.error_correspondence_over,
  correspondence_full: m.error_correspondence_full,
  not_in_correspondence: m.error_not_in_correspondence,
  invalid_simul: m.error_invalid_simul,
  simul_begun: m.error_simul_begun,
  simul_over: m.error_simul_over,
  simul_full: m.error_simul_full,
  not_in_simul: m.error_not_in_simul,
  removed_from_simul: m.error_removed_from_simul,
  no_opponents: m.error_no_opponents,
  bad_conditional_move: ({ line, ply }) => m.error_bad_conditional_move({ line: line + 1, number: ply + 1 }),
};

/** Returns the sentence for an error code of the server. A code of a newer server has none here. */
export function liveErrorText(error: ErrorCode): string {
  return sentenceOf(SENTENCES, error as CommonCode) ?? m.error_internal();
}

function suspended(until: number | null): string {
  if (until === null) return m.error_suspended();
  const date = new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(until);
  return m.error_suspended_until({ date });
}

/** Returns the sentence for anything that a request rejects with. */
export function requestErrorText(error: unknown): string {
  if (error instanceof ApiError) return liveErrorText(error.error);
  if (error instanceof OfflineError) return m.error_offline();
  return m.error_unknown({ message: error instanceof Error ? error.message : String(error) });
}
