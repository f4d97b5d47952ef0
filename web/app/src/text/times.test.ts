import { describe, expect, it } from 'vitest';
import { durationText } from './times';

const HOUR = 3_600_000;

describe('durationText', () => {
  it.each([
    [72 * HOUR, '3 days', '3 дня'],
    [24 * HOUR, '1 day', '1 день'],
    [24 * HOUR - 1, '23 hours', '23 часа'],
    [90_000, '1 minute', '1 минута'],
    [5400, '5 seconds', '5 секунд'],
    [-5, '0 seconds', '0 секунд'],
  ])('says %d milliseconds in the largest unit', (time, en, ru) => {
    expect(durationText(time, 'en')).toBe(en);
    expect(durationText(time, 'ru')).toBe(ru);
  });
});
