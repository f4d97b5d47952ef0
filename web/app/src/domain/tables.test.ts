import { describe, expect, it } from 'vitest';
import type { TableList, TablePosition } from '../generated/protocol';
import { ApiError, OfflineError } from './api';
import { TableError } from './table-files';
import type { TableTrouble } from './table-files';
import { EndgameTables, pieceCount } from './tables';

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

/**
 * Returns tables with these replies of the server, and the requests it received. `reads` are the results of reading files; by
 * default there are none.
 */
function served(
  answer: (path: string) => unknown = (path) => (path === 'tables' ? LIST : ANSWER),
  reads: (TablePosition | TableTrouble)[] = [],
) {
  const asked: string[] = [];
  const state = { online: true, now: 0, forgotten: [] as string[] };
  const net = {
    get: async (path: string, query?: Record<string, string>) => {
      asked.push(query ? `${path} ${query.fen ?? query.winner ?? ''}` : path);
      return answer(path) as never;
    },
    online: () => state.online,
    now: () => state.now,
  };
  const tables = new EndgameTables(net, {
    lookUp: async () => {
      const read = reads.shift() ?? 'unavailable';
      if (typeof read === 'string') throw new TableError(read, 'KQK');
      return read;
    },
    forget: (variant) => state.forgotten.push(variant),
  });
  return { tables, asked, state };
}

describe('tables', () => {
  it('are read here first, and a position once', async () => {
    const { tables, asked } = served(undefined, [ANSWER]);
    expect(await tables.lookUp('shafran', LOST)).toBe(ANSWER);
    expect(await tables.lookUp('shafran', LOST)).toBe(ANSWER);
    expect(asked).toEqual(['tables']);
  });

  it('are listed once more where a file has changed', async () => {
    const { tables, asked, state } = served(undefined, ['changed', ANSWER]);
    expect(await tables.lookUp('shafran', LOST)).toBe(ANSWER);
    expect([asked, state.forgotten]).toEqual([['tables', 'tables'], ['shafran']]);
    const twice = served(undefined, ['changed', 'changed']);
    expect(await twice.tables.lookUp('shafran', LOST)).toBe(ANSWER);
    expect(twice.asked).toEqual(['tables', 'tables', `tables/shafran ${LOST}`]);
  });

  it('of other rules are not asked of the server either', async () => {
    const { tables, asked } = served(undefined, ['other-rules']);
    expect(await tables.lookUp('shafran', LOST)).toBe(null);
    expect(asked).toEqual(['tables']);
  });

  it('say that they are damaged where the server does not know better', async () => {
    const better = served(undefined, ['damaged']);
    expect(await better.tables.lookUp('shafran', LOST)).toBe(ANSWER);
    for (const failure of [
      new ApiError({ code: 'damaged_table', params: { ending: 'KQK' } }, 500),
      new OfflineError('no answer'),
    ]) {
      const { tables } = served(
        (path) => {
          if (path === 'tables') return LIST;
          throw failure;
        },
        ['damaged', 'damaged'],
      );
      await expect(tables.lookUp('shafran', LOST)).rejects.toMatchObject({ trouble: 'damaged', ending: 'KQK' });
      await expect(tables.lookUp('shafran', LOST)).rejects.toMatchObject({ trouble: 'damaged' });
    }
  });

  it('have exercises for either side', async () => {
    const { tables, asked } = served(() => ({ fen: LOST, plies: 1 }));
    await tables.exercise('shafran', 'KQK', 'w');
    await tables.exercise('shafran', 'KPKP', 'b');
    expect(asked).toEqual(['tables/shafran/endings/KQK/exercise', 'tables/shafran/endings/KPKP/exercise black']);
  });
});

describe('the tables of the server, where they cannot be read here,', () => {
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
    let failure: Error = new ApiError({ code: 'internal' }, 500);
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
