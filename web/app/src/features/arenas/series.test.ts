import { describe, expect, it } from 'vitest';
import type { ArenaSchedule, ArenaSeriesSettings } from '../../generated/protocol';
import { ownZone } from '../../text/form-fields';
import { ArenaDraft } from './arena-draft.svelte';
import { ScheduleDraft } from './schedule-draft.svelte';
import { scheduleText } from './series-text';

const NOW = Date.UTC(2026, 10, 29, 12, 30);
const SATURDAYS: ArenaSchedule = { repeats: { kind: 'weekly', days: [6] }, minute: 18 * 60, zone: 'Europe/Budapest' };
const BY_HOURS: ArenaSchedule = { repeats: { kind: 'hours', every: 4 }, minute: 30, zone: 'America/New_York' };

describe('the fields of a schedule', () => {
  it('propose Saturday evening in the zone of this device', () => {
    expect(new ScheduleDraft().schedule()).toEqual({ ...SATURDAYS, zone: ownZone() });
  });

  it('keep the days in order', () => {
    const draft = new ScheduleDraft(SATURDAYS);
    draft.toggle(2);
    expect(draft.schedule()?.repeats).toEqual({ kind: 'weekly', days: [2, 6] });
    draft.toggle(6);
    expect(draft.schedule()?.repeats).toEqual({ kind: 'weekly', days: [2] });
    draft.toggle(2);
    expect(draft.schedule()).toBeNull();
  });

  it.each([SATURDAYS, BY_HOURS])('show a known schedule', (known) => {
    expect(new ScheduleDraft(known).schedule()).toEqual(known);
  });

  it('need a time', () => {
    const draft = new ScheduleDraft(BY_HOURS);
    draft.time = '';
    expect(draft.schedule()).toBeNull();
  });
});

describe('the form of a series', () => {
  it('has the settings of an arena without a start', () => {
    const form = new ArenaDraft('glinski', NOW);
    form.name = ' Club  evening ';
    form.repeats = true;
    expect(form.series()).toEqual({
      name: 'Club evening',
      description: '',
      variant: 'glinski',
      initial: 180,
      increment: 2,
      rated: false,
      minutes: 45,
      berserk: true,
      streaks: true,
      computers: 0,
      schedule: { ...SATURDAYS, zone: ownZone() },
    } satisfies ArenaSeriesSettings);
    expect(form.problem(NOW)).toBeNull();
    form.schedule.toggle(6);
    expect([form.problem(NOW), form.series()]).toEqual(['days', null]);
    form.schedule.kind = 'hours';
    form.schedule.every = 1;
    form.minutes = 60;
    expect(form.problem(NOW)).toBeNull();
    form.minutes = 90;
    expect(form.problem(NOW)).toBe('longer');
  });

  it('shows a known series', () => {
    const form = new ArenaDraft('glinski', NOW);
    form.name = 'Club evening';
    const known = { ...form.series(), variant: 'shafran', initial: 600, schedule: BY_HOURS } as ArenaSeriesSettings;
    const again = new ArenaDraft('glinski', NOW, known);
    expect([again.repeats, again.series()]).toEqual([true, known]);
  });
});

it('says when the arenas of a series begin', () => {
  const of = (days: number[]): string => scheduleText({ ...SATURDAYS, repeats: { kind: 'weekly', days } }, 'de');
  expect(of([6])).toBe('Samstag · 18:00 · Europe/Budapest');
  expect(of([1, 7])).toBe('Mo, So · 18:00 · Europe/Budapest');
  expect(of([1, 2, 3, 4, 5, 6, 7])).toBe('every day · 18:00 · Europe/Budapest');
  expect(scheduleText(BY_HOURS, 'de')).toBe('every 4 hours · 00:30 · America/New York');
});
