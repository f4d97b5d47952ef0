/** Sentences about teams. */

import { ApiError } from '../../domain/api';
import { m } from '../../paraglide/messages.js';
import { requestErrorText } from '../../text/live-errors';

/** Returns the sentence for a refused request about a team. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError && error.error.code === 'invalid_field' && error.error.params.field === 'name') {
    return m.team_name_wrong();
  }
  return requestErrorText(error);
}

/** Returns the sentence for a message that was not sent. */
export function messageProblem(error: unknown): string {
  return error instanceof ApiError && error.code === 'rate_limited' ? m.team_message_limit() : requestErrorText(error);
}

/** Splits a text into its paragraphs, which may have several lines. */
export function paragraphs(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
}
