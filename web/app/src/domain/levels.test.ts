import { expect, it } from 'vitest';
import { isLevel, LAST_LEVEL, LEVEL_ELO } from './levels';
import { startEngineModule } from './modules-for-tests';

it('has the levels of the engine', async () => {
  const levels = (await startEngineModule()).levels();
  expect(levels.map(({ level }) => level)).toEqual(Array.from({ length: LAST_LEVEL + 1 }, (_, level) => level));
  expect(levels.map(({ elo }) => elo)).toEqual(LEVEL_ELO);
  expect([0, LAST_LEVEL, -1, LAST_LEVEL + 1, 1.5, '3'].map(isLevel)).toEqual([true, true, false, false, false, false]);
});
