/** Tests of the recognition of texts with the real rules. */

import { beforeAll, describe, expect, it } from 'vitest';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { newGame } from '../../domain/rules';
import { hasWords, readText, tagOf } from './reading';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

const GAMES = `[Variant "Gliński"]
[White "Rudolf László"]
[Black "Brian Towers"]
[Event "1. EB"]
[Date "1980.08.??"]

1. e5 f6 1-0

[Variant "Gliński"]
[White "?"]

1. e5 zz *
`;

describe('a text', () => {
  it('is a position of the chosen variant, or of the one whose board it fits', async () => {
    const game = newGame('brusky');
    const fen = game.startFen();
    game.free();
    expect(await readText(` ${fen}\n`, 'brusky')).toEqual({ kind: 'position', variant: 'brusky', fen });
    expect(await readText(fen, 'shafran')).toEqual({ kind: 'position', variant: 'brusky', fen });
    await expect(readText('8/8/8/8/8/8/8/8 w - - 0 1', 'shafran')).rejects.toThrow(/10/);
  });

  it.each([
    ['short', (fen: string) => fen.split(' ')[0]],
    ['of EPD', (fen: string) => `${fen.split(' ').slice(0, 4).join(' ')} id "start";`],
    ['of an address', (fen: string) => fen.replaceAll(' ', '_')],
  ])('is a FEN %s', async (_, written) => {
    const game = newGame('glinski');
    const fen = game.startFen();
    game.free();
    expect(await readText(written(fen) ?? '', 'glinski')).toEqual({ kind: 'position', variant: 'glinski', fen });
  });

  it('is a position of Chex', async () => {
    const chex =
      '6_p-5-P_r-p-4-P-R_n-1-p-3-P-1-N_q-2-p-2-P-2-Q_b-b-b-1-p-1-P-1-B-B-B_k-2-p-2-P-2-K_n-1-p-3-P-1-N_r-p-4-P-R_p-5-P_6$w';
    expect(await readText(chex, 'shafran')).toMatchObject({ kind: 'position', variant: 'glinski' });
  });

  it('is a record of Game Courier or of Zillions of Games', async () => {
    for (const text of ['1. P e2-e4\n1... p e9-e7 // so\n', '1. Pawn e2 - e4\n1. Pawn e9 - e7\n']) {
      expect(await readText(text, 'shafran')).toMatchObject({
        kind: 'games',
        games: [{ variant: 'shafran', plies: 2 }],
      });
    }
  });

  it('is the games of a file, or bare moves of the chosen variant', async () => {
    const reading = await readText(GAMES, 'shafran');
    expect(reading.kind).toBe('games');
    const games = reading.kind === 'games' ? reading.games : [];
    expect(games.map(({ variant, error }) => [variant, error === undefined])).toEqual([
      ['glinski', true],
      ['glinski', false],
    ]);
    const bare = await readText('1. e2-e5 e9-e6 2. Nb1-c4', 'shafran');
    expect(bare).toMatchObject({ kind: 'games', games: [{ variant: 'shafran', plies: 3 }] });
  });
});

describe('a list of games', () => {
  it('is searched by the words of names, event and date', async () => {
    const reading = await readText(GAMES, 'shafran');
    const [first, second] = reading.kind === 'games' ? reading.games : [];
    if (!first || !second) throw new Error('there are two games');
    expect(hasWords(first, 'lászló 1980')).toBe(true);
    expect(hasWords(first, 'towers 1981')).toBe(false);
    expect(tagOf(second, 'White')).toBe('');
    expect(tagOf(first, 'Site')).toBe('');
  });
});
