import { describe, expect, it } from 'vitest';
import type { TableList, TablePosition } from '../generated/protocol';
import { ApiError, OfflineError } from './api';
import { pieceCount, ServerTables } from './tables';

const LOST = '5/6/7/8/9/9/8/k6/6/K2Q1 b - - 0 1';
const FOUR = '5/6/7/8/9/9/8/k5r/6/K2Q1 b - - 0 1';
const ANSWER: TablePosition = { result: 'loss', plies: 16, moves: [] };
const EMPTY = { wins: 0, stalemateWins: 0, draws: 0, stalemateLosses: 0, losses: 0, longest: 0 };
const LIST: TableList = {
  variants: [
    {
      variant: 'shafran',
      mostPieces: 3,
      endings: [{ ending: 'KQK', file: '', bytes: 1, white: EMPTY, black: EMPTY }],
    },
  ],
};

/** Tables whose server answers so, and what it was asked. */
function served(answer: (path: string) => unknown = (path) => (path === 'tables' ? LIST : ANSWER)) {
  const asked: string[] = [];
  const state = { online: true, now: 0 };
  const tables = new ServerTables({
    get: async (path, query) => {
      asked.push(query ? `${path} ${query.fen ?? ''}` : path);
      return answer(path) as never;
    },
    online: () => state.online,
    now: () => state.now,
  });
  return { tables, asked, state };
}

describe('the tables of the server', () => {
  it('are asked for their list once, and for a position once', async () => {
    const { tables, asked } = served();
    expect(await tables.lookUp('shafran', LOST)).toBe(ANSWER);
    expect(await tables.lookUp('shafran', LOST)).toBe(ANSWER);
    expect(asked).toEqual(['tables', `tables/shafran ${LOST}`]);
    expect([await tables.has('shafran', 'KQK'), await tables.has('shafran', 'KRK')]).toEqual([true, false]);
    expect(asked).toHaveLength(2);
  });

  it('are not asked about what they cannot know', async () => {
    const { tables, asked } = served();
    expect(await tables.lookUp('shafran', 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1')).toBe(
      null,
    );
    expect(await tables.lookUp('shafran', LOST.replace(' - - ', ' Q - '))).toBe(null);
    expect(asked).toEqual([]);
    expect(await tables.lookUp('shafran', FOUR)).toBe(null);
    expect(await tables.lookUp('glinski', LOST)).toBe(null);
    expect(asked).toEqual(['tables']);
  });

  it('are left alone offline, and for a while after a missing answer', async () => {
    let there = false;
    const { tables, asked, state } = served((path) => {
      if (!there) throw new OfflineError('no answer');
      return path === 'tables' ? LIST : ANSWER;
    });
    state.online = false;
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(asked).toEqual([]);
    state.online = true;
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(asked).toEqual(['tables']);
    there = true;
    state.now = 60_000;
    expect(await tables.lookUp('shafran', LOST)).toBe(ANSWER);
  });

  it('are asked again after a failure, but not about what they lack', async () => {
    let failure: Error = new ApiError({ code: 'damaged_table', params: { ending: 'KQK' } }, 500);
    const { tables, asked } = served((path) => {
      if (path === 'tables') return LIST;
      throw failure;
    });
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(asked).toHaveLength(3);
    failure = new ApiError({ code: 'not_in_tables' }, 404);
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(asked).toHaveLength(4);
  });
});

it('pieces are counted on the board alone', () => {
  expect(pieceCount(LOST)).toBe(3);
  expect(pieceCount('1/3/5/7/9/11/11/1k9/2B8/11/K10 b - - 0 1')).toBe(3);
});
