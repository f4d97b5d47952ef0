import { describe, expect, it, vi } from 'vitest';
import type { TournamentCommand } from '../generated/protocol';
import { ResultQueue } from './result-queue.svelte';

/** Session whose replies the test gives. */
class Session {
  problem: string | null = null;
  readonly sent: TournamentCommand[] = [];
  readonly #replies: ((done: boolean) => void)[] = [];

  send(command: TournamentCommand): Promise<boolean> {
    this.sent.push(command);
    return new Promise((resolve) => this.#replies.push(resolve));
  }

  /** Gives the first reply that is open. */
  async reply(done: boolean): Promise<void> {
    this.#replies.shift()?.(done);
    await new Promise((shown) => setTimeout(shown));
  }
}

interface Place {
  readonly round: number;
  readonly white: number;
  readonly black: number;
}

const at = (white: number, black: number): Place => ({ round: 2, white, black });

function entry(white: number, black: number, result: string | null): Place & { result: string | null } {
  return { ...at(white, black), result };
}

describe('ResultQueue', () => {
  it('shows a result at once, and sends one after the other', async () => {
    const session = new Session();
    const queue = ResultQueue.of<Place>(session);
    queue.enter(at(3, 4), '1-0');
    queue.enter(at(1, 2), null);
    const results = [
      queue.resultOf(at(3, 4), null),
      queue.resultOf(at(1, 2), '0-1'),
      queue.resultOf({ ...at(3, 4), round: 1 }, null),
    ];
    expect(results).toEqual(['1-0', null, null]);
    expect([session.sent.length, queue.size]).toEqual([1, 2]);
    await session.reply(true);
    expect(session.sent).toEqual([
      { kind: 'setResult', ...entry(3, 4, '1-0') },
      { kind: 'setResult', ...entry(1, 2, null) },
    ]);
    await session.reply(true);
    expect([queue.size, queue.refused]).toEqual([0, []]);
    // What the tournament says is shown again.
    expect(queue.resultOf(at(3, 4), '1-0')).toBe('1-0');
  });

  it('makes the browser ask before the page is left without what was not sent', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const leaves = (): boolean => page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const session = new Session();
    const queue = new ResultQueue<Place>(session);
    expect(leaves()).toBe(true);
    queue.enter(at(3, 4), '1-0');
    expect(leaves()).toBe(false);
    await session.reply(true);
    expect(leaves()).toBe(true);
    vi.unstubAllGlobals();
  });

  it('puts a refused result back, and keeps the reason until the next one', async () => {
    const session = new Session();
    const queue = new ResultQueue<Place>(session);
    queue.enter(at(1, 2), '1-0');
    session.problem = 'No';
    await session.reply(false);
    expect(queue.resultOf(at(1, 2), '0-1')).toBe('0-1');
    expect(queue.refused).toEqual([{ place: entry(1, 2, '1-0'), reason: 'No' }]);
    queue.enter(at(1, 2), '1-0');
    expect(queue.refused).toEqual([]);
  });

  it('sends only the last of several results that wait for one board', async () => {
    const session = new Session();
    const queue = new ResultQueue<Place>(session);
    queue.enter(at(1, 2), '1-0');
    queue.enter(at(3, 4), '1-0');
    queue.enter(at(3, 4), '0-1');
    // The first one is on its way already.
    queue.enter(at(1, 2), '1/2-1/2');
    await session.reply(true);
    expect(queue.resultOf(at(1, 2), '0-1')).toBe('1/2-1/2');
    await session.reply(true);
    await session.reply(true);
    expect(session.sent.map((command) => 'result' in command && command.result)).toEqual(['1-0', '0-1', '1/2-1/2']);
    expect(queue.size).toBe(0);
  });

  it('is settled when all results are sent', async () => {
    const session = new Session();
    const queue = new ResultQueue<Place>(session);
    await queue.settled();
    queue.enter(at(1, 2), '1-0');
    queue.enter(at(3, 4), '1-0');
    let settled = false;
    void queue.settled().then(() => (settled = true));
    await session.reply(true);
    expect(settled).toBe(false);
    await session.reply(true);
    expect([settled, queue.size]).toEqual([true, 0]);
  });

  it('is the same for all parts of a page', () => {
    const session = new Session();
    expect(ResultQueue.of<Place>(session)).toBe(ResultQueue.of<Place>(session));
  });
});
