import { afterEach, expect, test } from 'vitest';
import { setFetch } from '../../domain/api';
import { competitionOf } from './competition';

afterEach(() => setFetch((address, init) => fetch(address, init)));

const { signal } = new AbortController();

function answer(path: string, reply: unknown): void {
  setFetch((address) => {
    const found = address === `/api/${path}`;
    return Promise.resolve(new Response(found ? JSON.stringify(reply) : '{}', { status: found ? 200 : 404 }));
  });
}

test('a game of none belongs to no competition', () => expect(competitionOf({ id: 'game123456' })).toBeNull());

test('a game of an arena leads back to it, with the place of the visitor', async () => {
  const arena = competitionOf({ id: 'game123456', arena: 'arena12345' });
  expect(arena).toMatchObject({ path: '/arena/arena12345', icon: 'bolt' });
  answer('arenas/arena12345', { info: { settings: { name: 'Evening' } }, you: { rank: 3 } });
  expect(await arena?.load(signal)).toEqual({ name: 'Evening', rank: 3 });
});

test('a game of a simul leads back to it', async () => {
  const simul = competitionOf({ id: 'game123456', simul: 'simul12345' });
  expect(simul).toMatchObject({ path: '/simul/simul12345', icon: 'people' });
  answer('simuls/simul12345', { info: { settings: { name: 'Friday' }, host: { kind: 'person' } } });
  expect(await simul?.load(signal)).toEqual({ name: 'Friday', rank: null });
});

test('a game of a round robin leads back to it, with the place of the visitor in the group of the game', async () => {
  const tournament = competitionOf({ id: 'game123456', tournament: 'round12345' });
  expect(tournament).toMatchObject({ path: '/correspondence/round12345', icon: 'calendar' });
  const stages = [[{ rows: [{ player: 1, rank: 2 }], games: [{ game: 'game123456' }] }]];
  const reply = { info: { settings: { name: '' } }, stages, you: 1 };
  answer('correspondence-tournaments/round12345', reply);
  expect(await tournament?.load(signal)).toEqual({ name: 'Tournament', rank: 2 });
  answer('correspondence-tournaments/round12345', { ...reply, you: null });
  expect(await tournament?.load(signal)).toEqual({ name: 'Tournament', rank: null });
});
