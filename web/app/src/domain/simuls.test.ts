import { expect, test } from 'vitest';
import type { SimulGame } from '../generated/protocol';
import { ownGame, shownGames, waitingGames } from './simuls';

function game(name: string, player: number, waits: boolean, over = false): SimulGame {
  return { game: name, player, host: 'w', board: null, waits, over, points: null };
}

const games = [
  game('a', 0, true),
  game('b', 1, false),
  game('c', 2, true),
  game('d', 3, false, true),
  game('e', 4, true),
];

test('the next boards follow on the one that is left, and then begin again', () => {
  expect(waitingGames({ games }, 'b')).toEqual(['c', 'e', 'a']);
  expect(waitingGames({ games }, 'c')).toEqual(['e', 'a']);
  expect(waitingGames({ games }, null)).toEqual(['a', 'c', 'e']);
  expect(waitingGames({ games: [game('a', 0, true)] }, 'a')).toEqual([]);
});

test('an opponent has one game until it is over', () => {
  expect(ownGame({ games, you: 1 })).toBe('b');
  expect(ownGame({ games, you: 3 })).toBeNull();
  expect(ownGame({ games, you: null })).toBeNull();
});

test('the host sees the boards that wait first, an opponent their own', () => {
  const order = (you: number | null, hosting: boolean): string =>
    shownGames({ games, you, hosting })
      .map(({ game: name }) => name)
      .join('');
  expect(order(null, true)).toBe('acebd');
  expect(order(null, false)).toBe('abced');
  expect(order(4, false)).toBe('eabcd');
});
