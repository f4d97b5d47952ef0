import { beforeAll, describe, expect, it } from 'vitest';
import { startRules } from './modules-for-tests';
import { piecesOf, placementOf } from './placement';
import { boardData, newGame } from './rules';
import { VARIANT_IDS } from './variant-ids';

beforeAll(startRules);

describe('the placement of a FEN', () => {
  it.each(VARIANT_IDS)('of the start of %s is read and written as the rules do', (variant) => {
    const game = newGame(variant);
    const [placement = ''] = game.startFen().split(' ');
    const pieces = new Map(game.state().pieces.map(({ cell, piece }) => [cell, piece]));
    game.free();
    const board = boardData(variant);
    expect(placementOf(board, pieces)).toBe(placement);
    expect(piecesOf(board, placement)).toEqual(pieces);
  });

  it.each(['', 'x', '5/6/7/8/9/9/8/7/6', '5/6/7/8/9/9/8/7/6/6', '5/6/7/8/9/9/8/7/6/05', 'kk5/6/7/8/9/9/8/7/6/5'])(
    'is refused where it does not fit the board: "%s"',
    (text) => expect(piecesOf(boardData('shafran'), text)).toBeNull(),
  );

  it('may be of a position that the rules do not allow', () => {
    const pieces = piecesOf(boardData('shafran'), '5/6/7/8/9/9/8/7/6/KK3');
    expect([...(pieces ?? [])]).toEqual([
      ['a1', 'K'],
      ['b1', 'K'],
    ]);
  });
});
