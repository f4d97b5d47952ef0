/** Tournament for tests: five players, two rounds played, and the third one paired. */

import type { Tournament, TournamentPlayer } from '../../generated/protocol';

function player(name: string, number: number, rating: number | null, club = ''): TournamentPlayer {
  const entrant = { name, rating, title: '', federation: '', club, id: '', birth: '', sex: '' };
  return { entrant, number, present: true, removed: false, annulled: false, requests: [], corrections: [] };
}

/** Returns a fresh copy. */
export function sample(): Tournament {
  const players = [
    player('Marković, Ljuba', 1, 1812, 'Novi Sad'),
    player('Horváth, Kata', 2, 1710),
    player('Долгов, Борис', 3, 1640),
    player('Weiß, Jürgen', 4, 1461),
    player('Novak, Mira', 5, null),
  ];
  players[4]?.corrections.push({ round: 2, points: -2 });
  return {
    info: {
      id: 'abcdefghij',
      name: 'Advent Swiss',
      organiser: 'petra',
      variant: 'shafran',
      system: { kind: 'swiss', rounds: 5, initial: 'w', accelerated: false },
      place: 'Novi Sad',
      dates: '1–6 December',
      players: 5,
      rounds: 5,
      paired: 3,
      over: false,
      updatedAt: 1_795_000_000_000,
    },
    version: 30,
    settings: {
      name: 'Advent Swiss',
      variant: 'shafran',
      system: { kind: 'swiss', rounds: 5, initial: 'w', accelerated: false },
      tieBreaks: ['BH-C1', 'SB'],
      bye: 4,
      quarters: false,
      place: 'Novi Sad',
      dates: '1–6 December',
      timeControl: '15+10',
      arbiter: 'Petra Vogel',
    },
    players,
    rounds: [
      {
        boards: [
          { white: 0, black: 2, result: '1-0' },
          { white: 3, black: 1, result: '1/2-1/2' },
        ],
        byes: [{ player: 4, bye: 'allocated' }],
      },
      {
        boards: [
          { white: 4, black: 0, result: '1/2-1/2' },
          { white: 2, black: 3, result: '+/-' },
        ],
        byes: [{ player: 1, bye: 'half' }],
      },
      {
        boards: [
          { white: 0, black: 1, result: null },
          { white: 2, black: 4, result: null },
        ],
        byes: [{ player: 3, bye: 'allocated' }],
      },
    ],
    games: [[2], [], []],
    ranked: 2,
    standings: [
      { player: 0, rank: 1, points: 6, values: ['4', '3'] },
      { player: 1, rank: 2, points: 4, values: ['4', '1'] },
      { player: 2, rank: 2, points: 4, values: ['4', '1'] },
      { player: 4, rank: 4, points: 4, values: ['3', '1'] },
      { player: 3, rank: 5, points: 2, values: ['3', '1'] },
    ],
    forbidden: [],
    arbiters: [],
    editable: false,
    organised: false,
  };
}
