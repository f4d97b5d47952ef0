/** Sentences, in the visitor's language, for what the server refuses. */

import { ApiError, OfflineError } from '../domain/api';
import type { ErrorCode } from '../generated/protocol';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { errorText } from './errors';

/** The sentence for whatever a request was rejected with. */
export function requestErrorText(error: unknown): string {
  if (error instanceof ApiError) return liveErrorText(error.error);
  if (error instanceof OfflineError) return m.error_live_offline();
  return errorText(error);
}

/** The sentence for a code of the server. */
export function liveErrorText(error: ErrorCode): string {
  switch (error.code) {
    case 'invalid_field':
    case 'too_long':
    case 'too_large':
    case 'too_many':
    case 'illegal_move':
    case 'rate_limited':
    case 'suspended':
    case 'not_abandoned':
    case 'bad_conditional_move':
      return withParameters(error);
    default:
      return (PLAIN[error.code] ?? m.error_live_internal)();
  }
}

type WithParameters = Extract<
  ErrorCode,
  {
    code:
      | 'invalid_field'
      | 'too_long'
      | 'too_large'
      | 'too_many'
      | 'illegal_move'
      | 'rate_limited'
      | 'suspended'
      | 'not_abandoned'
      | 'bad_conditional_move';
  }
>;

/** The codes whose sentence has no parameters. */
const PLAIN: Record<Exclude<ErrorCode['code'], WithParameters['code']>, () => string> = {
  sign_in_required: m.error_live_sign_in_required,
  account_required: m.error_live_account_required,
  forbidden: m.error_live_forbidden,
  wrong_origin: m.error_live_wrong_origin,
  not_found: m.error_live_not_found,
  gone: m.error_live_gone,
  invalid_message: m.error_live_invalid_message,
  unsupported_version: m.error_live_unsupported_version,
  name_taken: m.error_live_name_taken,
  invalid_name: m.error_live_invalid_name,
  weak_password: m.error_live_weak_password,
  wrong_password: m.error_live_wrong_password,
  invalid_email: m.error_live_invalid_email,
  email_disabled: m.error_live_email_disabled,
  invalid_token: m.error_live_invalid_token,
  account_closed: m.error_live_account_closed,
  unknown_variant: m.error_live_unknown_variant,
  invalid_position: m.error_live_invalid_position,
  invalid_control: m.error_live_invalid_control,
  cannot_be_rated: m.error_live_cannot_be_rated,
  not_accepted: m.error_live_not_accepted,
  oneself: m.error_live_oneself,
  muted: m.error_live_muted,
  busy: m.error_live_busy,
  shutting_down: m.error_live_shutting_down,
  internal: m.error_live_internal,
  game_over: m.error_live_game_over,
  not_your_turn: m.error_live_not_your_turn,
  wrong_ply: m.error_live_wrong_ply,
  nothing_offered: m.error_live_nothing_offered,
  cannot_offer_draw: m.error_live_cannot_offer_draw,
  no_claim: m.error_live_no_claim,
  cannot_take_back: m.error_live_cannot_take_back,
  cannot_add_time: m.error_live_cannot_add_time,
  cannot_abort: m.error_live_cannot_abort,
  cannot_resign: m.error_live_cannot_resign,
  no_conditional_moves: m.error_live_no_conditional_moves,
};

function withParameters(error: WithParameters): string {
  switch (error.code) {
    case 'invalid_field':
      return m.error_live_invalid_field(error.params);
    case 'too_long':
      return m.error_live_too_long(error.params);
    case 'too_large':
      return m.error_live_too_large(error.params);
    case 'too_many':
      return m.error_live_too_many(error.params);
    case 'illegal_move':
      return m.error_live_illegal_move(error.params);
    case 'rate_limited':
      return m.error_live_rate_limited({ seconds: error.params.retryAfter });
    case 'suspended': {
      const { until } = error.params;
      return until === null ? m.error_live_suspended() : m.error_live_suspended_until({ until: moment(until) });
    }
    case 'not_abandoned':
      return error.params.from === null ? m.error_live_not_abandoned() : m.error_live_not_abandoned_yet();
    case 'bad_conditional_move':
      return m.error_live_bad_conditional_move({ line: error.params.line + 1, move: error.params.ply + 1 });
  }
}

function moment(at: number): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
