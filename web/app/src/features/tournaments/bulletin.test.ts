import { beforeAll, describe, expect, it } from 'vitest';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { diagramPlies, partsOf } from './bulletin';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

describe('diagramPlies', () => {
  it.each([
    [0, []],
    [15, []],
    [16, [16]],
    [55, [55]],
    [56, [40, 56]],
    [100, [40, 80, 100]],
  ])('of a game of %i plies are %j', (length, plies) => {
    expect(diagramPlies(length)).toEqual(plies);
  });
});

it('cuts a game at its diagrams, and ends it with the last position', async () => {
  const parts = await partsOf('glinski', `e5 e6 ${'Ndf4 Ndf8 Nd1 Nd9 '.repeat(15)}`.trim());
  expect(parts.map(({ after }) => after)).toEqual(['20… Ndf8', null]);
  expect(parts[0]?.text).toMatch(/^1\. e5 e6 2\. Ndf4 Ndf8 3\. Nd1 .*20\. Ndf4 Ndf8$/);
  expect(parts[1]?.text).toMatch(/^21\. Nd1 Nd9 .*31\. Nd1 Nd9$/);
  expect(parts.map(({ state }) => state?.ply)).toEqual([40, 62]);
  expect(await partsOf('glinski', 'e5 e6 Ndf4')).toEqual([{ text: '1. e5 e6 2. Ndf4', state: null, after: null }]);
});
