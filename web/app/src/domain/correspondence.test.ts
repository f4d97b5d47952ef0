import { describe, expect, it } from 'vitest';
import type { CorrespondenceGame, CorrespondenceGroup, CorrespondenceTournament } from '../generated/protocol';
import {
  gamesOf,
  groupsOf,
  hasWithdrawn,
  lettersOf,
  ownGames,
  podiumOf,
  progressOf,
  rankAt,
  stageCount,
  takesPart,
} from './correspondence';

function game(id: string, white: number, black: number, points: [number, number] | null = null): CorrespondenceGame {
  return { game: id, white, black, points, over: points !== null, counted: true };
}

function group(players: readonly number[], games: CorrespondenceGame[], promoted = 0): CorrespondenceGroup {
  const rows = players.map((player, index) => {
    return { player, rank: index + 1, points: 0, values: ['0', '0', '1'], played: 0, promoted: index < promoted };
  });
  return { rows, games };
}

function tournament(you: number | null, status: 'running' | 'over' = 'running'): CorrespondenceTournament {
  const first = [group([0, 1], [game('g1', 0, 1, [4, 0])], 1), group([3, 2], [game('g2', 2, 3, [1, 3])], 1)];
  const final = [group([3, 0], [game('g3', 3, 0), game('g4', 0, 3, status === 'over' ? [2, 2] : null)])];
  const players = [0, 1, 2, 3].map((number) => ({ withdrawn: number === 0 || number === 2 }));
  return { info: { status }, players, stages: [first, final], you } as unknown as CorrespondenceTournament;
}

describe('groups of a round robin by correspondence', () => {
  it('are named by letters', () => {
    expect([0, 1, 25, 26, 51, 52].map(lettersOf)).toEqual(['A', 'B', 'Z', 'AA', 'AZ', 'BA']);
  });

  it('have the visitor’s own one first, and keep their names', () => {
    const names = (you: number | null): string[] => groupsOf(tournament(you), 0).map(({ name }) => name);
    expect([names(null), names(1), names(2)]).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['B', 'A'],
    ]);
    expect(groupsOf(tournament(2), 0).map(({ own }) => own)).toEqual([true, false]);
    expect(groupsOf(tournament(2), 7)).toEqual([]);
  });

  it('show games as their player sees them', () => {
    const [, second] = tournament(null).stages[0] ?? [];
    if (!second) throw new Error('there are two groups');
    const shared = { game: 'g2', over: true, counted: true };
    expect(gamesOf(second, 2)).toEqual([{ ...shared, opponent: 3, colour: 'w', points: 1 }]);
    expect(gamesOf(second, 3)).toEqual([{ ...shared, opponent: 2, colour: 'b', points: 3 }]);
    expect(gamesOf(second, 0)).toEqual([]);
  });
});

describe('a player', () => {
  it('has the games of the last stage that are not over', () => {
    expect(ownGames(tournament(3)).map((each) => each.game)).toEqual(['g3', 'g4']);
    expect(ownGames(tournament(3, 'over')).map((each) => each.game)).toEqual(['g3']);
    expect([ownGames(tournament(1)), ownGames(tournament(null))]).toEqual([[], []]);
  });

  it('takes part while in the last stage, and is struck where that ended by withdrawing', () => {
    const known = tournament(null);
    expect([0, 1, 2, 3].map((player) => takesPart(known, player))).toEqual([false, false, false, true]);
    const struck = known.stages.flat().map(({ rows }) => rows.map((row) => hasWithdrawn(known, row)));
    expect(struck).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
  });

  it('has a rank in the group of a game', () => {
    expect([rankAt(tournament(3), 'g2'), rankAt(tournament(0), 'g3')]).toEqual([1, 2]);
    expect([rankAt(tournament(1), 'g3'), rankAt(tournament(1), 'other'), rankAt(tournament(null), 'g1')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it('a tournament that is over has a podium, unless it ended without a final', () => {
  expect(podiumOf(tournament(null))).toEqual([]);
  const over = tournament(null, 'over');
  expect(podiumOf(over).map(({ player }) => player)).toEqual([3, 0]);
  expect(podiumOf({ ...over, stages: over.stages.slice(0, 1) })).toEqual([]);
});

it('the games of a stage are counted', () => {
  expect(progressOf(tournament(null).stages[0] ?? [])).toEqual({ over: 2, all: 2 });
  expect(progressOf(tournament(null).stages[1] ?? [])).toEqual({ over: 0, all: 2 });
});

it.each([
  [4, 4, 2, 1],
  [3, 12, 1, 1],
  [16, 4, 2, 3],
  [16, 4, 1, 2],
  [5, 4, 3, 2],
  [200, 12, 11, 29],
  [200, 3, 1, 5],
])('%i players in groups of %i, of which %i are promoted, play %i stages', (places, groupSize, promoted, stages) => {
  expect(stageCount({ places, groupSize, promoted })).toBe(stages);
});
