import { expect, test } from 'vitest';
import { fieldTime } from '../../text/times';
import { SimulDraft } from './simul-draft.svelte';
import type { SimulProblem } from './simul-draft.svelte';

const NOW = 1_700_000_000_000;

function draft(change: Partial<SimulDraft> = {}): SimulDraft {
  return Object.assign(new SimulDraft('glinski'), { name: ' Friday\n simul ' }, change);
}

test('a form has the settings that the server takes', () => {
  const at = fieldTime(NOW + 3_600_000);
  const settings = draft({ minutes: 1.5, at, team: 'team123456' }).settings();
  expect(settings).toEqual({
    name: 'Friday simul',
    description: '',
    variant: 'glinski',
    initial: 90,
    increment: 10,
    extra: 1800,
    hostColor: 'white',
    places: 20,
    beginsAt: new Date(at).getTime(),
    team: 'team123456',
  });
  expect(draft().settings().beginsAt).toBeNull();
});

test('what the server would refuse is found before', () => {
  const problem = (change: Partial<SimulDraft>): SimulProblem | null => draft(change).problem(NOW);
  expect(problem({})).toBeNull();
  expect(problem({ name: ' x ' })).toBe('name');
  for (const minutes of [0.5, 181, NaN]) expect(problem({ minutes })).toBe('clock');
  for (const increment of [-1, 181, 2.5, NaN]) expect(problem({ increment })).toBe('clock');
  for (const places of [1, 51, 2.5, NaN]) expect(problem({ places })).toBe('places');
  expect(problem({ at: fieldTime(NOW - 3_600_000) })).toBe('time');
  expect(problem({ at: fieldTime(NOW + 91 * 86_400_000) })).toBe('time');
});

test('changed settings stay as they are where the form is not touched', () => {
  const known = { ...draft().settings(), beginsAt: NOW + 15_123, extra: 420, hostColor: 'black' as const };
  const changed = new SimulDraft('shafran', known);
  expect(changed.settings()).toEqual(known);
  expect(changed.extras).toContain(7);
  expect(changed.problem(NOW + 3_600_000)).toBeNull();
  changed.at = fieldTime(NOW + 7_200_000);
  expect(changed.settings().beginsAt).toBe(new Date(changed.at).getTime());
  expect(changed.problem(NOW + 9_000_000)).toBe('time');
  changed.at = '';
  expect(changed.settings().beginsAt).toBeNull();
});
