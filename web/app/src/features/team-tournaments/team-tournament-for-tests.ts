/** Team tournament for tests: three teams on two boards, one round played with a bye, and the second one paired. */

import type { TeamTournament, TeamTournamentTeam } from '../../generated/protocol';

function team(name: string, number: number, names: readonly string[]): TeamTournamentTeam {
  const players = names.map((each, at) => ({ name: each, rating: 1900 - 100 * at, title: '' }));
  const entry = { name, captain: '', players };
  return { entry, number, present: true, removed: false, annulled: false, absent: [], requests: [], corrections: [] };
}

/** Returns a fresh copy. */
export function sample(): TeamTournament {
  const system = { kind: 'swiss', rounds: 3, initial: 'w', preferences: 'typeA' } as const;
  return {
    info: {
      id: 'abcdefghij',
      name: 'City league',
      organiser: 'petra',
      variant: 'shafran',
      system,
      boards: 2,
      place: 'Szeged',
      dates: '',
      teams: 3,
      rounds: 3,
      paired: 2,
      over: false,
      updatedAt: 1_795_000_000_000,
    },
    version: 12,
    settings: {
      name: 'City league',
      variant: 'shafran',
      system,
      boards: 2,
      reserves: 1,
      primary: 'match',
      matchPoints: { win: 8, draw: 4, loss: 0 },
      bye: { matchPoints: 4, gamePoints: 4 },
      quarters: true,
      tieBreaks: ['MPvGP', 'EMGSB-C1'],
      place: 'Szeged',
      dates: '',
      timeControl: '30+30',
      arbiter: '',
    },
    teams: [
      team('Szeged', 1, ['Kata', 'Mira', 'Réka']),
      team('Győr', 2, ['Anna', 'Boris']),
      // Its players are not named.
      team('Pécs', 3, []),
    ],
    rounds: [
      {
        matches: [
          {
            first: 1,
            second: 0,
            boards: [
              { first: 0, second: 0, result: '1-0', game: false },
              { first: 1, second: 2, result: '1/4-3/4', game: false },
            ],
            gamePoints: [5, 3],
            matchPoints: [8, 0],
          },
        ],
        bye: 2,
        byes: [],
      },
      {
        matches: [
          {
            first: 0,
            second: 2,
            boards: [
              { first: 0, second: null, result: '1/2-1/2', game: false },
              { first: 1, second: null, result: null, game: false },
            ],
            gamePoints: [2, 2],
            matchPoints: null,
          },
        ],
        bye: 1,
        byes: [],
      },
    ],
    ranked: 1,
    standings: [
      { team: 1, rank: 1, matchPoints: 8, gamePoints: 5, values: ['1.25', '0'] },
      { team: 2, rank: 2, matchPoints: 4, gamePoints: 4, values: ['1', '0'] },
      { team: 0, rank: 3, matchPoints: 0, gamePoints: 3, values: ['0.75', '0'] },
    ],
    players: [],
    arbiters: [],
    editable: true,
    organised: true,
  };
}
