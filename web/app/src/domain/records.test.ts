/** Tests of files with many games and annotated records, with the real rules. */

import { beforeAll, describe, expect, it } from 'vitest';
import { startEngineModule } from './modules-for-tests';
import { gameFromFile, gameFromRecord, gamesOf } from './records';

beforeAll(startEngineModule);

const FILE = `[Variant "Gliński"]
[White "Ada"]
[Black "Bo"]

1. e4-e5 e7-e6 1/2-1/2

[Variant "Shafran"]
[White "Cy"]

1. e2-e5 zz9 *

[Variant "Shafran"]
[White "Di"]

1. e2-e5 e9-e6 *
`;

const ANNOTATED = `[Variant "Shafran"]

{Every game begins.} 1. e2-e5 $1 {The longest step. [%cal Ge2e5,Rd2d4] [%csl Ye5]} (1. d2-d4 $6 {Shorter.}) 1... e9-e6 *
`;

describe('the games of a file', () => {
  it('are listed, those that cannot be read with their errors', async () => {
    const games = await gamesOf(FILE);
    expect(games.map(({ index, variant, plies, result }) => [index, variant, plies, result])).toEqual([
      [0, 'glinski', 2, '1/2-1/2'],
      [1, 'shafran', 2, '*'],
      [2, 'shafran', 2, '*'],
    ]);
    expect(games.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
    expect(games[0]?.tags).toContainEqual(['White', 'Ada']);
    expect(games[2]?.line).toBe(12);
  });

  it('are opened one at a time', async () => {
    const game = await gameFromFile(FILE, 2);
    expect(game.history().map(({ uci }) => uci)).toEqual(['e2e5', 'e9e6']);
    game.free();
    await expect(gameFromFile(FILE, 1)).rejects.toThrow();
    await expect(gameFromFile(FILE, 3)).rejects.toThrow('no game 3 of 3');
  });

  it('may be bare moves with a separately given variant', async () => {
    const text = '1. e2-e5 e9-e6';
    expect((await gamesOf(text, 'shafran'))[0]).toMatchObject({ variant: 'shafran', plies: 2 });
    await expect(gameFromRecord(text)).rejects.toThrow();
    const game = await gameFromRecord(text, 'shafran');
    expect(game.history()).toHaveLength(2);
    game.free();
  });
});

describe('an annotated record', () => {
  it('gives comments, glyphs and drawings, and writes them again', async () => {
    const game = await gameFromRecord(ANNOTATED);
    expect(game.startAnnotation().comment).toBe('Every game begins.');
    expect(game.annotatedHistory()[0]).toMatchObject({
      uci: 'e2e5',
      annotation: {
        nags: [1],
        comment: 'The longest step.',
        shapes: [
          { brush: 'green', from: 'e2', to: 'e5' },
          { brush: 'red', from: 'd2', to: 'd4' },
          { brush: 'yellow', from: 'e5' },
        ],
      },
    });
    const lines = game.sideLines();
    expect(lines[0]?.moves[0]).toMatchObject({ uci: 'd2d4', annotation: { nags: [6], comment: 'Shorter.' } });
    const text = game.record([], [{ ply: 0, moves: [{ uci: 'd2d4', annotation: { nags: [6] } }], sideLines: [] }]);
    game.free();
    const again = await gameFromRecord(text);
    expect(again.annotatedHistory()[0]).toMatchObject({ annotation: { nags: [1], comment: 'The longest step.' } });
    expect(again.sideLines()[0]?.moves[0]).toMatchObject({ annotation: { nags: [6] } });
    again.free();
  });
});
