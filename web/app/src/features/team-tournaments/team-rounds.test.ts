import { describe, expect, it } from 'vitest';
import { scoreParts } from './score-parts';
import { boardsOfPlayer, placesOf, roundsOf, wasPaired } from './team-rounds';
import { sample } from './team-tournament-for-tests';

describe('the rounds of a team', () => {
  it('have the points of both teams, those of the team first', () => {
    expect(roundsOf(sample(), 0)).toEqual([
      { kind: 'match', match: 1, opponent: 1, isFirst: false, gamePoints: [3, 5], matchPoints: 0 },
      { kind: 'match', match: 1, opponent: 2, isFirst: true, gamePoints: [2, 2], matchPoints: null },
    ]);
  });

  it('have byes, and are empty without a match', () => {
    const tournament = sample();
    expect(roundsOf(tournament, 2)[0]).toEqual({ kind: 'bye', gamePoints: 4, matchPoints: 4 });
    expect(roundsOf(tournament, 7)).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  });

  it('show whether a team was ever paired', () => {
    const tournament = sample();
    expect([0, 2, 7].map((team) => wasPaired(tournament, team))).toEqual([true, true, false]);
  });

  it('give the scores, as far as the standings go', () => {
    const tournament = sample();
    expect(scoreParts(tournament, 1, 'match')).toMatchObject([{ round: 1, opponent: 0, value: '2', cut: false }]);
    expect(scoreParts(tournament, 1, 'game')).toMatchObject([{ value: '1¼' }]);
    expect(scoreParts(tournament, 2, 'game')).toMatchObject([{ opponent: null, value: '1' }]);
    expect(scoreParts({ ...tournament, ranked: 2 }, 0, 'game')).toMatchObject([{ round: 1, value: '¾' }]);
    const [left] = tournament.teams;
    if (left) left.annulled = true;
    expect(scoreParts(tournament, 1, 'game')).toMatchObject([{ cut: true }]);
  });
});

it('knows the places of the teams', () => {
  expect([...placesOf(sample())]).toEqual([
    [1, 1],
    [2, 2],
    [0, 3],
  ]);
});

it('knows the boards and colours of a player', () => {
  expect(boardsOfPlayer(sample(), 0, 0)).toMatchObject([
    { round: 1, board: 1, colour: 'b', opponent: { team: 1, player: 0 }, result: '1-0', isFirst: false },
    { round: 2, board: 1, colour: 'w', opponent: { team: 2, player: null }, isFirst: true },
  ]);
  // The second team has White on board 2.
  expect(boardsOfPlayer(sample(), 0, 2)).toMatchObject([{ board: 2, colour: 'w', opponent: { team: 1, player: 1 } }]);
});
