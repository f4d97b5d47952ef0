import { describe, expect, it } from 'vitest';
import { endedBy, lastMoveText } from './ending-text';

const WHITE_MOVED = { fen: '8 b - - 0 50' };
const BLACK_MOVED = { fen: '8 w - - 3 35' };

describe('the end of a game', () => {
  it('is one word or two', () => {
    expect([endedBy('checkmate'), endedBy('threefold'), endedBy('time')]).toEqual(['mate', 'repetition', 'time']);
  });

  it('follows the last move with its number', () => {
    expect(lastMoveText('Rb6#', WHITE_MOVED, 'checkmate')).toBe('50. Rb6 mate');
    expect(lastMoveText('Nf5+', BLACK_MOVED, 'resignation')).toBe('34… Nf5+, resigned');
  });
});
