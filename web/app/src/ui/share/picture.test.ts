import { describe, expect, it } from 'vitest';
import { CLASSIC } from '../../../../board/src/pieces';
import type { BoardData } from '../../../../board/src/index';
import { VARIANTS } from '../../../../board/src/variants';
import themes from '../../../../board/theme.json';
import type { Side } from '../../generated/types';
import { pictureOf } from './picture';
import type { PlayerLine } from './picture';

const BOARDS = VARIANTS.map(({ id, board }) => [id, board] as const);
const MOMENT = { pieces: [{ cell: 'e1', piece: 'K' }], lastMove: null, check: null };

function picture(board: BoardData, players: Record<Side, PlayerLine> | null, orientation: Side = 'w') {
  return pictureOf(MOMENT, {
    board,
    orientation,
    coordinates: true,
    players,
    style: CLASSIC,
    colours: themes.saffron.light,
    surroundings: { ground: '#ffffff', text: '#000000', muted: '#666666' },
  });
}

function player(name: string, points = ''): PlayerLine {
  return { name, detail: '', points };
}

describe('the picture of a position', () => {
  it.each(BOARDS)('has the whole board of %s inside of it', (_, board) => {
    const { box, items } = picture(board, { w: player('Ada'), b: player('Bo') });
    expect(box.width).toBe(720);
    expect(box.height / box.width).toBeLessThan(1.6);
    for (const item of items) {
      if (item.kind !== 'text') continue;
      expect(item.x).toBeGreaterThan(0);
      expect(item.x).toBeLessThan(box.width);
      expect(item.y).toBeGreaterThan(0);
      expect(item.y).toBeLessThan(box.height);
    }
  });

  it('has the players at their sides, with their points', () => {
    const texts = (orientation: Side) =>
      picture(BOARDS[0]?.[1] as BoardData, { w: player('Ada', '1'), b: player('Bo', '0') }, orientation).items.flatMap(
        (item) =>
          item.kind === 'text' && ['Ada', 'Bo', '0'].includes(item.text) ? [[item.text, item.y] as const] : [],
      );
    const white = new Map(texts('w'));
    const black = new Map(texts('b'));
    expect(white.get('Bo')).toBeLessThan(white.get('Ada') ?? 0);
    expect(black.get('Ada')).toBeLessThan(black.get('Bo') ?? 0);
  });

  it('cuts a name that is too long', () => {
    const long = 'Maximiliana '.repeat(9);
    const { items } = picture(BOARDS[0]?.[1] as BoardData, { w: player(long), b: player('Bo') });
    const name = items.find((item) => item.kind === 'text' && item.text.startsWith('Maximiliana'));
    expect(name).toMatchObject({ text: expect.stringMatching(/^.{35}…$/) as string });
  });

  it('is lower without players', () => {
    const [, board] = BOARDS[0] ?? [];
    const withPlayers = picture(board as BoardData, { w: player('Ada'), b: player('Bo') });
    expect(picture(board as BoardData, null).box.height).toBeLessThan(withPlayers.box.height);
  });
});
