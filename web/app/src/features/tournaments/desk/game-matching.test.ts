import { expect, it } from 'vitest';
import { sample } from '../tournament-for-tests';
import { matchGames, textsOf } from './game-matching';

function game(white: string, black: string, round?: string): { tags: [string, string][] } {
  return {
    tags: [
      ['White', white],
      ['Black', black],
      ...(round === undefined ? [] : ([['Round', round]] as [string, string][])),
    ],
  };
}

it('finds the boards of games by names in any order and spelling of accents, and by rounds', () => {
  const tournament = sample();
  // The first round's second pair meets again.
  tournament.rounds[1]?.boards.push({ white: 3, black: 1, result: '1-0' });
  const found = matchGames(tournament, [
    game('Ljuba Markovic', 'БОРИС ДОЛГОВ', '?'),
    game('Weiss, Jurgen', 'Kata Horvath', '1.2'),
    game('Weiß, Jürgen', 'Kata Horvath', '1.2'),
    game('Jürgen Weiß', 'Horváth, Kata'),
    game('Jürgen Weiß', 'Horváth, Kata', '2'),
    game('Jürgen Weiß', 'Horváth, Kata', '2.3'),
    game('Kata Horváth', 'Jürgen Weiß', '1'),
    game('', ''),
  ]);
  expect(found.map((each) => (typeof each === 'string' ? each : `${each.round}.${each.at + 1}`))).toEqual([
    '1.1',
    'no-pair',
    '1.2',
    'two-pairs',
    '2.3',
    'twice',
    'no-pair',
    'no-pair',
  ]);
});

it('cuts a file into its games', () => {
  expect(textsOf('[White "A"]\n\n1. e5\n\n[White "B"]\n\n1. e6\n', [{ line: 1 }, { line: 5 }])).toEqual([
    '[White "A"]\n\n1. e5\n',
    '[White "B"]\n\n1. e6\n',
  ]);
});
