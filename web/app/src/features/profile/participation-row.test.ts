import { describe, expect, it } from 'vitest';
import type { ArenaInfo, CorrespondenceInfo, Participation, SimulInfo } from '../../generated/protocol';
import { participationRow } from './participation-row';

const arena = {
  id: 'aB3dE5gH9m',
  official: false,
  players: 12,
  stage: 'running',
  settings: { name: 'Friday', variant: 'shafran', initial: 180, increment: 2, startsAt: 5 },
} as ArenaInfo;
const tournament = {
  id: 'aB3dE5gH9t',
  players: 20,
  status: 'running',
  settings: { name: '', variant: 'glinski', days: 3, startsAt: 7 },
} as CorrespondenceInfo;
const simul = {
  id: 'aB3dE5gH9s',
  host: { kind: 'person' },
  status: 'running',
  accepted: 3,
  over: 0,
  score: { wins: 0, draws: 0, losses: 0, points: 0 },
  settings: { name: 'Evening', variant: 'glinski', initial: 900, increment: 10, beginsAt: null },
} as unknown as SimulInfo;

describe('the line of a tournament', () => {
  it('has its page, name, kind and terms', () => {
    expect(participationRow({ kind: 'arena', arena, rank: 1 })).toEqual({
      path: '/arena/aB3dE5gH9m',
      name: 'Friday',
      kind: 'Arena',
      variant: 'shafran',
      control: { kind: 'clock', initial: 180, increment: 2 },
      at: 5,
      standing: 'Place 1 of 12',
    });
    const score = { points: 6, games: 2 };
    const { name, path, control } = participationRow({ kind: 'correspondence', tournament, rank: null, score });
    expect([name, path, control]).toEqual([
      'Tournament',
      '/correspondence/aB3dE5gH9t',
      { kind: 'correspondence', days: 3 },
    ]);
    const row = participationRow({ kind: 'simul', simul, hosting: true, points: null });
    expect([row.path, row.kind, row.at]).toEqual(['/simul/aB3dE5gH9s', 'Simultaneous display', null]);
  });

  const over: SimulInfo = { ...simul, status: 'over', over: 3, score: { wins: 1, draws: 1, losses: 1, points: 6 } };
  it.each<[Participation, string]>([
    [{ kind: 'arena', arena, rank: null }, 'in progress'],
    [{ kind: 'arena', arena: { ...arena, stage: 'upcoming' }, rank: null }, 'not started yet'],
    [{ kind: 'correspondence', tournament, rank: null, score: { points: 0, games: 0 } }, 'in progress'],
    [{ kind: 'correspondence', tournament, rank: null, score: { points: 6, games: 2 } }, '1½ of 2'],
    [{ kind: 'correspondence', tournament, rank: 2, score: { points: 20, games: 6 } }, 'Place 2 of 20'],
    [{ kind: 'simul', simul, hosting: true, points: null }, 'in progress'],
    [{ kind: 'simul', simul: over, hosting: true, points: null }, '1½ of 3'],
    [{ kind: 'simul', simul: over, hosting: false, points: [1, 3] }, '¼ : ¾'],
    [{ kind: 'simul', simul, hosting: false, points: null }, 'in progress'],
    [{ kind: 'simul', simul: over, hosting: false, points: null }, 'Over'],
  ])('has the place, the score, or how far it is: %o', (one, text) => {
    expect(participationRow(one).standing).toBe(text);
  });
});
