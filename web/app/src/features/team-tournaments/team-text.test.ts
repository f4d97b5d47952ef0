import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { baseLocale, overwriteGetLocale } from '../../paraglide/runtime.js';
import { boardsOf, firstColour, matchScoreText, sideName, systemText, teamTournamentPath } from './team-text';
import { TEAM_TIE_BREAKS, teamTieBreakAbout, teamTieBreakName, teamTieBreakShort } from './team-tie-breaks';
import { sample } from './team-tournament-for-tests';

afterEach(() => overwriteGetLocale(() => baseLocale));

/** Source of the tie-breaks that the server knows. */
const SOURCE = readFileSync(
  fileURLToPath(new URL('../../../../../crates/tournament/src/teams/tie_break.rs', import.meta.url)),
  'utf8',
);

describe('the texts of a team tournament', () => {
  it('give a match a score from its first result on', () => {
    expect(matchScoreText([{ result: null }, { result: null }], [0, 0])).toBe('–');
    expect(matchScoreText([{ result: null }, { result: '0-0' }], [0, 0])).toBe('0–0');
    expect(matchScoreText([{ result: '1-0' }, { result: '1/2-1/2' }], [6, 2])).toBe('1½–½');
  });

  it('name players, and teams without named ones', () => {
    const tournament = sample();
    expect(sideName(tournament, 0, 2)).toBe('Réka');
    expect(sideName(tournament, 0, null)).toBe('no player');
    expect(sideName(tournament, 2, null)).toBe('Pécs');
  });

  it('give the first team White on the odd boards', () => {
    expect([0, 1, 2, 3].map(firstColour)).toEqual(['w', 'b', 'w', 'b']);
  });

  it('count the boards that are decided', () => {
    expect(boardsOf(sample())).toEqual({ known: 3, all: 4 });
  });

  it('describe every system', () => {
    expect(systemText({ system: { kind: 'match', rounds: 2 }, rounds: 2 })).toBe('Match, 2 rounds');
    expect(systemText({ system: { kind: 'roundRobin', double: true }, rounds: 6 })).toBe('Double round robin');
    expect(systemText(sample().info)).toBe('Swiss, 3 rounds');
  });

  it('lead to the tabs of the page', () => {
    expect(teamTournamentPath('abcdefghij')).toBe('/team-tournament/abcdefghij');
    expect(teamTournamentPath('abcdefghij', 3)).toBe('/team-tournament/abcdefghij?tab=3');
  });

  it('name and explain every tie-break of the server', () => {
    const kinds = [...SOURCE.matchAll(/\("([A-Za-z]+)", TeamTieBreakKind::/g)].map(([, code = '']) => code);
    expect(kinds).toHaveLength(13);
    const withoutModifier = TEAM_TIE_BREAKS.filter((code) => !code.includes('-'));
    expect(withoutModifier.toSorted()).toEqual(kinds.toSorted());
    for (const locale of ['en', 'de', 'hu', 'pl', 'sv', 'ru'] as const) {
      overwriteGetLocale(() => locale);
      for (const text of [teamTieBreakName, teamTieBreakShort]) {
        const names = TEAM_TIE_BREAKS.map((code) => text(code, 'match'));
        expect(new Set(names).size).toBe(TEAM_TIE_BREAKS.length);
      }
      expect(TEAM_TIE_BREAKS.every((code) => teamTieBreakAbout(code) !== '')).toBe(true);
    }
    expect(teamTieBreakName('NEW-C1', 'match')).toBe('NEW-C1');
  });

  it('name the score that is not primary', () => {
    expect(teamTieBreakName('MPvGP', 'match')).toBe('Game points');
    expect(teamTieBreakName('MPvGP', 'game')).toBe('Match points');
    expect(teamTieBreakName('EMGSB-C1', 'match')).toBe('Sonneborn-Berger (MP × GP), without the lowest');
  });
});
