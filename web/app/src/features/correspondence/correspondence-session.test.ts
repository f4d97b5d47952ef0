// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFetch } from '../../domain/api';
import { noteEndedGame } from '../../domain/live/ended-games';
import type { CorrespondenceStatus, CorrespondenceTournament } from '../../generated/protocol';
import { CorrespondenceSession, RELOAD_MS, SETTLE_MS } from './correspondence-session.svelte';

const ID = 'round12345';
const PATH = `correspondence-tournaments/${ID}`;
const NOW = 1_700_000_000_000;

function tournament(status: CorrespondenceStatus, startsIn = 86_400_000, you: number | null = null): unknown {
  const game = { game: 'game123456', white: 0, black: 1, points: null, over: false, counted: true };
  const rows = [{ player: 0 }, { player: 1 }];
  const stages = status === 'open' ? [] : [[{ rows, games: [game] }]];
  return { info: { id: ID, status, settings: { startsAt: NOW + startsIn } }, now: NOW, players: [], stages, you };
}

let reply: () => unknown;
let requests: string[];
let session: CorrespondenceSession;
let close: () => void;

const passed = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const known = (): CorrespondenceTournament | null => session.tournament;

async function opened(first: unknown): Promise<void> {
  reply = () => first;
  close = session.open();
  await passed(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  setFetch((address, { method, body }) => {
    requests.push(`${method} ${address.replace('/api/', '')}${typeof body === 'string' ? ` ${body}` : ''}`);
    return Promise.resolve(new Response(JSON.stringify(reply()), { status: 200 }));
  });
  session = new CorrespondenceSession(ID, () => {
    requests.push('become');
    return Promise.resolve();
  });
});

afterEach(() => {
  close();
  vi.useRealTimers();
  setFetch((address, init) => fetch(address, init));
});

describe('the page of a round robin by correspondence', () => {
  it('is loaded again every minute while it is visible, and when it becomes visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await opened(tournament('running'));
    await passed(RELOAD_MS);
    expect(requests).toEqual([`GET ${PATH}`, `GET ${PATH}`]);
    visibility.mockReturnValue('hidden');
    await passed(3 * RELOAD_MS);
    expect(requests).toHaveLength(2);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await passed(0);
    expect(requests).toHaveLength(3);
    close();
    await passed(2 * RELOAD_MS);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toHaveLength(3);
    visibility.mockRestore();
  });

  it('is loaded again when it begins', async () => {
    await opened(tournament('open', 5000));
    reply = () => tournament('running');
    await passed(5000 + SETTLE_MS - 1);
    expect(known()?.info.status).toBe('open');
    await passed(1);
    expect(known()?.info.status).toBe('running');
    await passed(RELOAD_MS / 2);
    expect(requests).toHaveLength(2);
  });

  it('shows the reply to a command at once, and what follows from it a moment later', async () => {
    await opened(tournament('open'));
    reply = () => tournament('open', 86_400_000, 0);
    await session.join();
    expect(known()?.you).toBe(0);
    expect(requests.slice(1)).toEqual(['become', `POST ${PATH}/join {}`]);
    reply = () => tournament('running', 0, 0);
    await passed(SETTLE_MS);
    expect(known()?.info.status).toBe('running');
    await session.withdraw();
    await session.takeOut('account123');
    expect(requests.slice(-2)).toEqual([
      `POST ${PATH}/withdraw {}`,
      `POST ${PATH}/withdraw-player {"account":"account123"}`,
    ]);
  });

  it('shows how it stands after a refusal', async () => {
    await opened(tournament('open'));
    setFetch((_, { method }) =>
      Promise.resolve(
        method === 'GET'
          ? new Response(JSON.stringify(tournament('running')), { status: 200 })
          : new Response('{"error":{"code":"correspondence_begun"}}', { status: 409 }),
      ),
    );
    await session.join();
    expect(session.submission.error).toMatchObject({ code: 'correspondence_begun' });
    expect(known()?.info.status).toBe('running');
  });

  it('waits for the server to count a game that has ended on this page', async () => {
    noteEndedGame('game123456');
    await opened(tournament('running', 0, 1));
    await passed(SETTLE_MS);
    expect(requests).toHaveLength(2);
    reply = () => tournament('running', 0, null);
    await passed(SETTLE_MS);
    await passed(3 * SETTLE_MS);
    expect(requests).toHaveLength(3);
  });

  it('is cancelled by its organiser', async () => {
    await opened(tournament('open'));
    reply = () => tournament('cancelled');
    await session.cancel();
    expect(requests.slice(1)).toEqual([`DELETE ${PATH}`, `GET ${PATH}`]);
    expect(known()?.info.status).toBe('cancelled');
  });
});
