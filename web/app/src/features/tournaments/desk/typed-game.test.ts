import { beforeAll, describe, expect, it } from 'vitest';
import { startEngineModule, startRules } from '../../../domain/modules-for-tests';
import { inEnglish, readTyped, wordsOf } from './typed-game';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

const movesOf = async (text: string, notation: Parameters<typeof readTyped>[2] = 'en'): Promise<string> =>
  (await readTyped(text, 'glinski', notation)).moves.join(' ');

describe('wordsOf', () => {
  it('keeps the moves of the main line with their numbers', () => {
    const text =
      '[White "A 1"]\n\n1. e5 {a comment f4} e6 $1 2.f6! (2. g5 (2. h4) g5) 2... exf6 3 b5xc6 e.p. ; e4\n½–½ remi 1-0';
    const { words, numbers } = wordsOf(text);
    expect(words.map((word) => word.text)).toEqual(['e5', 'e6', 'f6!', 'exf6', 'b5xc6e.p.']);
    expect(numbers).toEqual(['1.', '', '2.', '2...', '3.']);
    for (const { start, end, text: move } of words.slice(0, 4)) expect(text.slice(start, end)).toBe(move);
  });
});

describe('inEnglish', () => {
  it.each([
    ['Hdf4', 'hu', 'Ndf4'],
    ['Bxf10=V+', 'hu', 'Rxf10=Q+'],
    ['Gye2-e4', 'hu', 'Pe2-e4'],
    ['F-0-0', 'hu', 'B-0-0'],
    ['V-O-O', 'hu', 'Q-O-O'],
    ['Кр:f2', 'ru', 'K:f2'],
    ['Кf2:d5', 'ru', 'Nf2:d5'],
    ['Sc3xWd6', 'pl', 'Nc3xRd6'],
    ['♘f4', 'hu', '♘f4'],
  ] as const)('translates %s of %s', (move, notation, expected) => {
    expect(inEnglish(move, notation)).toBe(expected);
  });
});

describe('readTyped', () => {
  it('reads the letters of the organiser, and others if only they are legal', async () => {
    expect(await movesOf('1. Hdf4 Hdf8 2. Fd4', 'hu')).toBe('Ndf4 Ndf8 Bd4');
    const english = await readTyped('Ndf4 Ndf8 Bd4', 'glinski', 'hu');
    expect([english.moves.join(' '), english.foreign, english.problem]).toEqual(['Ndf4 Ndf8 Bd4', true, null]);
    expect(await movesOf('1. e4-e5 e7-e6')).toBe('e5 e6');
  });

  it('stops at the first move that is not legal, and says which', async () => {
    const text = '1. e5 e6 2. Hdf4 Hdf4 3. e7';
    const { moves, state, problem, lastMove } = await readTyped(text, 'glinski', 'hu');
    expect(moves).toEqual(['e5', 'e6', 'Ndf4']);
    expect([state.ply, lastMove]).toEqual([3, 'd1f4']);
    expect(text.slice(problem?.word?.start, problem?.word?.end)).toBe('Hdf4');
    expect(problem?.word?.start).toBe(17);
    expect(problem?.error).toMatchObject({ code: 'move', params: { ply: { number: 2, turn: 'Black' } } });
  });

  it('notices a move that was left out by the numbers', async () => {
    const { notes } = await readTyped('1. e5 e6 3. f6', 'glinski', 'en');
    expect(notes.map(({ kind }) => kind)).toEqual([{ code: 'number', params: { expected: 2, found: 3 } }]);
    expect((await readTyped('1. e5 e6 2. f6', 'glinski', 'en')).notes).toEqual([]);
  });

  it('has the start position for a text without moves', async () => {
    const { moves, state, problem } = await readTyped('  1. ', 'glinski', 'en');
    expect([moves, state.ply, problem]).toEqual([[], 0, null]);
  });

  it('goes by the moves alone, whatever result is written', async () => {
    expect(await movesOf('1. e5 e6 1-0')).toBe('e5 e6');
    expect(await movesOf('[Result "0-1"]\n\n1. e5 e6 0-1')).toBe('e5 e6');
  });
});
