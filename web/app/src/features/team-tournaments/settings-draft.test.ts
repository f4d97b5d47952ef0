import { describe, expect, it } from 'vitest';
import { SettingsDraft, TIE_BREAKS } from './settings-draft.svelte';
import { TEAM_TIE_BREAKS } from './team-tie-breaks';

describe('the settings of a team tournament', () => {
  it('begin with four boards and seven rounds of a Swiss', () => {
    const draft = new SettingsDraft('shafran');
    draft.name = ' League ';
    draft.initial = 'b';
    expect(draft.settings).toEqual({
      name: 'League',
      variant: 'shafran',
      system: { kind: 'swiss', rounds: 7, initial: 'b', preferences: 'typeA' },
      boards: 4,
      reserves: 2,
      primary: 'match',
      matchPoints: { win: 8, draw: 4, loss: 0 },
      bye: { matchPoints: 4, gamePoints: 8 },
      quarters: false,
      tieBreaks: TIE_BREAKS.swiss,
      place: '',
      dates: '',
      timeControl: '',
      arbiter: '',
    });
  });

  it('propose rounds and tie-breaks of the system until they are changed', () => {
    const draft = new SettingsDraft('shafran');
    draft.kind = 'match';
    expect(draft.settings).toMatchObject({ system: { kind: 'match', rounds: 2 }, tieBreaks: TIE_BREAKS.match });
    draft.rounds = 4;
    draft.tieBreaks.add('WIN');
    draft.kind = 'swiss';
    expect(draft.settings).toMatchObject({ system: { rounds: 4 }, tieBreaks: [...TIE_BREAKS.match, 'WIN'] });
    draft.kind = 'roundRobin';
    expect(draft.settings.system).toEqual({ kind: 'roundRobin', double: false });
  });

  it('give a bye half of the boards until that is changed', () => {
    const draft = new SettingsDraft('shafran');
    draft.boards = 5;
    expect(draft.settings.bye.gamePoints).toBe(10);
    draft.byeGame = 3;
    draft.boards = 8;
    expect(draft.settings.bye.gamePoints).toBe(12);
  });

  it('are the same again', () => {
    const draft = new SettingsDraft('glinski');
    expect(draft.quarters).toBe(true);
    draft.quarters = false;
    draft.kind = 'roundRobin';
    draft.double = true;
    draft.primary = 'game';
    draft.boards = 6;
    draft.byeGame = 2.25;
    draft.arbiter = 'Petra';
    expect(SettingsDraft.of(draft.settings).settings).toEqual(draft.settings);
  });

  it('propose tie-breaks that there are', () => {
    for (const codes of Object.values(TIE_BREAKS)) {
      expect(codes.every((code) => TEAM_TIE_BREAKS.includes(code))).toBe(true);
    }
  });
});
