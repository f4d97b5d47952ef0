import { describe, expect, it } from 'vitest';
import type { CorrespondenceTournament } from '../../generated/protocol';
import { formatText, stageName, termsText, valueText } from './correspondence-text';

describe('texts of a round robin by correspondence', () => {
  it('say its terms', () => {
    expect(termsText({ days: 3, rated: true })).toBe('3 days a move · Rated');
    expect(termsText({ days: 1, rated: false })).toBe('1 day a move · Casual');
  });

  it('say in words what the choice means', () => {
    expect(formatText({ places: 16, groupSize: 4, promoted: 2, double: false })).toBe(
      'Up to 16 players in groups of up to 4; the first 2 of each play on until one group is left. ' +
        'Everyone plays everyone in the group once. 3 stages if all places are taken.',
    );
    expect(formatText({ places: 9, groupSize: 3, promoted: 1, double: true })).toBe(
      'Up to 9 players in groups of up to 3; the first of each plays on until one group is left. ' +
        'Everyone plays everyone in the group twice, with both colours. 2 stages if all places are taken.',
    );
    expect(formatText({ places: 6, groupSize: 8, promoted: 2, double: false })).toBe(
      'Up to 6 players, all in one group. Everyone plays everyone in the group once.',
    );
  });

  it('name the stages', () => {
    const tournament = { stages: [[{}, {}], [{}]] } as unknown as CorrespondenceTournament;
    expect([stageName(tournament, 0), stageName(tournament, 1)]).toEqual(['Stage 1', 'Final']);
  });

  it('write tie-breaks as the language does', () => {
    expect([valueText('14.5', 'en'), valueText('14.5', 'hu'), valueText('3.0625', 'de')]).toEqual([
      '14.5',
      '14,5',
      '3,0625',
    ]);
  });
});
