import { describe, expect, it } from 'vitest';
import { sample } from '../team-tournament-for-tests';
import { boardsOfRound, gamePointsOf } from './round-boards';
import { inOrder, pairingCommand, pairingOf } from './round-pairing';
import { pairingState } from './round-state';

const known = (_: unknown, result: string | null): string | null => result;

describe('the boards of a round', () => {
  it('come one after the other, with the results that are shown', () => {
    const boards = boardsOfRound(sample(), 1, (place, result) => (place.board === 2 ? '0-1' : result));
    expect(boards).toEqual([
      {
        place: { round: 1, first: 1, board: 1 },
        match: 1,
        first: 'Anna',
        second: 'Kata',
        ratings: [1900, 1900],
        result: '1-0',
      },
      {
        place: { round: 1, first: 1, board: 2 },
        match: 1,
        first: 'Boris',
        second: 'Réka',
        ratings: [1800, 1700],
        result: '0-1',
      },
    ]);
    expect(gamePointsOf(boards)).toEqual([4, 4]);
    expect(boardsOfRound(sample(), 3, known)).toEqual([]);
  });
});

describe('the pairing of a round', () => {
  it('is set by a command', () => {
    const [first] = sample().rounds;
    expect(first && pairingCommand(pairingOf(first))).toEqual({
      kind: 'setPairs',
      pairs: [{ first: 1, second: 0 }],
      bye: 2,
    });
  });

  it('begins with the order of the standings', () => {
    const tournament = sample();
    expect(inOrder(tournament)).toEqual({ pairs: [[1, 2]], bye: 0 });
    const [szeged] = tournament.teams;
    if (szeged) szeged.present = false;
    expect(inOrder(tournament)).toEqual({ pairs: [[1, 2]], bye: null });
  });
});

describe('the state of the pairings', () => {
  it('waits for the results that are missing', () => {
    expect(pairingState(sample(), known)).toEqual({ kind: 'missing', next: 3, round: 2, count: 1, canUnpair: false });
    expect(pairingState(sample(), () => '1-0')).toEqual({ kind: 'ready', next: 3, canUnpair: false });
  });

  it('needs two teams', () => {
    const tournament = sample();
    for (const team of tournament.teams.slice(1)) team.present = false;
    expect(pairingState(tournament, () => '1-0')).toMatchObject({ kind: 'few', next: 3 });
  });
});
