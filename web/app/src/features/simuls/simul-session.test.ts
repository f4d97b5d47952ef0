// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFetch } from '../../domain/api';
import { noteEndedGame } from '../../domain/live/ended-games';
import type { AccountHandlers } from '../../domain/live/socket.svelte';
import type { Simul, SimulStatus } from '../../generated/protocol';
import { RELOAD_MS, SETTLE_MS, SimulSession } from './simul-session.svelte';

const ID = 'simul12345';

function simul(status: SimulStatus, you: number | null = null): Simul {
  const game = { game: 'game123456', player: 0, host: 'w', board: null, waits: true, over: status === 'over' };
  const games = status === 'open' ? [] : [{ ...game, points: null }];
  return { info: { id: ID, status }, players: [], games, you, hosting: false } as unknown as Simul;
}

let reply: () => unknown;
let requests: string[];
let went: string[];
let news: AccountHandlers | null;
let session: SimulSession;
let close: () => void;

const passed = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

async function opened(first: Simul): Promise<void> {
  reply = () => first;
  close = session.open();
  await passed(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  [requests, went, news] = [[], [], null];
  setFetch((address, { method, body }) => {
    requests.push(`${method} ${address.replace('/api/', '')}${typeof body === 'string' ? ` ${body}` : ''}`);
    return Promise.resolve(new Response(JSON.stringify(reply()), { status: 200 }));
  });
  session = new SimulSession(ID, (path) => went.push(path), {
    socket: {
      follow: (handlers) => {
        news = handlers;
        return () => (news = null);
      },
    },
    become: () => {
      requests.push('become');
      return Promise.resolve();
    },
  });
});

afterEach(() => {
  close();
  vi.useRealTimers();
  setFetch((address, init) => fetch(address, init));
});

describe('the page of a simul', () => {
  it('is loaded again while it is visible, until the simul is over', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await opened(simul('running'));
    await passed(RELOAD_MS);
    expect(requests).toEqual([`GET simuls/${ID}`, `GET simuls/${ID}`]);
    visibility.mockReturnValue('hidden');
    await passed(3 * RELOAD_MS);
    expect(requests).toHaveLength(2);
    visibility.mockReturnValue('visible');
    reply = () => simul('over');
    document.dispatchEvent(new Event('visibilitychange'));
    await passed(3 * RELOAD_MS);
    expect(requests).toHaveLength(3);
    visibility.mockRestore();
  });

  it('opens the game of the visitor when the host starts', async () => {
    await opened(simul('open', 0));
    news?.started?.('other12345', 'arena12345');
    expect(went).toEqual([]);
    news?.started?.('game123456', ID);
    expect(went).toEqual(['/live/game123456']);
  });

  it('opens a game that began without a connection, but not one that was played before', async () => {
    await opened(simul('open', 0));
    reply = () => simul('running', 0);
    await session.load();
    expect(went).toEqual(['/live/game123456']);
    await session.load();
    expect(went).toHaveLength(1);
  });

  it('sends the commands of players and host', async () => {
    await opened(simul('open'));
    requests = [];
    await session.apply();
    await session.withdraw();
    await session.accept('a1');
    await session.takeOut('a2');
    expect(requests).toEqual([
      'become',
      `POST simuls/${ID}/apply {}`,
      `POST simuls/${ID}/withdraw {}`,
      `POST simuls/${ID}/accept {"account":"a1"}`,
      `POST simuls/${ID}/remove {"account":"a2"}`,
    ]);
    requests = [];
    await session.start();
    await passed(SETTLE_MS);
    expect(requests).toEqual([`POST simuls/${ID}/start {}`, `GET simuls/${ID}`]);
    requests = [];
    await session.cancel();
    expect(requests).toEqual([`DELETE simuls/${ID}`, `GET simuls/${ID}`]);
  });

  it('knows a game that has just ended here', async () => {
    await opened(simul('running', 0));
    expect(session.ownGame).toBe('game123456');
    noteEndedGame('game123456');
    expect(session.ownGame).toBeNull();
  });
});
