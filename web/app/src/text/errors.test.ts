/** Sentences for errors, from real input, in both languages. */

import { beforeAll, describe, expect, it } from 'vitest';
import english from '../../messages/en/errors.json';
import russian from '../../messages/ru/errors.json';
import mini from '../../../../variants/mini-hexchess.toml?raw';
import { baseLocale, overwriteGetLocale } from '../paraglide/runtime.js';
import type { EngineErrorCode } from '../domain/engine-protocol';
import type { ErrorCode, TournamentRefusal } from '../generated/protocol';
import type {
  BoardError,
  Color,
  FenError,
  FileErrorKind,
  IllegalMoveReason,
  Origin,
  PgnError,
  RecordError,
  ReplayErrorKind,
  Role,
  SanError,
  SetupError,
  SpecError,
  Unclosed,
  ValueType,
  VariantError,
} from '../generated/types';
import { errorText } from './errors';
import { startEngineModule, startRules } from '../domain/modules-for-tests';
import { gameFromRecord } from '../domain/records';
import { addVariants, loadVariantRules, newGame } from '../domain/rules';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
  await loadVariantRules();
});

/** Returns the sentence for what an action throws or rejects with. */
async function thrown(action: () => unknown, locale: 'en' | 'ru'): Promise<string> {
  overwriteGetLocale(() => locale);
  try {
    await action();
  } catch (error) {
    return errorText(error);
  } finally {
    overwriteGetLocale(() => baseLocale);
  }
  throw new Error('nothing was thrown');
}

const fen = (variant: string, text: string) => (): unknown => newGame(variant, text);
const record = (text: string, variant?: string) => (): unknown => gameFromRecord(text, variant);
const moves = (text: string) => record(`[Variant "Shafran"]\n\n${text} *\n`);
const file = (from: string, to: string) => (): unknown => {
  expect(mini).toContain(from);
  return addVariants(mini.replace(from, to));
};

const START = 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1';

/** Codes whose parameters are an error with sentences of its own, or which have one for each kind of their parameters. */
type Wrapped =
  'setup' | 'text' | 'board' | 'spec' | 'variant' | 'syntax' | 'unclosed' | 'unopened' | 'unreadable' | 'illegal';
type Named<
  Group extends string,
  E extends { code: string },
  Left extends string = Wrapped,
> = `error_${Group}_${Exclude<E['code'], Left>}`;
/** Names of all messages of the catalogue of errors. */
type Expected =
  // The pages of tournaments have the sentences for those of their commands.
  | `error_${Exclude<ErrorCode, TournamentRefusal>['code']}`
  | `error_${EngineErrorCode}`
  | Named<'fen', FenError>
  | Named<'setup', SetupError>
  | Named<'san', SanError, never>
  | Named<'move', IllegalMoveReason>
  | Named<'record', RecordError>
  | Named<'record', ReplayErrorKind>
  | Named<'pgn', PgnError>
  | `error_pgn_${'unclosed' | 'unopened'}_${Unclosed}`
  | Named<'file', FileErrorKind>
  | Named<'file', VariantError>
  | Named<'spec', SpecError>
  | Named<'board', BoardError>
  | `error_side_${Lowercase<Color>}`
  | `error_role_${Lowercase<Role>}`
  | 'error_dialect_ranks'
  | 'error_dialect_files_up'
  | 'error_dialect_files_down'
  | 'error_dialect_rising'
  | `error_type_${ValueType}`
  | `error_move_no_piece_${Exclude<Origin['kind'], 'unspecified'>}`
  | 'error_move_out_of_reach_from'
  | 'error_fen_fields_range'
  | 'error_file_line'
  | 'error_file_line_variant'
  | `error_toml_${'duplicate_key' | 'unclosed' | 'no_value' | 'quotes' | 'comma' | 'too_deep' | 'other'}`
  | 'error_unknown'
  | 'error_offline'
  | 'error_suspended_until';
type Found = Exclude<keyof typeof english, '$schema'>;

const CASES: [name: string, action: () => unknown, en: string, ru: string][] = [
  ['fields', fen('shafran', START.replace(' 1', '')), 'has 5 fields; this game needs 6', 'Частей в FEN: 5'],
  ['fields of Gliński', fen('glinski', 'x'), 'needs 5 or 6', '5 или 6'],
  ['rank length', fen('shafran', START.replace('kqbnr', 'kqbn')), 'rank 10 has 5 cells', 'на горизонтали 10 их 5'],
  ['no king', fen('shafran', START.replace('RNBQK', 'RNBQ1')), 'White has no king', 'У белых нет короля'],
  ['turn', fen('shafran', START.replace(' w ', ' x ')), '“x” is neither w nor b', '«x» — не w и не b'],
  ['clock', fen('shafran', START.replace(' 0 1', ' z 1')), 'Half-move clock: “z”', 'Счётчик полуходов: «z»'],
  ['no variant', record('nonsense'), 'no tag [Variant', 'Нет тега [Variant'],
  ['no game', record(' \n'), 'There is no game', 'нет ни одной партии'],
  [
    'an illegal bare move',
    record('1. e2-e5 e9-e6\n2. e7', 'shafran'),
    'Line 2, move 2. e7: No pawn',
    'Строка 2, ход 2. e7',
  ],
  ['unknown variant', record('[Variant "Chess"]\n\n*'), 'not a known game', 'неизвестная игра'],
  ['illegal move', moves('1. Rg5'), 'move 1. Rg5: No rook of White can go to g5', 'ладья белых не может пойти на g5'],
  ['unreachable', moves('1. e5 e6 2. Qa6'), 'No queen of White can go to a6', 'ферзь белых не может пойти на a6'],
  ['unreadable', moves('1. zzz'), '“zzz” is not a move', '«zzz» — не ход'],
  ['no cell', moves('1. Nz9'), 'The board has no cell z9', 'На доске нет поля z9'],
  ['a null move', moves('1. e5 -- 2. d5'), 'A null move', 'Пропуск хода'],
  ['the number of the other side', moves('1. e5 2. d5'), 'a move of White, but Black is to move', 'Номер относится'],
  ['no FEN', record('[Variant "Shafran"]\n[SetUp "1"]\n\n*'), 'there is no FEN', 'тега FEN нет'],
  ['a comment too many', moves('1. e5 } e6'), 'that was not opened', 'не был открыт'],
  ['a move too many', moves('1. e5 1-0 e6'), '“e6” follows the result', '«e6» стоит после результата'],
  ['a second result', moves('1. e5 1-0 0-1'), 'a second result, 0-1', 'второй результат, 0-1'],
  [
    'a second tag',
    record('[Variant "Shafran"]\n[Variant "Glinski"]\n\n*'),
    'a second tag Variant',
    'второй тег Variant',
  ],
  ['comment', moves('1. e5 {never closed'), 'a comment is not closed', 'комментарий не закрыт'],
  [
    'another game',
    record('[Variant "Shafran"]\n\n1. e5 *\n\n[Variant "Shafran"]\n\n1. e5 *'),
    'another game',
    'другая партия',
  ],
  ['no TOML', () => addVariants('\n= 3'), 'Line 2: this is not TOML', 'Строка 2: это не TOML'],
  ['a key twice', () => addVariants('a = 1\na = 2'), 'already there', 'уже есть'],
  ['an open table', () => addVariants('[[variant'), 'not closed', 'не закрыто'],
  ['a key alone', () => addVariants('variant'), 'needs =', 'знак ='],
  ['no variants', () => addVariants(''), 'there is no [[variant]]', 'нет ни одного [[variant]]'],
  ['unknown key', file('year =', 'yeah ='), 'there is no key “yeah”', 'здесь нет ключа «yeah»'],
  ['wrong type', file('year = 1997', 'year = "x"'), 'year must be a whole number', 'year: нужно целое число'],
  ['bad id', file('id = "mini"', 'id = "MINI"'), 'id “MINI” is not', 'id «MINI»'],
  ['start', file('b1 c2 d3 e2', 'b1 c2 d3 e9'), 'there is no cell “e9”', 'нет поля «e9»'],
];

describe('sentences for errors', () => {
  it.each(CASES)('%s', async (_name, action, en, ru) => {
    expect(await thrown(action, 'en')).toContain(en);
    const sentence = await thrown(action, 'ru');
    expect(sentence).toContain(ru);
    expect(sentence).toMatch(/\p{Script=Cyrillic}{2}/u);
  });

  it('are the messages of their codes, and there are no others', () => {
    // The type check names a code without a message, or a message without a code.
    const missing: [Exclude<Expected, Found>] extends [never] ? true : Exclude<Expected, Found> = true;
    const unused: [Exclude<Found, Expected>] extends [never] ? true : Exclude<Found, Expected> = true;
    expect([missing, unused]).toEqual([true, true]);
  });

  it('shows what has no code as it is', async () => {
    const failing = () => {
      throw new Error('unreachable');
    };
    expect(await thrown(failing, 'en')).toBe('Something went wrong: unreachable');
  });

  /** Sentences may have any length, but their words must belong to the language. */
  it('has no English words in Russian sentences but keywords', () => {
    const KEYWORDS =
      /\[\[?[^\]]*\]\]?|"[^"]*"|«[^»]*»|\{\w+\}|SetUp|Zillions of Games|FEN|TOML|castling|true|false|id|\b[a-zA-Z]\b|[QB]-|y = -?60/g;
    for (const [key, sentence] of Object.entries(russian)) {
      const forms = typeof sentence === 'string' ? [sentence] : Object.values(sentence[0]?.match ?? {});
      for (const form of key === '$schema' ? [] : forms) {
        expect(form.replace(KEYWORDS, ''), key).not.toMatch(/[a-zA-Z]{2}/);
      }
    }
    expect(Object.keys(russian)).toEqual(Object.keys(english));
  });
});
