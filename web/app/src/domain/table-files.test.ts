import { beforeAll, describe, expect, it } from 'vitest';
import type { VariantTables } from '../generated/protocol';
import { startEngineModule, startRules } from './modules-for-tests';
import { newGame } from './rules';
import { rangesOf, TableFiles } from './table-files';
import type { TableModule } from './table-files';
import { tableBytes, TableServer } from './table-server-for-tests';

/** Longest K+Q v K of Shafran's chess: Black is mated in 16 plies. The server's test has the same values. */
const LOST = '5/6/7/8/9/9/8/k6/6/K2Q1 b - - 0 1';
/** K+R v K: White has just moved the rook next to the king, which may take it. */
const ROOK = '5/6/7/8/4R4/9/8/7/3K2/k4 w - - 0 1';
const STALEMATES = '1/3/5/7/9/11/11/1k9/2B8/11/K10 b - - 0 1';

let module: TableModule;
beforeAll(async () => {
  await startRules();
  module = await startEngineModule();
});

/** Resolves to the result of a look-up, or to the reason why it failed. */
function trouble(server: TableServer, list: VariantTables, fen = LOST): Promise<unknown> {
  return server
    .tables()
    .lookUp(list, fen)
    .catch((error: unknown) => (error as { trouble?: string }).trouble);
}

describe('tables that are read here', () => {
  it('know what the server’s own look-up knows', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK', 'KRK']);
    const tables = server.tables();
    const known = await tables.lookUp(list, LOST);
    expect([known?.result, known?.plies, known?.moves[0]?.uci, known?.moves[0]?.plies]).toEqual([
      'loss',
      16,
      'a3b4',
      16,
    ]);
    expect(known?.moves.every(({ result }) => result === 'loss')).toBe(true);
    // A small file is fetched whole and only once.
    expect(server.asked).toHaveLength(1);
    const first = await tables.lookUp(list, ROOK);
    expect([first?.result, first?.plies]).toEqual(['win', 5]);
    expect(first?.moves.filter(({ result }) => result === 'draw').map(({ uci }) => uci)).toEqual([
      'd2c1',
      'd2c3',
      'e6a2',
      'e6b3',
    ]);
    await tables.lookUp(list, ROOK);
    expect(server.asked).toHaveLength(2);
    const stalemate = await server.tables().lookUp(server.list('glinski', ['KBK']), STALEMATES);
    expect([stalemate?.result, stalemate?.plies, stalemate?.moves[0]?.uci]).toEqual(['stalemate-win', 1, 'b4c3']);
  });

  it('come in parts where the files are long', async () => {
    const server = new TableServer(module);
    const list = server.list('glinski', ['KQK', 'KRK', 'KBK', 'KNK', 'KPK']);
    const length = list.endings.find(({ ending }) => ending === 'KPK')?.bytes ?? 0;
    const [whole, parts] = [server.tables(), new TableFiles({ module: async () => module, fetch: server.fetch }, 0)];
    // A pawn of Gliński's chess on its starting cell, followed by best play.
    const game = newGame('glinski', '1/3/5/7/9/4k6/4P6/11/11/11/K10 w - - 0 1');
    for (let ply = 0; ply < 12; ply++) {
      const { fen } = game.state();
      const known = await whole.lookUp(list, fen);
      server.asked = [];
      expect(await parts.lookUp(list, fen)).toEqual(known);
      const ranges = server.asked.map((asked) => /(\d+)-(\d+)/.exec(asked)?.slice(1).map(Number) ?? []);
      const bytes = ranges.reduce((sum, [from = 0, to = 0]) => sum + to + 1 - from, 0);
      if (ply === 0) expect(ranges.length).toBeGreaterThan(2);
      expect(bytes).toBeLessThan(length);
      const [best] = known?.moves ?? [];
      if (!best) break;
      game.play(best.uci);
    }
    game.free();
  });

  it('do without what the server does not have', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    expect(await server.tables().lookUp(list, ROOK)).toBe(null);
    expect(server.asked).toEqual([]);
  });

  it('are fetched by each look-up at the same time once', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    const tables = server.tables();
    const [one, other] = await Promise.all([tables.lookUp(list, LOST), tables.lookUp(list, LOST)]);
    expect(one).toEqual(other);
    expect(server.asked).toHaveLength(1);
  });

  it('take a whole file from who does not know ranges', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    server.alter = (answer) => {
      answer.status = 200;
      delete answer.headers['Content-Range'];
      return true;
    };
    expect(await trouble(server, list)).toMatchObject({ result: 'loss', plies: 16 });
  });

  it('give no value where a bit is wrong, anywhere', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    const length = tableBytes('shafran', 'KQK').length;
    for (const at of [0, 9, 17, 30, 40, 2000, 6300, length - 1]) {
      server.alter = ({ bytes }) => {
        bytes[at] = (bytes[at] ?? 0) ^ 4;
        return true;
      };
      // A wrong version in the header also makes its checksum wrong, so it counts as damage.
      expect(await trouble(server, list), String(at)).toBe('damaged');
    }
    // It was requested once more, past the cache.
    expect(server.asked.filter((asked) => asked.endsWith('reload'))).toHaveLength(8);
  });

  it('ask once more past the cache, whose bytes may be wrong', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    server.alter = ({ bytes }) => {
      if (server.asked.length === 1) bytes[5000] = (bytes[5000] ?? 0) ^ 1;
      return true;
    };
    expect(await trouble(server, list)).toMatchObject({ plies: 16 });
  });

  it('do not fetch a damaged file again and again', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    server.alter = ({ bytes }) => {
      bytes[5000] = (bytes[5000] ?? 0) ^ 1;
      return true;
    };
    const tables = server.tables();
    for (let count = 0; count < 3; count++) {
      await expect(tables.lookUp(list, LOST)).rejects.toMatchObject({ trouble: 'damaged', ending: 'KQK' });
    }
    expect(server.asked).toHaveLength(2);
  });

  it('see that the server has another file now', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    server.tag = 'two';
    expect(await trouble(server, list)).toBe('changed');
    server.tag = 'one';
    server.alter = ({ headers }) => {
      headers['Content-Range'] = 'bytes 0-9/10';
      return true;
    };
    expect(await trouble(server, list)).toBe('changed');
    server.files.clear();
    expect(await trouble(server, list)).toBe('changed');
  });

  it('are not there without an answer, or with another one', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    server.alter = () => false;
    expect(await trouble(server, list)).toBe('unavailable');
    server.alter = (answer) => {
      answer.status = 503;
      return true;
    };
    expect(await trouble(server, list)).toBe('unavailable');
    server.alter = (answer) => {
      answer.bytes = answer.bytes.slice(0, 100);
      return true;
    };
    expect(await trouble(server, list)).toBe('unavailable');
    const [info] = list.endings;
    if (info) info.bytes = 2 ** 32;
    expect(await trouble(server, list)).toBe('unavailable');
    const without = new TableFiles({ module: () => Promise.reject(new Error('offline')), fetch: server.fetch });
    await expect(without.lookUp(list, LOST)).rejects.toMatchObject({ trouble: 'unavailable' });
  });

  it('start again after a failure of the module', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    const tables = server.tables();
    await expect(tables.lookUp(list, 'rubbish')).rejects.toMatchObject({ trouble: 'unavailable' });
    expect(await tables.lookUp(list, LOST)).toMatchObject({ plies: 16 });
  });

  it('are refused where they are for other rules', async () => {
    const server = new TableServer(module);
    const list = server.list('shafran', ['KQK']);
    server.files.set('/api/tables/shafran/files/KQK.saftable', tableBytes('glinski', 'KQK'));
    const [info] = list.endings;
    if (info) info.bytes = tableBytes('glinski', 'KQK').length;
    expect(await trouble(server, list)).toBe('other-rules');
    expect(await trouble(server, { ...list, variant: 'unheard-of' })).toBe('other-rules');
  });
});

it('parts that lie near each other are fetched together', () => {
  const part = (ending: string, offset: number) => ({ ending, offset, length: 4096 });
  expect(
    rangesOf([part('KQK', 100), part('KQK', 4196), part('KQK', 20_000), part('KQK', 90_000), part('KRK', 94_000)]),
  ).toEqual([
    { ending: 'KQK', from: 100, to: 24_096 },
    { ending: 'KQK', from: 90_000, to: 94_096 },
    { ending: 'KRK', from: 94_000, to: 98_096 },
  ]);
});
