import { expect, it } from 'vitest';
import type { TeamTournamentEvent } from '../../../generated/protocol';
import { sample } from '../team-tournament-for-tests';
import { logEntries } from './log-sentences';

/** Returns the sentences about events. */
function sentences(events: readonly TeamTournamentEvent[]): string[] {
  return logEntries(events.map((event, at) => ({ at, author: 'petra', event }))).map(({ text }) => text);
}

const { settings, teams } = sample();
const entered = teams.map(({ entry }, team) => ({ kind: 'team', team, entry }) as const);
const pairs = { pairs: [{ first: 0, second: 2 }], bye: 1, byes: [] };

it('says who was entered, corrected and absent', () => {
  const [szeged] = entered;
  if (!szeged) throw new Error('there are no teams');
  expect(
    sentences([
      { kind: 'settings', settings },
      szeged,
      szeged,
      { kind: 'absent', team: 0, player: 1, absent: true },
      { kind: 'absent', team: 0, player: 1, absent: false },
      { kind: 'settings', settings: { ...settings, boards: 3, primary: 'game' } },
    ]),
  ).toEqual([
    'The tournament City league was created.',
    'Szeged was entered.',
    'The entry of Szeged was corrected.',
    'Szeged: Mira is absent.',
    'Szeged: Mira is there again.',
    'Settings changed: Boards of a match, Ranked first by.',
  ]);
});

it('names the players of a result by the line-ups of the round', () => {
  const result = (text: string | null): TeamTournamentEvent => ({
    kind: 'result',
    round: 1,
    first: 0,
    board: 2,
    result: text,
  });
  const lineUp: TeamTournamentEvent = { kind: 'lineUp', round: 1, team: 0, players: [0, 2] };
  const paired: TeamTournamentEvent = { kind: 'paired', round: 1, pairs };
  const texts = sentences([
    ...entered,
    paired,
    lineUp,
    result('1-0'),
    result('1/2-1/2'),
    result(null),
    { kind: 'unpaired', round: 1 },
    paired,
    paired,
    result('0-1'),
  ]);
  expect(texts.slice(entered.length)).toEqual([
    'Round 1 was paired.',
    'Round 1, line-up of Szeged: Kata, Réka.',
    'Round 1: Réka (Szeged) – Pécs (2) 1–0.',
    'Round 1: Réka (Szeged) – Pécs (2) corrected to ½–½; before: 1–0.',
    'Round 1: Réka (Szeged) – Pécs (2), result ½–½ taken back.',
    'The pairing of round 1 was taken back.',
    'Round 1 was paired.',
    'The pairs of round 1 were changed by hand.',
    'Round 1: Szeged (2) – Pécs (2) 0–1.',
  ]);
});
