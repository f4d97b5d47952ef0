import { describe, expect, it } from 'vitest';
import type { Tournament, TournamentBoard, TournamentSystem } from '../../../generated/protocol';
import { NO_ENTRANT } from '../../../domain/player-list';
import { pairingState } from './round-state';

const SWISS: TournamentSystem = { kind: 'swiss', rounds: 2, initial: 'w', accelerated: false };

/** Returns the state of a tournament of four players with these results, a row for each round. */
function state(
  results: readonly (readonly (string | null)[])[],
  { over = false, system = SWISS, players = 4 }: { over?: boolean; system?: TournamentSystem; players?: number } = {},
): ReturnType<typeof pairingState> {
  const player = {
    entrant: NO_ENTRANT,
    number: null,
    present: true,
    removed: false,
    annulled: false,
    requests: [],
    corrections: [],
  };
  const tournament = {
    info: { over, rounds: 2 },
    settings: { system },
    players: Array.from({ length: players }, () => player),
    rounds: results.map((round) => ({
      boards: round.map((result, at) => ({ white: 2 * at, black: 2 * at + 1, result })),
      byes: [],
    })),
  };
  return pairingState(tournament as unknown as Tournament, (_, board: TournamentBoard) => board.result);
}

describe('pairingState', () => {
  it('pairs the next round once all results are known', () => {
    expect(state([])).toEqual({ kind: 'ready', next: 1, canUnpair: false });
    expect(state([], { players: 1 })).toEqual({ kind: 'few', next: 1, canUnpair: false });
    expect(state([[null, null]])).toEqual({ kind: 'missing', next: 2, round: 1, count: 2, canUnpair: true });
    expect(state([['1-0', null]])).toMatchObject({ kind: 'missing', count: 1, canUnpair: false });
    expect(state([['1-0', '0-1']])).toEqual({ kind: 'ready', next: 2, canUnpair: false });
  });

  it('names the first round with a result that is missing', () => {
    expect(
      state([
        ['1-0', null],
        [null, null],
      ]),
    ).toMatchObject({ kind: 'missing', round: 1, canUnpair: true });
  });

  it('finishes after the last round', () => {
    expect(
      state([
        ['1-0', '0-1'],
        ['1-0', '-/-'],
      ]),
    ).toMatchObject({ kind: 'finish' });
    expect(state([['1-0', '0-1']], { over: true })).toEqual({ kind: 'over', canUnpair: false });
  });

  it('takes back a round robin only as a whole', () => {
    const system: TournamentSystem = { kind: 'roundRobin', double: false };
    expect(
      state(
        [
          ['1-0', null],
          [null, null],
        ],
        { system },
      ).canUnpair,
    ).toBe(false);
    expect(
      state(
        [
          [null, null],
          [null, null],
        ],
        { system },
      ).canUnpair,
    ).toBe(true);
  });
});
