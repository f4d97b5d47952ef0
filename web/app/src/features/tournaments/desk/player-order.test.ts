import { expect, it } from 'vitest';
import type { TournamentPlayer } from '../../../generated/protocol';
import { NO_ENTRANT } from '../../../domain/player-list';
import { drawn, moved, ordered } from './player-order';

function player(number: number | null, removed = false): TournamentPlayer {
  return { entrant: NO_ENTRANT, number, present: true, removed, annulled: false, requests: [], corrections: [] };
}

it('orders players by number, then as they were entered', () => {
  expect(ordered({ players: [player(null), player(2), player(null, true), player(1), player(null)] })).toEqual([
    3, 1, 0, 4,
  ]);
});

it('moves a player by one place', () => {
  expect(moved([5, 6, 7], 0, 1)).toEqual([6, 5, 7]);
  expect(moved([5, 6, 7], 2, -1)).toEqual([5, 7, 6]);
  expect(moved([5, 6, 7], 0, -1)).toEqual([5, 6, 7]);
});

it('draws lots with every player once', () => {
  const values = [0.99, 0, 0.5, 0];
  expect(drawn([1, 2, 3, 4], () => values.shift() ?? 0)).toEqual([4, 1, 3, 2]);
});
