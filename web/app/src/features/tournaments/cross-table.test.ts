import { describe, expect, it } from 'vitest';
import { quartersOf } from '../../domain/result-points';
import { cellsOf, pointsBefore, ranksOf } from './cross-table';
import { sample } from './tournament-for-tests';

describe('the tables of a tournament', () => {
  it('know the quarters of every result', () => {
    expect(quartersOf('3/4-1/4')).toEqual({ w: 3, b: 1 });
    expect(quartersOf('1/2-1/2')).toEqual({ w: 2, b: 2 });
    expect(quartersOf('-/+')).toEqual({ w: 0, b: 4 });
    expect(quartersOf('0-0')).toEqual({ w: 0, b: 0 });
    expect(quartersOf(null)).toBeNull();
  });

  it('have the games and byes of each player by round', () => {
    const cells = cellsOf(sample());
    expect(cells[0]?.[0]).toEqual({
      kind: 'game',
      colour: 'w',
      opponent: 2,
      board: 1,
      result: '1-0',
      points: 4,
      forfeited: false,
    });
    expect(cells[4]?.[0]).toEqual({ kind: 'bye', bye: 'allocated', points: 4 });
    expect(cells[3]?.[1]).toMatchObject({ kind: 'game', colour: 'b', result: '+/-', points: 0, forfeited: true });
    expect(cells[1]?.[2]).toMatchObject({ result: null, points: null });
  });

  it('add the points of games, byes and corrections before a round', () => {
    const tournament = sample();
    expect(pointsBefore(tournament, 1)).toEqual([0, 0, 0, 0, 0]);
    expect(pointsBefore(tournament, 2)).toEqual([4, 2, 0, 2, 4]);
    expect(pointsBefore(tournament, 3)).toEqual([6, 2 + 2, 4, 2, 4 + 2 - 2]);
  });

  it('leave out games against a player whose games do not count', () => {
    const tournament = sample();
    const last = tournament.players[2];
    if (last) last.annulled = true;
    expect(pointsBefore(tournament, 2)[0]).toBe(0);
  });

  it('number the players as they stand', () => {
    expect([...ranksOf(sample())]).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 4],
      [3, 5],
    ]);
  });
});
