import { expect, it } from 'vitest';
import type { TournamentEvent, TournamentSettings } from '../../../generated/protocol';
import { logEntries } from './log-sentences';
import { NO_ENTRANT } from '../../../domain/player-list';

const settings: TournamentSettings = {
  name: 'Open',
  variant: 'shafran',
  system: { kind: 'swiss', rounds: 5, initial: 'w', accelerated: false },
  tieBreaks: ['BH'],
  bye: 4,
  quarters: false,
  place: '',
  dates: '',
  timeControl: '',
  arbiter: '',
};
const entrant = (player: number, name: string, rating: number | null = null): TournamentEvent => ({
  kind: 'entrant',
  player,
  entrant: { ...NO_ENTRANT, name, rating },
});
const pairs = { boards: [{ white: 0, black: 1, result: null }], byes: [] };
const result = (text: string | null): TournamentEvent => ({
  kind: 'result',
  round: 1,
  white: 0,
  black: 1,
  result: text,
});

function texts(...events: TournamentEvent[]): string[] {
  return logEntries(events.map((event) => ({ at: 0, author: null, event }))).map(({ text }) => text);
}

it('tells what was entered, changed and corrected, with what was before', () => {
  const before = [{ kind: 'settings', settings } as const, entrant(0, 'Anna', 1500), entrant(1, 'Boris')];
  expect(
    texts(
      ...before,
      { kind: 'settings', settings: { ...settings, place: 'Szeged', tieBreaks: ['SB'] } },
      entrant(0, 'Anna Lind', 1500),
      { kind: 'paired', round: 1, pairs },
      { kind: 'paired', round: 1, pairs },
      result('1-0'),
      result('1/2-1/2'),
      result(null),
      { kind: 'game', round: 1, white: 0, black: 1, moves: 'e5 e6' },
      { kind: 'game', round: 1, white: 0, black: 1, moves: null },
      { kind: 'correction', player: 1, round: 1, points: -2, reason: 'phone' },
      { kind: 'byeRequested', player: 1, round: 2, bye: 'half' },
      { kind: 'finished' },
    ),
  ).toEqual([
    'The tournament Open was created.',
    'Anna 1500 was entered.',
    'Boris was entered.',
    'Settings changed: Tie-breaks, Place.',
    'Anna Lind 1500 was corrected; before: Anna 1500.',
    'Round 1 was paired: one board.',
    'The pairs of round 1 were changed by hand.',
    'Round 1: Anna Lind – Boris 1–0.',
    'Round 1: Anna Lind – Boris corrected to ½–½; before: 1–0.',
    'Round 1: Anna Lind – Boris, result ½–½ taken back.',
    'Round 1: the moves of Anna Lind – Boris were entered.',
    'Round 1: the moves of Anna Lind – Boris were removed.',
    'Boris: −½ from round 1 on. Reason: phone.',
    'Boris: bye requested for round 2 (Half-point bye).',
    'The tournament was finished.',
  ]);
});

it('forgets the results of a pairing that was taken back', () => {
  const paired: TournamentEvent = { kind: 'paired', round: 1, pairs };
  const all = texts(
    entrant(0, 'A'),
    entrant(1, 'B'),
    paired,
    result('1-0'),
    result(null),
    { kind: 'unpaired', round: 1 },
    paired,
    result('0-1'),
  );
  expect(all.slice(-3)).toEqual([
    'The pairing of round 1 was taken back.',
    'Round 1 was paired: one board.',
    'Round 1: A – B 0–1.',
  ]);
});
