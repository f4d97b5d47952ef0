/** Texts of the endgame practice. */

import { m } from '../../paraglide/messages.js';
import { damagedText } from '../../text/endings';
import { outcomeText } from '../../text/names';
import { settings } from '../../ui/settings.svelte';
import type { Practice, Verdict } from './practice.svelte';

function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'best':
      return m.practice_best({ left: verdict.left });
    case 'slower':
      return m.practice_slower({ left: verdict.left, lost: verdict.lost });
    case 'spoilt':
      if (verdict.result === 'draw') return m.practice_draw();
      return verdict.result === 'stalemate-win' ? m.practice_stalemate() : m.practice_lost();
  }
}

/** Returns the status line. */
export function statusText({ phase, verdict, state, moves, best, left, damaged }: Practice): string {
  switch (phase) {
    case 'loading':
      return m.loading();
    case 'failed':
      return damaged === null ? m.practice_failed() : damagedText(damaged, settings.locale);
    case 'won':
      return m.practice_won({ moves, best });
    case 'over':
      return state?.outcome ? outcomeText(state.outcome) : '';
    default:
      return verdict ? verdictText(verdict) : m.practice_start({ left });
  }
}
