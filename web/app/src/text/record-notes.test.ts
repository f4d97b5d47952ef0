/** Tests of the sentences for record notes, from real input, in both languages. */

import { beforeAll, describe, expect, it } from 'vitest';
import { startEngineModule, startRules } from '../domain/modules-for-tests';
import { gameFromRecord, gamesOf } from '../domain/records';
import { baseLocale, overwriteGetLocale } from '../paraglide/runtime.js';
import { noteText } from './record-notes';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

async function sentences(text: string, locale: 'en' | 'ru'): Promise<string[]> {
  const game = await gameFromRecord(text);
  overwriteGetLocale(() => locale);
  try {
    return game.recordNotes().map(noteText);
  } finally {
    overwriteGetLocale(() => baseLocale);
    game.free();
  }
}

const moves = (text: string): string => `[Variant "Shafran"]\n\n${text}\n`;
const BLACK = 'k4/6/7/8/9/8R/8/7/6/R3K b QB - 3 7';

describe('a note', () => {
  it.each([
    [
      'mate',
      moves('1. e5 e6 2. Nc4# *'),
      '2. Nc4#: marked as mate, but it is none.',
      '2. Nc4#: отмечен мат, но его нет.',
    ],
    ['check', moves('1. e5 e6+ *'), '1… e6+: marked as check, but it is none.', '1… e6+: отмечен шах, но его нет.'],
    [
      'capture',
      moves('1. e5 e6 2. Nxc4 *'),
      '2. Nxc4: marked as a capture, but it is none.',
      '2. Nxc4: отмечено взятие, но его нет.',
    ],
    [
      'capture en passant',
      '[Variant "Glinski"]\n\n1. e5 e6 2. f6 exf6 ep *\n',
      '2… exf6ep: marked as a capture en passant, but it is none.',
      '2… exf6ep: отмечено взятие на проходе, но его нет.',
    ],
    [
      'number',
      moves('1. e5 e6 7. Nc4 *'),
      '2. Nc4: this is move 2, but the record says 7.',
      '2. Nc4: это ход 2, а в записи стоит 7.',
    ],
    [
      'numbers of the other side',
      `[Variant "Shafran"]\n[FEN "${BLACK}"]\n\n7. Ke9 Ra2 8. Ke8 *\n`,
      '7… Ke9: Black moves first, but the moves are numbered as White’s.',
      '7… Ke9: Первыми ходят чёрные, а ходы пронумерованы как ходы белых.',
    ],
    [
      'result',
      `[Variant "Shafran"]\n[Result "1-0"]\n\n1. e5 e6 0-1\n`,
      'The tag Result says 1-0, but the moves end with 0-1.',
      'В теге Result стоит 1-0, а ходы кончаются на 0-1.',
    ],
    [
      'tag without a result',
      `[Variant "Shafran"]\n[Result "won"]\n\n1. e5 e6 1-0\n`,
      'The tag Result says “won”, which is no result.',
      'В теге Result стоит «won», а это не результат.',
    ],
  ])('tells of a wrong %s', async (_, text, english, russian) => {
    expect(await sentences(text, 'en')).toEqual([english]);
    expect(await sentences(text, 'ru')).toEqual([russian]);
  });

  it('tells of a variation and what of it cannot be played', async () => {
    const text = moves('1. e5 (1. e4 e6 2. Nd5) 1... e6 (1... e7 2. Nc4#) *');
    const [unplayable, marked, ...others] = await sentences(text, 'en');
    expect(unplayable).toMatch(/^In a variation, 2\. Nd5: kept as a comment from here on\. /);
    expect([marked, others]).toEqual(['In a variation, 2. Nc4#: marked as mate, but it is none.', []]);
    expect((await sentences(text, 'ru'))[0]).toMatch(/^В варианте, 2\. Nd5: отсюда сохранено как комментарий\. /);
  });

  it('is there for each game of a file, and for none that agrees with the board', async () => {
    const games = await gamesOf(`${moves('1. e5 e6 *')}\n${moves('1. e5+ e6 2. Nc4# *')}`);
    expect(games.map(({ notes }) => notes.map(({ kind }) => kind.code))).toEqual([[], ['not_check', 'not_mate']]);
  });
});
