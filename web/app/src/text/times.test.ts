import { describe, expect, it } from 'vitest';
import { durationText } from './times';

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
