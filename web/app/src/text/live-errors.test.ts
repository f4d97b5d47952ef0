/** Sentences for the codes of the server, in both languages. */

import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from '../domain/api';
import type { ErrorCode } from '../generated/protocol';
import { m } from '../paraglide/messages.js';
import { baseLocale, overwriteGetLocale } from '../paraglide/runtime.js';
import { liveErrorText, requestErrorText } from './live-errors';

afterEach(() => overwriteGetLocale(() => baseLocale));

const CASES: [error: ErrorCode, en: string, ru: string][] = [
  [{ code: 'rate_limited', params: { retryAfter: 1 } }, 'in 1 second.', 'через 1 секунду.'],
  [{ code: 'rate_limited', params: { retryAfter: 21.5 } }, 'in 22 seconds.', 'через 22 секунды.'],
  [{ code: 'suspended', params: { until: null } }, 'is suspended.', 'заблокирован.'],
  [{ code: 'suspended', params: { until: 1_795_000_000_000 } }, '2026', '2026'],
  [{ code: 'bad_conditional_move', params: { line: 0, ply: 1 } }, 'Line 1 ', 'Вариант 1 '],
  [{ code: 'arena_full', params: { limit: 2000 } }, 'it has 2000 players', 'участников 2000'],
  [{ code: 'too_many', params: { limit: 7 } }, '7 at most', 'не больше 7'],
];

describe('the sentence for a code of the server', () => {
  it.each(CASES)('%o', (error, en, ru) => {
    expect(liveErrorText(error)).toContain(en);
    overwriteGetLocale(() => 'ru');
    expect(liveErrorText(error)).toContain(ru);
  });

  it('is there for everything that a request rejects with', () => {
    expect(requestErrorText(new ApiError({ code: 'name_taken' }, 409))).toContain('is taken');
    expect(requestErrorText(new OfflineError('x'))).toContain('does not answer');
    expect(requestErrorText(new Error('odd'))).toContain('odd');
    expect(requestErrorText(new ApiError({ code: 'of a newer server' } as unknown as ErrorCode, 400))).not.toBe('');
  });

  it('is the message of that name', () => {
    expect(liveErrorText({ code: 'gone' })).toBe(m.error_gone());
    expect(liveErrorText({ code: 'too_long', params: { field: 'x', limit: 9 } })).toBe(
      m.error_too_long({ field: 'x', limit: 9 }),
    );
  });
});
