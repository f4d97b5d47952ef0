import { expect, it, vi } from 'vitest';
import type { AnalysisRequest, AnalysisResult } from '../../generated/types';
import { eventually } from '../../domain/library/test-parts';
import { WatchedEvals } from './watched-evals.svelte';

type Answer = (result: AnalysisResult | null) => void;

/** Engine whose searches end when the test says so. */
function engine() {
  const searches: { plies: number; movetime: number | undefined; answer: Answer }[] = [];
  let running: Answer | null = null;
  return {
    searches,
    cancel: vi.fn(() => running?.(null)),
    close: vi.fn(),
    analyse: (request: AnalysisRequest) =>
      new Promise<AnalysisResult | null>((resolve) => {
        running = (result) => {
          running = null;
          resolve(result);
        };
        searches.push({ plies: request.moves.length, movetime: request.limits.movetime, answer: (r) => running?.(r) });
      }),
  };
}

const found = (text: string) => ({ lines: [{ eval: { text, share: 0.5 }, depth: 9 }] }) as unknown as AnalysisResult;
const game = (...moves: string[]) => ({ variant: 'shafran', startFen: 'start', moves });

it('evaluates the last position longest, then those before it', async () => {
  const worker = engine();
  const evals = new WatchedEvals(worker);
  evals.follow(game('a', 'b'));
  for (const [plies, text] of [
    [2, '+2'],
    [1, '+1'],
    [0, '0'],
  ] as const) {
    await eventually(() => expect(worker.searches.at(-1)?.plies).toBe(plies));
    worker.searches.at(-1)?.answer(found(text));
    await eventually(() => expect(evals.at(plies)?.eval.text).toBe(text));
  }
  expect(worker.searches.map(({ movetime }) => movetime)).toEqual([800, 120, 120]);
  expect(evals.until(2)).toMatchObject({ first: 0, evals: [{ text: '0' }, { text: '+1' }, { text: '+2' }] });
});

it('turns to a new move at once, and comes back to what it left', async () => {
  const worker = engine();
  const evals = new WatchedEvals(worker);
  evals.follow(game('a'));
  worker.searches[0]?.answer(found('+1'));
  await eventually(() => expect(worker.searches).toHaveLength(2));
  evals.follow(game('a', 'b'));
  await eventually(() => expect(worker.searches.map(({ plies }) => plies)).toEqual([1, 0, 2]));
  worker.searches[2]?.answer(found('+2'));
  await eventually(() => expect(worker.searches.map(({ plies }) => plies)).toEqual([1, 0, 2, 0]));
  expect(evals.until(2)).toMatchObject({ first: 1, evals: [{ text: '+1' }, { text: '+2' }] });
});

it('rests while it is paused, and says nothing of a position without a move', async () => {
  const worker = engine();
  const evals = new WatchedEvals(worker);
  evals.pause(true);
  evals.follow(game());
  expect(worker.searches).toHaveLength(0);
  evals.pause(false);
  worker.searches[0]?.answer({ lines: [] } as unknown as AnalysisResult);
  await eventually(() => expect(evals.until(0).evals).toEqual([]));
  evals.close();
  expect(worker.close).toHaveBeenCalledOnce();
});
