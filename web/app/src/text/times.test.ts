import { describe, expect, it } from 'vitest';
import { ageText, dayHeading, durationText, monthParts, timeOfDay } from './times';

const HOUR = 3_600_000;

describe('durationText', () => {
  it.each([
    [72 * HOUR, '3 days', '3 дня'],
    [24 * HOUR, '1 day', '1 день'],
    [72 * HOUR - 1, '3 days', '3 дня'],
    [71 * HOUR, '2 days 23 hr', '2 дн. 23 ч'],
    [25 * HOUR, '1 day 1 hr', '1 дн. 1 ч'],
    [24 * HOUR - 1, '1 day', '1 день'],
    [23.5 * HOUR, '23 hr 30 min', '23 ч 30 мин'],
    [HOUR, '1 hour', '1 час'],
    [90_000, '1 min 30 sec', '1 мин 30 с'],
    [59_999, '60 seconds', '60 секунд'],
    [5400, '6 seconds', '6 секунд'],
    [-5, '0 seconds', '0 секунд'],
  ])('says %d milliseconds in its two largest units', (time, en, ru) => {
    expect(durationText(time, 'en')).toBe(en);
    expect(durationText(time, 'ru')).toBe(ru);
  });
});

describe('ageText', () => {
  const now = new Date(2026, 10, 24, 12).getTime();

  it.each([
    [30_000, 'just now', 'только что'],
    [8 * 60_000, '8 min', '8 мин'],
    [5 * HOUR, '5 hr', '5 ч'],
    [23 * HOUR, '23 hr', '23 ч'],
    [24 * HOUR, '1 day', '1 день'],
    [6 * 24 * HOUR, '6 days', '6 дней'],
    [7 * 24 * HOUR, 'Nov 17', '17 нояб.'],
    [365 * 24 * HOUR, 'Nov 24, 2025', '24 нояб. 2025 г.'],
    [-HOUR, 'just now', 'только что'],
  ])('says an age of %d milliseconds in few letters', (ago, en, ru) => {
    expect(ageText(now - ago, now, 'en')).toBe(en);
    if (ago >= 60_000) expect(ageText(now - ago, now, 'ru').replace(' ', ' ')).toBe(ru);
  });
});

describe('times of a list by day', () => {
  const noon = new Date(2026, 10, 29, 12).getTime();

  it.each([
    [0, 'Today', 'Сегодня'],
    [11 * HOUR, 'Today', 'Сегодня'],
    [-HOUR, 'Today', 'Сегодня'],
    [13 * HOUR, 'Yesterday', 'Вчера'],
    [37 * HOUR, 'Friday, November 27, 2026', 'пятница, 27 ноября 2026 г.'],
  ])('%d milliseconds ago are on this day', (ago, en, ru) => {
    expect(dayHeading(noon - ago, noon, 'en')).toBe(en);
    expect(dayHeading(noon - ago, noon, 'ru')).toBe(ru);
  });

  it('are ages in the first hour, then times of day', () => {
    expect(timeOfDay(noon - 8 * 60_000, noon, 'en')).toBe('8 minutes ago');
    expect(timeOfDay(noon - HOUR, noon, 'ru')).toBe('11:00');
    expect(timeOfDay(noon - 50 * HOUR, noon, 'ru')).toBe('10:00');
  });
});

describe('monthParts', () => {
  it('gives the month as it is written in a date', () => {
    const time = new Date(2025, 2, 31).getTime();
    expect(monthParts(time, 'en')).toEqual({ month: 'March', year: '2025' });
    expect(monthParts(time, 'ru')).toEqual({ month: 'марта', year: '2025' });
  });
});
