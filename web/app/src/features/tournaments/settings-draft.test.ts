import { describe, expect, it } from 'vitest';
import { MAX_TIE_BREAKS } from '../../ui/tournament/tie-break-order.svelte';
import { SettingsDraft, TIE_BREAKS } from './settings-draft.svelte';
import { TIE_BREAK_CODES } from './tournament-text';

describe('the settings of a tournament', () => {
  it('are sent as they were filled in, without space around them', () => {
    const draft = new SettingsDraft('shafran');
    draft.name = ' Autumn ';
    draft.initial = 'b';
    draft.rounds = 7;
    draft.accelerated = true;
    expect(draft.settings).toMatchObject({
      name: 'Autumn',
      system: { kind: 'swiss', rounds: 7, initial: 'b', accelerated: true },
      tieBreaks: ['BH-C1', 'BH', 'SB', 'WIN'],
      bye: 4,
      quarters: false,
    });
    draft.kind = 'roundRobin';
    draft.double = true;
    expect(draft.settings.system).toEqual({ kind: 'roundRobin', double: true });
    expect(SettingsDraft.of(draft.settings).settings).toEqual(draft.settings);
  });

  it('draw the colour of the first round', () => {
    const draft = new SettingsDraft('shafran');
    const drawn = Array.from({ length: 100 }, () => draft.settings.system).map((system) =>
      system.kind === 'swiss' ? system.initial : null,
    );
    expect(new Set(drawn)).toEqual(new Set(['w', 'b']));
  });

  it('have quarters of a point if stalemate is more than a draw', () => {
    const draft = new SettingsDraft('glinski');
    expect(draft.settings.quarters).toBe(true);
    draft.quarters = false;
    expect(SettingsDraft.of(draft.settings).quarters).toBe(false);
    draft.variant = 'shafran';
    expect(draft.quarters).toBe(false);
  });

  it('propose the tie-breaks of the system until they are changed', () => {
    const draft = new SettingsDraft('shafran');
    draft.kind = 'roundRobin';
    expect(draft.settings.tieBreaks).toEqual(TIE_BREAKS.roundRobin);
    draft.tieBreaks.raise(1);
    expect(draft.settings.tieBreaks).toEqual(['SB', 'DE', 'KS', 'WIN']);
    draft.tieBreaks.raise(0);
    draft.kind = 'swiss';
    expect(draft.settings.tieBreaks).toEqual(['SB', 'DE', 'KS', 'WIN']);
    draft.tieBreaks.removeAt(0);
    draft.tieBreaks.add('DE');
    expect(draft.settings.tieBreaks).toEqual(['DE', 'KS', 'WIN']);
    for (const code of TIE_BREAK_CODES) draft.tieBreaks.add(code);
    expect(draft.settings.tieBreaks).toHaveLength(MAX_TIE_BREAKS);
  });
});
