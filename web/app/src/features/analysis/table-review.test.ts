// @vitest-environment jsdom

/** Reviews of endings, with the real rules, the real engine and real tables. */

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshBrowser, tab } from '../../domain/library/test-parts';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { newGame } from '../../domain/rules';
import { TableServer } from '../../domain/table-server-for-tests';
import type { EndgameTables } from '../../domain/tables';
import type { AnalysisRequest } from '../../generated/types';
import { AnalysisEngine } from '../../domain/review/analysis-engine';
import { Analysis } from './analysis.svelte';
import { Ceval } from './ceval.svelte';
import { GameReview } from '../../domain/review/game-review.svelte';
import { Retry } from './retry.svelte';
import { bestLine, shareOfResult, surelyKnown, valueAfter } from '../../domain/review/table-review';

/** K+R v K in Shafran's chess, won in five plies; Ra2 draws, as the tables know. */
const ROOK = '5/6/7/8/4R4/9/8/7/3K2/k4 w - - 0 1';

let module: Awaited<ReturnType<typeof startEngineModule>>;
let server: TableServer;
let tables: EndgameTables;
/** Number of positions searched by the engine. */
let searches: number;

beforeAll(async () => {
  await startRules();
  module = await startEngineModule();
});

beforeEach(() => {
  freshBrowser();
  searches = 0;
  server = new TableServer(module);
  tables = server.endgameTables(server.list('shafran', ['KRK', 'KQK']));
});

function opened(known: Pick<EndgameTables, 'lookUp'> = tables): { analysis: Analysis; retry: Retry } {
  const engine = new module.Engine(1);
  const local = {
    analyse: (request: AnalysisRequest, onLine: Parameters<AnalysisEngine['analyse']>[1]) => {
      searches += 1;
      return Promise.resolve(engine.analyse({ ...request, limits: { depth: 3, lines: 1 } }, onLine, () => false));
    },
    cancel: () => {},
    newGame: () => engine.newGame(),
    setVariants: () => {},
    close: () => {},
  };
  const remote = {
    isAvailable: () => Promise.resolve(false),
    analyse: () => Promise.reject(new Error()),
    newGame: () => {},
  };
  const analysisEngine = new AnalysisEngine(local, remote);
  const parts = {
    ceval: new Ceval(analysisEngine, { settlingMs: 0 }),
    review: new GameReview(analysisEngine, { depth: 3 }, known),
  };
  const analysis = new Analysis(analysisEngine, { ...parts, library: tab() });
  analysis.ceval.on = false;
  return { analysis, retry: new Retry(analysis, analysisEngine, { depth: 3 }, known) };
}

/** Plays moves of an ending, and reviews them. */
async function reviewed(fen: string, moves: string[], known?: Pick<EndgameTables, 'lookUp'>) {
  const made = opened(known);
  made.analysis.loadPosition('shafran', fen);
  for (const move of moves) made.analysis.play(move);
  await made.analysis.reviewGame();
  return made;
}

describe('a review of positions that the tables know', () => {
  it('asks no engine, and marks what throws the win away, and nothing else', async () => {
    const { analysis } = await reviewed(ROOK, ['e6a2', 'a1a2']);
    expect(searches).toBe(0);
    const { review } = analysis.review.result ?? {};
    expect([review?.start.text, review?.startTable]).toEqual(['#3', { result: 'win', plies: 5 }]);
    const [first, second] = review?.moves ?? [];
    expect([first?.mark, first?.loss, first?.eval.text, first?.table]).toEqual([
      'blunder',
      0.5,
      '0.00',
      { result: 'draw', plies: null },
    ]);
    // The whole way to mate: five plies.
    expect(first?.betterSan.map((san) => san.includes('#'))).toEqual([false, false, false, false, true]);
    expect([second?.mark, second?.eval.share]).toEqual([null, 0.5]);
  });

  it('marks no move that keeps the result, however slow it is', async () => {
    const known = await tables.lookUp('shafran', ROOK);
    const slowest = known?.moves.findLast(({ result }) => result === 'win');
    expect(slowest?.plies).toBeGreaterThan(5);
    const { analysis } = await reviewed(ROOK, [slowest?.uci ?? '']);
    const [move] = analysis.review.result?.review.moves ?? [];
    expect([move?.mark, move?.loss, move?.table]).toEqual([
      null,
      0,
      { result: 'loss', plies: (slowest?.plies ?? 0) - 1 },
    ]);
  });

  it('is kept with the analysis', async () => {
    const { analysis } = await reviewed(ROOK, ['e6a2']);
    const { review } = analysis.review.result ?? {};
    await analysis.flush();
    const again = opened().analysis;
    expect(await again.open(analysis.id ?? '')).toBe('opened');
    expect(again.review.result?.review).toEqual(review);
    expect(again.review.result?.review.moves[0]?.table).toEqual({ result: 'draw', plies: null });
  });

  it('judges no move by tables before and by the engine after it', async () => {
    const known = await tables.lookUp('shafran', ROOK);
    const slowest = known?.moves.findLast(({ result }) => result === 'win');
    // The table gives no reply for the position after the move.
    const once = {
      lookUp: async (variant: string, fen: string) => (fen === ROOK ? tables.lookUp(variant, fen) : null),
    };
    const { analysis } = await reviewed(ROOK, [slowest?.uci ?? ''], once);
    const [move] = analysis.review.result?.review.moves ?? [];
    expect(searches).toBe(1);
    expect([move?.mark, move?.table?.plies]).toEqual([null, (slowest?.plies ?? 0) - 1]);
  });

  it('leaves the engine what the rule of 50 moves may take away, and what is damaged', async () => {
    const late = ROOK.replace(' 0 1', ' 96 60');
    const { analysis } = await reviewed(late, ['e6e7']);
    expect([searches, analysis.review.result?.review.startTable]).toEqual([2, undefined]);
    searches = 0;
    server.alter = ({ bytes }) => {
      bytes[6000] = (bytes[6000] ?? 0) ^ 1;
      return true;
    };
    const damaged = server.endgameTables(server.list('shafran', ['KRK']));
    const other = await reviewed(ROOK, ['e6e7'], damaged);
    expect([searches, other.analysis.review.result?.review.startTable]).toEqual([2, undefined]);
  });
});

it('a move that keeps the win is a solution, whatever the engine says of it', async () => {
  const { analysis, retry } = await reviewed(ROOK, ['e6a2', 'a1a2']);
  const known = await tables.lookUp('shafran', ROOK);
  const slowest = known?.moves.findLast(({ result }) => result === 'win');
  retry.start('w');
  retry.take('d2c1');
  await vi.waitFor(() => expect(retry.verdict?.verdict).toBe('worse'));
  retry.take(slowest?.uci ?? '');
  await vi.waitFor(() => expect(retry.stage).toBe('solved'));
  expect([searches, analysis.review.result !== null]).toEqual([0, true]);
});

it('best play is followed to a number of half-moves, as far as it is known, and in a draw for one move only', async () => {
  const lineOf = async (known: Pick<EndgameTables, 'lookUp'>, fen: string) => {
    const position = await surelyKnown(tables, 'shafran', fen);
    return position && bestLine(known, 'shafran', fen, position);
  };
  const far = '5/6/1k5/8/4K4/9/8/7/6/R4 w - - 0 1';
  expect((await surelyKnown(tables, 'shafran', far))?.plies).toBeGreaterThan(10);
  expect(await lineOf(tables, far)).toHaveLength(10);
  expect(await lineOf({ lookUp: () => Promise.resolve(null) }, far)).toHaveLength(1);
  const game = newGame('shafran', ROOK);
  game.playOn('e6a2');
  expect(await lineOf(tables, game.state().fen)).toEqual(['a1a2']);
  game.free();
});

it('values after a move are those of the other side', async () => {
  const known = await surelyKnown(tables, 'shafran', ROOK);
  if (!known) throw new Error('it is known');
  const [best] = known.moves;
  expect(valueAfter(known, best?.uci ?? '', ROOK)).toEqual({ result: 'loss', plies: 4 });
  expect(valueAfter(known, 'e6a2', ROOK)).toEqual({ result: 'draw', plies: null });
  expect(valueAfter(known, best?.uci ?? '', ROOK.replace(' 0 1', ' 97 60'))).toBe(null);
  expect(valueAfter(known, 'a1a2', ROOK)).toBe(null);
  expect([shareOfResult('win', 'w'), shareOfResult('stalemate-win', 'b'), shareOfResult('draw', 'b')]).toEqual([
    1, 0.25, 0.5,
  ]);
});
