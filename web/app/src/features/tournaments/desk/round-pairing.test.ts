import { expect, it } from 'vitest';
import { sample } from '../tournament-for-tests';
import { exchange, exchangeColours, isSame } from '../../../domain/hand-pairing';
import { inOrder, pairingCommand, pairingOf } from './round-pairing';

const round = pairingOf({
  boards: [
    { white: 0, black: 3, result: null },
    { white: 4, black: 1, result: null },
  ],
  byes: [
    { player: 5, bye: 'half' },
    { player: 2, bye: 'allocated' },
  ],
});

it('knows who has the bye of the pairing', () => {
  expect(round).toEqual({
    pairs: [
      [0, 3],
      [4, 1],
    ],
    bye: 2,
  });
});

it('lets players change places and colours', () => {
  const changed = exchangeColours(exchange(exchange(round, 3, 4), 2, 0), 1);
  expect(pairingCommand(changed)).toEqual({
    kind: 'setPairs',
    boards: [
      [2, 4],
      [1, 3],
    ],
    bye: 0,
  });
  expect(isSame(changed, round)).toBe(false);
  expect(isSame(exchange(exchange(round, 0, 1), 0, 1), round)).toBe(true);
});

it('begins a round that the rules cannot pair with the order of the standings', () => {
  const tournament = sample();
  const order = tournament.standings.map(({ player }) => player);
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = order;
  expect(inOrder(tournament)).toEqual({
    pairs: [
      [first, second],
      [third, fourth],
    ],
    bye: fifth,
  });
  tournament.players[second]?.requests.push({ round: 4, bye: 'half' });
  tournament.players[third]?.requests.push({ round: 3, bye: 'half' });
  const changed = {
    ...tournament,
    players: tournament.players.map((player, id) => Object.assign(player, { present: id !== fifth })),
  };
  expect(inOrder(changed)).toEqual({ pairs: [[first, third]], bye: fourth });
});
