/** Sentences for the server's refusals, in the visitor's language. */

import type { ErrorCode } from '../generated/protocol';
import { ApiError, OfflineError } from '../domain/api';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';

/** Returns the sentence for an error code of the server. */
export function liveErrorText(error: ErrorCode): string {
  switch (error.code) {
    case 'sign_in_required':
      return m.error_sign_in_required();
    case 'account_required':
      return m.error_account_required();
    case 'forbidden':
      return m.error_forbidden();
    case 'wrong_origin':
      return m.error_wrong_origin();
    case 'not_found':
      return m.error_not_found();
    case 'gone':
      return m.error_gone();
    case 'invalid_field':
      return m.error_invalid_field(error.params);
    case 'too_long':
      return m.error_too_long(error.params);
    case 'invalid_message':
      return m.error_invalid_message();
    case 'too_large':
      return m.error_too_large(error.params);
    case 'unsupported_version':
      return m.error_unsupported_version();
    case 'rate_limited':
      return m.error_rate_limited({ seconds: Math.max(1, Math.ceil(error.params.retryAfter)) });
    case 'name_taken':
      return m.error_name_taken();
    case 'invalid_name':
      return m.error_invalid_name();
    case 'weak_password':
      return m.error_weak_password();
    case 'wrong_password':
      return m.error_wrong_password();
    case 'invalid_email':
      return m.error_invalid_email();
    case 'email_disabled':
      return m.error_email_disabled();
    case 'invalid_token':
      return m.error_invalid_token();
    case 'account_closed':
      return m.error_account_closed();
    case 'suspended':
      return suspended(error.params.until);
    case 'unknown_variant':
      return m.error_unknown_variant();
    case 'invalid_position':
      return m.error_invalid_position();
    case 'invalid_control':
      return m.error_invalid_control();
    case 'cannot_be_rated':
      return m.error_cannot_be_rated();
    case 'too_many':
      return m.error_too_many(error.params);
    case 'not_accepted':
      return m.error_not_accepted();
    case 'oneself':
      return m.error_oneself();
    case 'muted':
      return m.error_muted();
    case 'not_in_tables':
      return m.error_not_in_tables();
    case 'castling_rights':
      return m.error_castling_rights();
    case 'damaged_table':
      return m.error_damaged_table(error.params);
    case 'busy':
      return m.error_busy();
    case 'shutting_down':
      return m.error_shutting_down();
    case 'internal':
      return m.error_internal();
    case 'command_id_used':
      return m.error_command_id_used();
    case 'game_over':
      return m.error_game_over();
    case 'not_your_turn':
      return m.error_not_your_turn();
    case 'wrong_ply':
      return m.error_wrong_ply();
    case 'illegal_move':
      return m.error_illegal_move(error.params);
    case 'nothing_offered':
      return m.error_nothing_offered();
    case 'cannot_offer_draw':
      return m.error_cannot_offer_draw();
    case 'no_claim':
      return m.error_no_claim();
    case 'cannot_take_back':
      return m.error_cannot_take_back();
    case 'cannot_add_time':
      return m.error_cannot_add_time();
    case 'cannot_abort':
      return m.error_cannot_abort();
    case 'cannot_resign':
      return m.error_cannot_resign();
    case 'not_abandoned':
      return m.error_not_abandoned();
    case 'too_many_events':
      return m.error_too_many_events();
    case 'no_conditional_moves':
      return m.error_no_conditional_moves();
    case 'bad_conditional_move':
      return m.error_bad_conditional_move({ line: error.params.line + 1, number: error.params.ply + 1 });
  }
}

function suspended(until: number | null): string {
  if (until === null) return m.error_suspended();
  const date = new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(until);
  return m.error_suspended_until({ date });
}

/** Returns the sentence for anything that a request rejects with. */
export function requestErrorText(error: unknown): string {
  // A code of a newer server has no sentence here.
  if (error instanceof ApiError) return liveErrorText(error.error) ?? m.error_internal();
  if (error instanceof OfflineError) return m.error_offline();
  return m.error_unknown({ message: error instanceof Error ? error.message : String(error) });
}
