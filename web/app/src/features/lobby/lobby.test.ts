/** Tests of the lobby against a minimal server. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import type { LobbyMessage, AccountHandlers } from '../../domain/live/socket.svelte';
import { Visitor } from '../../domain/me.svelte';
import type { GameOffer, Me, Seek } from '../../generated/protocol';
import { Lobby } from './lobby.svelte';

const CLOCK: GameOffer = {
  variant: 'shafran',
  control: { kind: 'clock', initial: 300, increment: 3 },
  rated: false,
  side: 'random',
};
const DAYS: GameOffer = { ...CLOCK, control: { kind: 'correspondence', days: 3 } };

function seek(id: string, account: string, offer: GameOffer, expiresAt: number | null = null): Seek {
  const player = {
    account,
    name: account,
    kind: 'person',
    rating: null,
    provisional: false,
    ratingChange: null,
  } as const;
  const speed = offer.control.kind === 'clock' ? 'blitz' : 'correspondence';
  return { id, player, offer, speed, ratingFrom: null, ratingTo: null, createdAt: 0, expiresAt };
}

let answers: Record<string, unknown>;
let requests: string[];
let went: string[];
let hear: (message: LobbyMessage) => void;
let news: AccountHandlers;
let lobby: Lobby;
let close: () => void;

beforeEach(async () => {
  requests = [];
  went = [];
  answers = {
    'GET lobby': {
      seeks: [seek('theirs1234', 'bob', CLOCK), seek('slow123456', 'bob', DAYS, 5)],
      players: 2,
      games: 1,
    },
    'GET games/mine': { games: [], next: null },
    'GET challenges': { incoming: [], outgoing: [] },
    'DELETE seeks/mine123456': '',
  };
  setFetch(async (address, init) => {
    const name = `${init.method} ${address.replace('/api/', '')}`;
    requests.push(name);
    const answer = await answers[name];
    if (answer === undefined) return new Response('{"error":{"code":"gone"}}', { status: 410 });
    return new Response(answer === '' ? null : JSON.stringify(answer), { status: answer === '' ? 204 : 200 });
  });
  const visitor = new Visitor();
  visitor.set({ account: 'me', name: 'me', server: { variants: [] as Me['server']['variants'] } } as Me);
  lobby = new Lobby((path) => went.push(path), {
    visitor,
    become: () => Promise.resolve(),
    socket: {
      followLobby(follow) {
        hear = follow;
        return () => undefined;
      },
      followTv: () => () => undefined,
      follow(one) {
        news = one;
        return () => undefined;
      },
    },
  });
  close = lobby.open();
  await settled();
});

afterEach(() => close());

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
const ids = (): string[] => lobby.listed.map(({ id }) => id);

describe('the lobby', () => {
  it('shows what the server says, and follows it', () => {
    expect([ids(), lobby.players, lobby.games]).toEqual([['theirs1234', 'slow123456'], 2, 1]);
    hear({ t: 'seekAdded', seek: seek('slow2', 'eve', DAYS, 9) });
    hear({ t: 'seekAdded', seek: seek('fast2', 'eve', CLOCK) });
    // Real-time seeks come first.
    expect(ids()).toEqual(['fast2', 'theirs1234', 'slow2', 'slow123456']);
    hear({ t: 'seekRemoved', id: 'theirs1234' });
    hear({ t: 'counts', players: 5, games: 3 });
    expect([ids(), lobby.players]).toEqual([['fast2', 'slow2', 'slow123456'], 5]);
    hear({ t: 'lobby', seeks: [], players: 0, games: 0 });
    expect(ids()).toEqual([]);
  });

  it('keeps what it hears while it waits for the rest of its first answers', async () => {
    let answer: (tv: unknown) => void = () => undefined;
    answers['GET tv'] = new Promise((resolve) => (answer = resolve));
    const loaded = lobby.entry.reload();
    await settled();
    hear({ t: 'seekAdded', seek: seek('fast2', 'eve', CLOCK) });
    expect(lobby.entry.value).toBeNull();
    answer({ games: [] });
    await loaded;
    expect(lobby.entry.value).not.toBeNull();
    expect(ids()).toEqual(['fast2', 'theirs1234', 'slow123456']);
  });

  it('waits for a game by the clock, goes to it when it begins, and cancels when the page is left', async () => {
    answers['POST seeks'] = { kind: 'waiting', seek: seek('mine123456', 'me', CLOCK) };
    await lobby.quick(CLOCK);
    expect(lobby.waiting?.id).toBe('mine123456');
    news.started?.('another123', null);
    expect(went).toEqual([]);
    news.started?.('game123456', 'mine123456');
    expect(went).toEqual(['/live/game123456']);
    expect(lobby.waiting).toBeNull();
    await lobby.quick(CLOCK);
    close();
    expect(requests).toContain('DELETE seeks/mine123456');
  });

  it('goes at once to a game with a waiting opponent', async () => {
    answers['POST seeks'] = { kind: 'started', game: 'game123456' };
    await lobby.quick(CLOCK);
    expect(went).toEqual(['/live/game123456']);
  });

  it('accepts a correspondence seek before making one, and makes one if it is gone', async () => {
    answers['POST seeks/slow123456/accept'] = { game: 'game123456' };
    await lobby.quick(DAYS);
    expect(went).toEqual(['/live/game123456']);
    expect(requests).not.toContain('POST seeks');
    delete answers['POST seeks/slow123456/accept'];
    answers['POST seeks'] = { kind: 'waiting', seek: seek('mine123456', 'me', DAYS, 99) };
    await lobby.quick(DAYS);
    expect(lobby.left?.id).toBe('mine123456');
    expect(lobby.waiting).toBeNull();
    // It stays when the page is left.
    close();
    expect(requests).not.toContain('DELETE seeks/mine123456');
  });

  it('keeps what the server refuses as an error, until the next try', async () => {
    await lobby.quick(CLOCK);
    expect(lobby.error).toMatchObject({ code: 'gone' });
    answers['POST seeks/theirs1234/accept'] = { game: 'game123456' };
    await lobby.accept(seek('theirs1234', 'bob', CLOCK));
    expect(lobby.error).toBeNull();
    expect(lobby.busy).toBe(false);
  });

  it('shows an arena that is on or begins within the hour', async () => {
    const arena = (id: string, startsIn: number) => ({ id, settings: { startsAt: Date.now() + startsIn } });
    answers['GET arenas'] = { current: [arena('later12345', 4_000_000)], past: [] };
    await lobby.refreshGames();
    expect(lobby.arena).toBeNull();
    answers['GET arenas'] = { current: [arena('soon123456', 3_000_000), arena('later12345', 4_000_000)], past: [] };
    await lobby.refreshGames();
    expect(lobby.arena?.id).toBe('soon123456');
  });
});
