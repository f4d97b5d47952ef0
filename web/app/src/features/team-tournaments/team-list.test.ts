import { describe, expect, it } from 'vitest';
import { playersText, readTeamPlayers, readTeams } from './team-list';

const BOTH = [
  {
    entry: {
      name: 'Szeged',
      captain: '',
      players: [
        { name: 'Kata Horváth', rating: 1850, title: '' },
        { name: 'Mira Novak', rating: null, title: 'FM' },
      ],
    },
    problems: [],
  },
  { entry: { name: 'Győr', captain: '', players: [{ name: 'Anna Kiss', rating: 1700, title: '' }] }, problems: [] },
];

describe('readTeams', () => {
  it('reads a player a line, with or without a head', () => {
    const lines = 'Szeged; Kata Horváth; 1850\nSzeged; FM Mira Novak\nGyőr; Anna Kiss; 1700';
    const rows = 'Szeged\tKata Horváth\t1850\nGyőr\tAnna Kiss\t1700';
    expect(readTeams(rows, 6).map(({ entry }) => [entry.name, entry.players.length])).toEqual([
      ['Szeged', 1],
      ['Győr', 1],
    ]);
    expect(readTeams(`Team;Player;Rating\n${lines}`, 6).map(({ entry }) => entry.name)).toEqual(['Szeged', 'Győr']);
    expect(readTeams(lines, 6)[1]).toEqual(BOTH[1]);
  });

  it('reads blocks with the name of the team first', () => {
    expect(readTeams('Szeged\n1. Kata Horváth 1850\n2. FM Mira Novak\n\n\nGyőr\nAnna Kiss 1700\n', 6)).toEqual(BOTH);
    expect(readTeams('Szeged\nKata Horváth;1850\nMira Novak;1700', 6)[0]?.entry.players).toHaveLength(2);
  });

  it('takes teams without players', () => {
    expect(readTeams('Pécs\n\nEger', 6).map(({ entry }) => [entry.name, entry.players])).toEqual([
      ['Pécs', []],
      ['Eger', []],
    ]);
    expect(readTeams('', 6)).toEqual([]);
  });

  it('names what is wrong', () => {
    const text = 'Szeged\nKata\nKata\nMira\n\nGyőr\n\nGyőr\n\nPécs';
    expect(readTeams(text, 2, new Set(['Pécs'])).map(({ problems }) => problems)).toEqual([
      [
        { kind: 'player', number: 2, problem: 'twice' },
        { kind: 'too-many', limit: 2 },
      ],
      [],
      [{ kind: 'twice' }],
      [{ kind: 'entered' }],
    ]);
    expect(readTeams('x'.repeat(81), 2)[0]?.problems).toEqual([{ kind: 'long-name' }]);
  });
});

it('writes players as they are read', () => {
  const players = [
    { name: 'Kata Horváth', rating: 1850, title: 'WFM' },
    { name: 'Mira Novak', rating: null, title: '' },
    { name: 'Robot 2000', rating: null, title: '' },
  ];
  expect(readTeamPlayers(playersText(players), 4)).toEqual({ players, problems: [] });
});
