import { describe, expect, it } from 'vitest';
import type { Calendar, CalendarArena, CalendarTournament, SimulInfo } from '../../generated/protocol';
import { calendarDays, dayTitle } from './calendar-days';

/** 10 December 2026, a Thursday, 15:00 of this device. */
const NOW = new Date(2026, 11, 10, 15).getTime();
const HOUR = 3_600_000;

function arena(name: string, startsAt: number): CalendarArena {
  return {
    id: null,
    series: 'abcdefghij',
    name,
    organiser: 'Anna',
    variant: 'shafran',
    initial: 180,
    increment: 2,
    speed: 'blitz',
    rated: false,
    startsAt,
    endsAt: startsAt + HOUR,
  };
}

function tournament(name: string, day: string): CalendarTournament {
  return { id: 'abcdefghij', name, organiser: 'Anna', variant: 'shafran', day, dates: day, place: '' };
}

function simul(name: string, beginsAt: number | null): SimulInfo {
  return { id: name, settings: { name, beginsAt } } as SimulInfo;
}

function days(
  arenas: CalendarArena[],
  tournaments: CalendarTournament[],
  simuls: SimulInfo[] = [],
): [number, string[]][] {
  const calendar: Calendar = { now: NOW, arenas, simuls, tournaments, standing: null };
  return calendarDays(calendar, NOW).map((day) => [
    new Date(day.noon).getDate(),
    [
      ...day.tournaments.map((one) => one.name),
      ...day.starts.map((start) => start.arena?.name ?? start.simul?.settings.name ?? ''),
    ],
  ]);
}

describe('the calendar', () => {
  it('has the days of this device with tournaments first', () => {
    const midnight = new Date(2026, 11, 13).getTime();
    expect(
      days(
        [arena('on', NOW - 1), arena('soon', NOW + HOUR), arena('late', midnight - 1), arena('next day', midnight)],
        [tournament('cup', '2026-12-13'), tournament('today', '2026-12-10')],
      ),
    ).toEqual([
      [10, ['today', 'on', 'soon']],
      [12, ['late']],
      [13, ['cup', 'next day']],
    ]);
  });

  it('has simuls among the arenas, those of late hosts on this day', () => {
    const simuls = [
      simul('late', NOW - 26 * HOUR),
      simul('between', NOW + HOUR),
      simul('tomorrow', NOW + 24 * HOUR),
      simul('unplanned', null),
    ];
    expect(days([arena('first', NOW), arena('last', NOW + 2 * HOUR)], [], simuls)).toEqual([
      [10, ['late', 'first', 'between', 'last']],
      [11, ['tomorrow']],
    ]);
  });

  it('leaves out what is over', () => {
    const yesterday = new Date(2026, 11, 9, 23, 30).getTime();
    expect(days([arena('over', NOW - HOUR)], [tournament('over', '2026-12-09')])).toEqual([]);
    const overnight = { ...arena('overnight', yesterday), endsAt: NOW + HOUR };
    expect(days([overnight], [])).toEqual([[10, ['overnight']]]);
  });

  it('names days', () => {
    const noon = (day: number): number => new Date(2026, 11, day, 12).getTime();
    expect(dayTitle(noon(10), NOW, 'en')).toBe('Today · Thursday, December 10');
    expect(dayTitle(noon(11), NOW, 'de')).toBe('Morgen · Freitag, 11. Dezember');
    expect(dayTitle(noon(12), NOW, 'hu')).toBe('December 12., szombat');
  });
});
