/** Tests of the choice of the engine for analysis, and of the requests to the server. */

import { describe, expect, it, vi } from 'vitest';
import { AnalysisEngine } from './analysis-engine';
import type { LocalEngine, Origin } from './analysis-engine';
import type { AnalysisRequest, EngineLine, AnalysisResult } from '../../generated/types';
import { ServerEngine } from './server-engine';
import type { Net } from './server-engine';

const REQUEST: AnalysisRequest = { variant: 'shafran', fen: 'f', moves: [], limits: { lines: 1 } };
const LINE = { number: 1, depth: 3 } as EngineLine;
const FOUND: AnalysisResult = { depth: 3, nodes: 9, nps: 1, timeMs: 1, lines: [LINE] };
const OFFER = JSON.stringify({ searches: 2, seconds: 60 });

class Local implements LocalEngine {
  asked: AnalysisRequest[] = [];
  analyse(request: AnalysisRequest): Promise<AnalysisResult | null> {
    this.asked.push(request);
    return Promise.resolve({ ...FOUND, depth: 1 });
  }
  cancel(): void {}
  newGame(): void {}
  setVariants(): void {}
  close(): void {}
}

/** Returns a server that gives these replies to searches in turn; an error is a broken connection. */
function net(
  answers: (string | Error)[],
  offer: string | Error = OFFER,
): Net & { bodies: string[]; offers: number; time: number } {
  const state = {
    bodies: [] as string[],
    offers: 0,
    time: 0,
    online: () => true,
    now: () => state.time,
    fetch: (_address: string, init?: RequestInit): Promise<Response> => {
      let answer: string | Error | undefined = offer;
      if (init?.method === 'POST') {
        state.bodies.push(String(init.body));
        answer = answers.shift();
      } else {
        state.offers += 1;
      }
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(new Response(answer));
    },
  };
  return state;
}

async function run(
  analysisEngine: AnalysisEngine,
  request = REQUEST,
): Promise<{ found: AnalysisResult | null; origins: Origin[]; lines: number }> {
  const origins: Origin[] = [];
  let lines = 0;
  const found = await analysisEngine.analyse(
    request,
    () => (lines += 1),
    (origin) => origins.push(origin),
  );
  return { found, origins, lines };
}

const TOLD = `${JSON.stringify({ line: LINE })}\n${JSON.stringify({ found: FOUND })}\n`;

describe('AnalysisEngine', () => {
  it('asks the server if it provides engines, and asks for that once', async () => {
    const [local, server] = [new Local(), net([TOLD, TOLD])];
    const analysisEngine = new AnalysisEngine(local, new ServerEngine(server));
    expect(await run(analysisEngine)).toEqual({ found: FOUND, origins: ['server'], lines: 1 });
    expect((await run(analysisEngine)).origins).toEqual(['server']);
    expect([local.asked.length, server.offers]).toEqual([0, 1]);
    const [first, second] = server.bodies.map((body) => JSON.parse(body) as { engine: string; request: unknown });
    expect(first?.request).toEqual(REQUEST);
    expect(second?.engine).toBe(first?.engine);
  });

  it('says when a new game begins, until the engine has begun to search', async () => {
    const server = net([TOLD, TOLD, new Error('no connection'), TOLD, TOLD]);
    const analysisEngine = new AnalysisEngine(new Local(), new ServerEngine(server));
    await run(analysisEngine);
    await run(analysisEngine);
    analysisEngine.newGame();
    await run(analysisEngine);
    server.time += 60_000;
    await run(analysisEngine);
    await run(analysisEngine);
    const bodies = server.bodies.map((body) => JSON.parse(body) as { engine: string; newGame: boolean });
    expect(bodies.map(({ newGame }) => newGame)).toEqual([false, false, true, true, false]);
    expect(new Set(bodies.map(({ engine }) => engine)).size).toBe(1);
  });

  it('starts no engine of its own when games are changed quickly', async () => {
    // Server with one engine: it replaces a search of the same name and refuses others while one runs.
    let holder: string | null = null;
    const server = {
      ...net([]),
      fetch: (_address: string, init?: RequestInit): Promise<Response> => {
        if (init?.method !== 'POST') return Promise.resolve(new Response(OFFER));
        const { engine } = JSON.parse(String(init.body)) as { engine: string };
        if (holder !== null && holder !== engine) {
          return Promise.resolve(new Response('{"error":{"code":"engines_busy","params":{"engines":1}}}\n'));
        }
        holder = engine;
        // The search continues: a server under load notices the closed connection late.
        return Promise.resolve(
          new Response(
            new ReadableStream({
              start(controller) {
                controller.enqueue(new TextEncoder().encode(`${JSON.stringify({ line: LINE })}\n`));
                init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
              },
            }),
          ),
        );
      },
    };
    const local = new Local();
    const analysisEngine = new AnalysisEngine(local, new ServerEngine(server));
    const answers: Promise<unknown>[] = [];
    for (let game = 0; game < 20; game++) {
      analysisEngine.newGame();
      answers.push(run(analysisEngine));
      await new Promise((resolve) => setTimeout(resolve, game % 3));
    }
    analysisEngine.cancel();
    await Promise.all(answers);
    expect(local.asked).toEqual([]);
  });

  it.each([
    ['refuses', '{"error":{"code":"engines_busy","params":{"engines":1}}}\n'],
    ['breaks off', `${JSON.stringify({ line: LINE })}\n`],
    ['talks nonsense', '<!doctype html>\n'],
    ['is gone', new Error('no connection')],
  ])('continues in the browser when the server %s, and lets it rest', async (_what, answer) => {
    const [local, server] = [new Local(), net([answer, TOLD])];
    const analysisEngine = new AnalysisEngine(local, new ServerEngine(server));
    const { found, origins } = await run(analysisEngine);
    expect([found?.depth, origins]).toEqual([1, ['server', 'browser']]);
    expect((await run(analysisEngine)).origins).toEqual(['browser']);
    server.time = 60_000;
    expect((await run(analysisEngine)).origins).toEqual(['server']);
  });

  it('lets go of a server that talks nonsense', async () => {
    let ended = false;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (answer) => answer.enqueue(new TextEncoder().encode('<!doctype html>\n')),
      cancel: () => {
        ended = true;
      },
    });
    const server = net([]);
    const fetch = (address: string, init?: RequestInit): Promise<Response> =>
      init?.method === 'POST' ? Promise.resolve(new Response(endless)) : server.fetch(address, init);
    const { origins } = await run(new AnalysisEngine(new Local(), new ServerEngine({ ...server, fetch })));
    expect(origins).toEqual(['server', 'browser']);
    await vi.waitUntil(() => ended);
  });

  it.each([
    ['provides none', '{"searches":0,"seconds":0}'],
    ['is another one', '<!doctype html>'],
    ['does not answer', new Error('no connection')],
  ])('works in the browser when the server %s', async (_what, offer) => {
    const server = net([], offer);
    const analysisEngine = new AnalysisEngine(new Local(), new ServerEngine(server));
    expect((await run(analysisEngine)).origins).toEqual(['browser']);
    expect((await run(analysisEngine)).origins).toEqual(['browser']);
    expect([server.offers, server.bodies.length]).toEqual([1, 0]);
  });

  it('keeps variants of the visitor’s own in the browser', async () => {
    const server = net([]);
    const analysisEngine = new AnalysisEngine(new Local(), new ServerEngine(server));
    expect((await run(analysisEngine, { ...REQUEST, variant: 'mini' })).origins).toEqual(['browser']);
    expect(server.offers).toBe(0);
  });

  it('does not ask without a connection', async () => {
    const server = { ...net([]), online: () => false };
    expect((await run(new AnalysisEngine(new Local(), new ServerEngine(server)))).origins).toEqual(['browser']);
    expect(server.offers).toBe(0);
  });

  it('starts nothing in the browser after being cancelled', async () => {
    const local = new Local();
    const server = net([]);
    const waiting = { ...server, fetch: (_: string, init?: RequestInit) => aborted(init) };
    const analysisEngine = new AnalysisEngine(local, new ServerEngine(waiting));
    const answer = run(analysisEngine);
    await Promise.resolve();
    analysisEngine.cancel();
    expect((await answer).found).toBeNull();
    expect(local.asked).toEqual([]);
  });
});

/** The offer at once; a search that ends only when it is let go. */
function aborted(init?: RequestInit): Promise<Response> {
  if (init?.method !== 'POST') return Promise.resolve(new Response(OFFER));
  return new Promise((_resolve, reject) => {
    if (init.signal?.aborted) reject(new Error('aborted'));
    init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });
}
