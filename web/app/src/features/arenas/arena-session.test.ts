// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFetch } from '../../domain/api';
import { noteEndedGame } from '../../domain/live/ended-games';
import type { AccountHandlers } from '../../domain/live/socket.svelte';
import type { Arena, ArenaStage, ArenaStanding, ArenaYou } from '../../generated/protocol';
import { ArenaSession } from './arena-session.svelte';

const ID = 'arena12345';
const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const YOU: ArenaYou = { rank: 1, page: 1, score: 0, paused: false, game: null };

function standing(rank: number): ArenaStanding {
  const player = { account: `p${rank}`, name: `p${rank}`, kind: 'person', rating: null, provisional: false } as const;
  return {
    rank,
    player: { ...player, ratingChange: null },
    score: 50 - rank,
    sheet: [],
    streak: false,
    paused: false,
    game: null,
    performance: null,
  };
}

function arena(stage: ArenaStage, startsIn: number, you: ArenaYou | null = null, page = 1): Arena {
  const settings = { startsAt: NOW + startsIn, minutes: 20 };
  return {
    info: { id: ID, stage, settings, players: 45 },
    now: NOW,
    page,
    standings: Array.from({ length: 20 }, (_, index) => standing((page - 1) * 20 + index + 1)),
    games: [],
    you,
  } as unknown as Arena;
}

let reply: (address: string) => unknown;
let requests: string[];
let went: string[];
let followed: string[];
let changed: () => void;
let news: AccountHandlers | null;
let session: ArenaSession;
let close: () => void;

const passed = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

async function opened(first: Arena): Promise<void> {
  reply = () => first;
  close = session.open();
  await passed(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  [requests, went, followed, news] = [[], [], [], null];
  setFetch(async (address, { method }) => {
    requests.push(`${method} ${address.replace('/api/', '')}`);
    return new Response(JSON.stringify(reply(address)), { status: 200 });
  });
  session = new ArenaSession(ID, (path) => went.push(path), {
    become: () => Promise.resolve(),
    random: () => 0.5,
    socket: {
      status: 'open',
      followArena(id, follow) {
        followed.push(id);
        changed = () => follow(1);
        return () => void followed.pop();
      },
      follow(handlers) {
        news = handlers;
        return () => (news = null);
      },
    },
  });
});

afterEach(() => {
  close();
  vi.useRealTimers();
  setFetch((address, init) => fetch(address, init));
});

describe('the page of an arena', () => {
  it('follows it, and reads it again some time after it has changed', async () => {
    await opened(arena('running', -MINUTE));
    expect(followed).toEqual([ID]);
    expect(requests).toEqual([`GET arenas/${ID}?page=1`]);
    changed();
    changed();
    await passed(499);
    expect(requests).toHaveLength(1);
    await passed(1);
    expect(requests).toHaveLength(2);
    close();
    expect(followed).toEqual([]);
  });

  it('reads it again when it begins and when it ends, and no longer follows it then', async () => {
    await opened(arena('upcoming', 5000));
    reply = () => arena('running', 0);
    await passed(5400);
    expect(requests).toHaveLength(1);
    await passed(100);
    expect(session.arena?.info.stage).toBe('running');
    reply = () => arena('over', -20 * MINUTE);
    await passed(20 * MINUTE + 2000);
    expect(session.arena?.info.stage).toBe('over');
    expect([followed, requests.length]).toEqual([[], 3]);
    expect(session.podium.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  });

  it('knows the first three also if another page is shown at the end', async () => {
    await opened(arena('running', -MINUTE));
    reply = (address) => arena('over', -20 * MINUTE, null, address.includes('page=2') ? 2 : 1);
    session.show(2);
    await passed(0);
    expect(session.arena?.standings[0]?.rank).toBe(21);
    expect(session.podium.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    session.show(9);
    expect(session.page).toBe(3);
    session.show(0);
    expect(session.page).toBe(1);
  });

  it('goes to the visitor’s game, also if it was paired while the page was being left', async () => {
    await opened(arena('running', -MINUTE, YOU));
    news?.started?.('other12345', 'seek123456');
    expect(went).toEqual([]);
    news?.started?.('game123456', ID);
    expect(went).toEqual(['/live/game123456']);
    close();
    news?.started?.('next123456', ID);
    expect(went).toEqual(['/live/game123456', '/live/next123456']);
    await passed(5000);
    expect(news).toBeNull();
  });

  it('lets go at once if the visitor does not take part', async () => {
    await opened(arena('running', -MINUTE, { ...YOU, paused: true }));
    close();
    expect(news).toBeNull();
  });

  it('goes to a game that began without a connection, but not to one that was left', async () => {
    await opened(arena('running', -MINUTE, { ...YOU, game: 'left123456' }));
    expect([went, session.ownGame]).toEqual([[], 'left123456']);
    await session.load();
    expect(went).toEqual([]);
    reply = () => arena('running', -MINUTE, YOU);
    await session.load();
    reply = () => arena('running', -MINUTE, { ...YOU, game: 'next123456' });
    await session.load();
    expect(went).toEqual(['/live/next123456']);
  });

  it('has no game that has ended here, which the server counts a moment later', async () => {
    noteEndedGame('done123456');
    await opened(arena('running', -MINUTE, { ...YOU, game: 'done123456' }));
    await session.load();
    expect([went, session.ownGame]).toEqual([[], null]);
  });

  it('joins and pauses, and shows it before the whole reply', async () => {
    await opened(arena('running', -MINUTE));
    reply = (address) => (address.endsWith('/join') ? YOU : arena('running', -MINUTE, YOU));
    await session.join();
    expect(session.arena?.you).toEqual(YOU);
    expect(requests.slice(1)).toEqual([`POST arenas/${ID}/join`, `GET arenas/${ID}?page=1`]);
    setFetch(() => Promise.resolve(new Response('{"error":{"code":"arena_over"}}', { status: 409 })));
    await session.pause();
    expect(session.submission.error).toMatchObject({ code: 'arena_over' });
  });
});
