import { describe, expect, it } from 'vitest';
import type { ArenaSettings } from '../../generated/protocol';
import { fieldTime } from '../../text/times';
import { ArenaDraft } from './arena-draft.svelte';

const NOW = Date.UTC(2026, 10, 29, 12, 30, 15);
const DAY = 86_400_000;

function draft(): ArenaDraft {
  const made = new ArenaDraft('glinski', NOW);
  made.name = ' Friday \t arena ';
  return made;
}

describe('the form of an arena', () => {
  it('makes settings as the server takes them', () => {
    const form = draft();
    form.description = 'Bring tea.\nAnd cake.';
    expect(form.settings(NOW)).toEqual({
      name: 'Friday arena',
      description: 'Bring tea. And cake.',
      variant: 'glinski',
      initial: 180,
      increment: 2,
      rated: false,
      startsAt: NOW + 300_000,
      minutes: 45,
      berserk: true,
      streaks: true,
      computers: 0,
    } satisfies ArenaSettings);
    expect(form.problem(NOW)).toBeNull();
  });

  it('begins at once, or at a time of the visitor’s zone', () => {
    const form = draft();
    form.start = 'now';
    expect(form.settings(NOW).startsAt).toBe(NOW);
    form.start = 'at';
    form.at = fieldTime(NOW + DAY);
    expect(form.settings(NOW).startsAt).toBe(NOW + DAY - 15_000);
    expect(form.problem(NOW)).toBeNull();
  });

  it('says what the server would refuse', () => {
    const form = draft();
    form.name = ' x ';
    expect(form.problem(NOW)).toBe('name');
    form.name = 'xy';
    form.initial = 0;
    form.increment = 0;
    expect(form.problem(NOW)).toBe('clock');
    form.increment = 1;
    form.start = 'at';
    for (const at of ['', fieldTime(NOW - DAY), fieldTime(NOW + 91 * DAY)]) {
      form.at = at;
      expect(form.problem(NOW), at).toBe('time');
    }
    form.at = fieldTime(NOW + 89 * DAY);
    expect(form.problem(NOW)).toBeNull();
  });

  it('has no berserk without an initial time, and no computers in rated games', () => {
    const form = draft();
    form.computers = 8;
    expect(form.settings(NOW).computers).toBe(8);
    form.rated = true;
    form.initial = 0;
    expect([form.settings(NOW).computers, form.settings(NOW).berserk]).toEqual([0, false]);
  });

  it('keeps settings that are not touched, the seconds of the start with them', () => {
    const form = draft();
    form.initial = 0.5;
    const known = { ...form.settings(NOW), startsAt: NOW + 90_500 };
    const changed = new ArenaDraft('shafran', NOW, known);
    expect(changed.settings(NOW + 1000)).toEqual(known);
    changed.at = fieldTime(NOW + DAY);
    expect(changed.settings(NOW).startsAt).toBe(NOW + DAY - 15_000);
  });
});
