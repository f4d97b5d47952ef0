import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from '../../domain/api';
import { baseLocale, overwriteGetLocale } from '../../paraglide/runtime.js';
import { resultFor, resultText } from '../../text/board-results';
import { problemText } from '../../text/tournament-problems';
import { sample } from './tournament-for-tests';
import { gamesOf, TIE_BREAK_CODES, tieBreakName, tieBreakShort, tournamentPath } from './tournament-text';

afterEach(() => overwriteGetLocale(() => baseLocale));

/** Source of the tie-breaks that the server knows. */
const SOURCE = readFileSync(
  fileURLToPath(new URL('../../../../../crates/tournament/src/standings/tie_break.rs', import.meta.url)),
  'utf8',
);

describe('the texts of a tournament', () => {
  it('count the games that are decided', () => {
    const tournament = sample();
    const all = tournament.rounds.flatMap(({ boards }) => boards);
    for (const board of all) board.result = '1-0';
    expect(gamesOf(tournament)).toEqual({ known: all.length, all: all.length });
    for (const board of all.slice(1)) board.result = null;
    expect(gamesOf(tournament)).toEqual({ known: 1, all: all.length });
  });

  it('write results, and what a side has of them', () => {
    const results: [result: string | null, text: string, white: string, black: string][] = [
      ['1-0', '1–0', '1', '0'],
      ['1/2-1/2', '½–½', '½', '½'],
      ['3/4-1/4', '¾–¼', '¾', '¼'],
      ['0-0', '0–0', '0', '0'],
      ['0-1/2', '0–½', '0', '½'],
      ['+/-', '+ –', '+', '–'],
      ['-/+', '– +', '–', '+'],
      ['-/-', '– –', '–', '–'],
      [null, '', '', ''],
    ];
    for (const [result, text, white, black] of results) {
      expect([resultText(result), resultFor(result, 'w'), resultFor(result, 'b')]).toEqual([text, white, black]);
    }
  });

  it('name every tie-break of the server in both languages', () => {
    const kinds = [...SOURCE.matchAll(/\("([A-Z]+)", TieBreakKind::/g)].map(([, code = '']) => code);
    expect(kinds).toHaveLength(20);
    const withoutModifier = TIE_BREAK_CODES.filter((code) => !code.includes('-'));
    expect(withoutModifier.toSorted()).toEqual(kinds.toSorted());
    for (const locale of ['en', 'ru'] as const) {
      overwriteGetLocale(() => locale);
      expect(new Set(TIE_BREAK_CODES.map(tieBreakName)).size).toBe(TIE_BREAK_CODES.length);
      expect(new Set(TIE_BREAK_CODES.map(tieBreakShort)).size).toBe(TIE_BREAK_CODES.length);
    }
    expect(tieBreakName('SB-M2')).toBe('Коэффициент Бергера без двух худших и лучших');
    expect(tieBreakName('NEW-C1')).toBe('NEW-C1');
  });

  it('say why a command was refused', () => {
    const refused = (error: ConstructorParameters<typeof ApiError>[0]): string => problemText(new ApiError(error, 409));
    expect(refused({ code: 'results_missing', params: { round: 3 } })).toContain('round 3');
    expect(refused({ code: 'invalid_entry', params: { field: 'timeControl' } })).toContain('“Time control”');
    expect(refused({ code: 'changed' })).toContain('another device');
    expect(refused({ code: 'forbidden' })).not.toBe('');
    expect(problemText(new OfflineError('x'))).toContain('does not answer');
  });

  it('lead to the tabs of the page', () => {
    expect(tournamentPath('abcdefghij')).toBe('/tournament/abcdefghij');
    expect(tournamentPath('abcdefghij', 3)).toBe('/tournament/abcdefghij?tab=3');
  });
});
