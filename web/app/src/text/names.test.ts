import { describe, expect, it } from 'vitest';
import type { Outcome, Reason, Result, Side } from '../generated/types';
import { liveOutcomeText, outcomeText } from './names';

const WINNERS: Partial<Record<Result, Side>> = { '1-0': 'w', '3/4-1/4': 'w', '1/4-3/4': 'b', '0-1': 'b' };

function text(reason: Reason, result: Result): string {
  const outcome: Outcome = { reason, result, winner: WINNERS[result] ?? null };
  return outcomeText(outcome);
}

describe('the end of a game that a side gave up', () => {
  const reasons: Reason[] = ['resignation', 'time', 'abandonment', 'forfeit'];

  it.each(reasons)('by %s names the winner, a draw, or the score', (reason) => {
    expect(text(reason, '1-0')).toContain('White wins.');
    expect(text(reason, '0-1')).toContain('Black wins.');
    expect(text(reason, '1/2-1/2')).toContain('a draw.');
    expect(text(reason, '1/2-1/2')).not.toContain('wins');
    expect(text(reason, '3/4-1/4')).toContain('¾ : ¼');
    expect(text(reason, '1/4-3/4')).toContain('¼ : ¾');
  });
});

describe('the end of a game between people', () => {
  const aborted: Outcome = { reason: 'abort', result: '*', winner: null };

  it('says why it was aborted, as far as that is known', () => {
    expect(liveOutcomeText(aborted, { kind: 'noFirstMove', by: 'w' })).toContain('White did not make the first move');
    expect(liveOutcomeText(aborted, { kind: 'noFirstMove', by: 'b' })).toContain('Black did not make the first move');
    expect(liveOutcomeText(aborted, { kind: 'player', by: 'w' })).toContain('White aborted');
    expect(liveOutcomeText(aborted, { kind: 'player', by: 'b' })).toContain('Black aborted');
    expect(liveOutcomeText(aborted, { kind: 'server' })).toContain('The server aborted');
    expect(liveOutcomeText(aborted, null)).toBe(outcomeText(aborted));
  });

  it('is any other end otherwise', () => {
    const won: Outcome = { reason: 'resignation', result: '1-0', winner: 'w' };
    expect(liveOutcomeText(won, null)).toBe(outcomeText(won));
  });
});
