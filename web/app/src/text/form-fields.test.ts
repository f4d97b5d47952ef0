import { expect, it } from 'vitest';
import { clockOf, minutesOf, ownZone, timeZones } from './form-fields';

it('times of day are written for fields, and read', () => {
  for (const [minutes, clock] of [
    [0, '00:00'],
    [425, '07:05'],
    [1439, '23:59'],
  ] as const) {
    expect(clockOf(minutes)).toBe(clock);
    expect(minutesOf(clock)).toBe(minutes);
  }
  expect(minutesOf('07:05:30')).toBe(425);
  expect(minutesOf('')).toBeNull();
});

it('time zones have that of this device and that of the settings', () => {
  const zones = timeZones('Asia/Kolkata');
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Budapest', ownZone()]));
  expect(new Set(zones).size).toBe(zones.length);
});
