/** Names and sentences of the analysis in the visitor's language. */

import { m } from '../../paraglide/messages.js';
import { decimalText } from '../../ui/move-text';
import { settings } from '../../ui/settings.svelte';
import { markName } from '../../text/review';
import type { ReviewedMove } from '../../generated/types';
import type { Origin } from '../../domain/review/analysis-engine';
import type { Phase } from './phases';

export function phaseName(phase: Phase): string {
  switch (phase) {
    case 'opening':
      return m.phase_opening();
    case 'middlegame':
      return m.phase_middlegame();
    case 'endgame':
      return m.phase_endgame();
  }
}

/** Returns the label of a button with its key. */
export function withKey(name: string, key: string): string {
  return `${name} (${key})`;
}

export function originText(origin: Origin): string {
  return origin === 'server' ? m.engine_on_server() : m.engine_in_browser();
}

/** Formats an evaluation, or the result of a finished game, in the page's language: `+0,61` in Russian, `1–0`, `½–½`. */
export function evalText(text: string): string {
  if (!isResult(text)) return decimalText(text);
  return text.replaceAll('1/2', '½').replace('3/4', '¾').replace('1/4', '¼').replace('-', '–');
}

/** Returns a shorter evaluation with one decimal and no sign, which the place of the number shows. */
export function shortEvalText(text: string): string {
  if (isResult(text)) return evalText(text);
  if (text.startsWith('#')) return text.replace('-', '');
  // Computed in whole hundredths, since 1.95 is slightly less in binary.
  const tenths = Math.round(Math.round(Math.abs(Number(text)) * 100) / 10);
  return decimalText((tenths / 10).toFixed(1));
}

function isResult(text: string): boolean {
  return /^[\d/]+-[\d/]+$/.test(text);
}

/** Returns a large number in compact form, such as `1.2M`. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat(settings.locale, { notation: 'compact', maximumSignificantDigits: 2 }).format(value);
}

/** Returns a move with its review, for the graph. */
export function reviewedText(move: string, reviewed: ReviewedMove | undefined): string {
  if (!reviewed) return move;
  const parts = [move, decimalText(reviewed.eval.text)];
  if (reviewed.mark) parts.push(markName(reviewed.mark));
  return parts.join(', ');
}
