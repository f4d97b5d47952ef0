import { describe, expect, it } from 'vitest';
import type { CorrespondenceSettings } from '../../generated/protocol';
import { fieldTime } from '../../text/times';
import { CorrespondenceDraft } from './correspondence-draft.svelte';

const NOW = Date.UTC(2026, 10, 29, 12, 30, 15);
const DAY = 86_400_000;

function draft(): CorrespondenceDraft {
  const made = new CorrespondenceDraft('glinski', NOW);
  made.name = ' Winter \t round robin ';
  return made;
}

describe('the form of a round robin by correspondence', () => {
  it('makes settings as the server takes them', () => {
    const form = draft();
    form.description = 'One week off at Christmas.\nBe kind.';
    expect(form.settings()).toEqual({
      name: 'Winter round robin',
      description: 'One week off at Christmas. Be kind.',
      variant: 'glinski',
      days: 3,
      rated: false,
      startsAt: NOW + 7 * DAY - 15_000,
      places: 16,
      beginsWhenFull: true,
      groupSize: 4,
      promoted: 2,
      double: false,
    } satisfies CorrespondenceSettings);
    expect(form.problem(NOW)).toBeNull();
  });

  it('says what the server would refuse', () => {
    const form = draft();
    form.name = ' x ';
    expect(form.problem(NOW)).toBe('name');
    form.name = 'xy';
    for (const places of [1, 201, 3.5, NaN]) {
      form.places = places;
      expect(form.problem(NOW), String(places)).toBe('places');
    }
    form.places = 200;
    for (const at of ['', fieldTime(NOW - DAY), fieldTime(NOW + 91 * DAY)]) {
      form.at = at;
      expect(form.problem(NOW), at).toBe('time');
    }
    form.at = fieldTime(NOW + 89 * DAY);
    expect(form.problem(NOW)).toBeNull();
  });

  it('promotes fewer than a group has, and remembers the choice for larger groups', () => {
    const form = draft();
    form.groupSize = 6;
    form.promoted = 5;
    form.groupSize = 3;
    expect(form.settings().promoted).toBe(2);
    form.groupSize = 8;
    expect(form.settings().promoted).toBe(5);
    expect(form.isOneGroup).toBe(false);
    form.places = 8;
    expect(form.isOneGroup).toBe(true);
  });

  it('keeps settings that are not touched, and a place for everyone who has entered', () => {
    const form = draft();
    form.double = true;
    const known = { ...form.settings(), startsAt: NOW + 90_500, promoted: 3 };
    const changed = new CorrespondenceDraft('shafran', NOW, known, 5);
    expect(changed.settings()).toEqual(known);
    changed.places = 4;
    expect(changed.problem(NOW)).toBe('places');
    changed.places = 5;
    expect(changed.problem(NOW)).toBeNull();
    changed.at = fieldTime(NOW + DAY);
    expect(changed.settings().startsAt).toBe(NOW + DAY - 15_000);
  });
});
