import { beforeAll, expect, it } from 'vitest';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { gameLine } from './game-line';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

it('plays the moves of a game', async () => {
  const line = await gameLine('glinski', 'e5 e6 Ndf4 Ndf8');
  expect(line.history.map(({ uci }) => uci)).toEqual(['e4e5', 'e7e6', 'd1f4', 'd9f8']);
  expect([line.stateAt(0).turn, line.stateAt(3).turn, line.stateAt(3).ply]).toEqual(['w', 'b', 3]);
  expect((await gameLine('glinski', '')).history).toHaveLength(0);
  await expect(gameLine('glinski', 'e5 e6 Nz9 f6')).rejects.toThrow('Nz9');
});

it('plays a game that continued after the fifth time of a position', async () => {
  const line = await gameLine('glinski', `${'Ndf4 Ndf8 Nd1 Nd9 '.repeat(6)}e5`);
  expect(line.history).toHaveLength(25);
  expect(line.stateAt(25).pieces).toContainEqual({ cell: 'e5', piece: 'P' });
});
