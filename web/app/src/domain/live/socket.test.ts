import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandId, ErrorCode, GameView, Recorded } from '../../generated/protocol';
import { ScriptedTransport } from './scripted-transport';
import { LiveSocket } from './socket.svelte';
import type { GameFollower } from './socket.svelte';

const GAME = 'a123456789';
const SERVER_TIME = 1_700_000_000_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Returns a follower that records what it receives; `next` is the number of the event that it needs. */
function follower(
  next: number | null = null,
): GameFollower & { heard: string[]; next: number | null; follows: boolean } {
  const heard: string[] = [];
  return {
    heard,
    next,
    follows: true,
    view() {
      heard.push('view');
    },
    events(events) {
      heard.push(`events ${events.map(({ seq }) => seq).join(' ')}`);
      return this.follows;
    },
    presence: () => void heard.push('presence'),
    chat: (room) => void heard.push(`chat ${room}`),
    error: ({ code }) => void heard.push(code),
  };
}

function started(): { transport: ScriptedTransport; socket: LiveSocket } {
  const transport = new ScriptedTransport();
  return { transport, socket: new LiveSocket(transport) };
}

/** A socket with one followed game and an open connection. */
function opened(next: number | null = null) {
  const { transport, socket } = started();
  const game = follower(next);
  const unfollow = socket.followGame(GAME, game);
  transport.last.welcome(SERVER_TIME);
  return { transport, socket, game, unfollow };
}

/** The name of the command that was sent first. */
function commandId({ last }: ScriptedTransport): CommandId {
  const [sent] = last.of('do');
  if (!sent) throw new Error('no command was sent');
  return sent.id;
}

function answerPing({ last }: ScriptedTransport, now = SERVER_TIME): void {
  last.say({ t: 'pong', n: last.of('ping').at(-1)?.n ?? 0, now });
}

const view = { info: { id: GAME } } as GameView;
const recorded = (seq: number): Recorded => ({ seq, at: 0, event: { kind: 'drawOffered', by: 'w' } });
const state = {} as never;

describe('a connection', () => {
  test('is opened when something is followed, and closed some time after nothing is', () => {
    const { transport, socket } = started();
    expect(transport.connections).toHaveLength(0);
    const unfollow = socket.followGame(GAME, follower());
    expect([socket.status, transport.connections.length]).toEqual(['connecting', 1]);
    // Nothing is sent before the welcome.
    expect(transport.last.sent).toEqual([]);
    transport.last.welcome(SERVER_TIME);
    expect(socket.status).toBe('open');
    expect(socket.account).toBe('abcdefghij');
    expect(transport.last.of('watch')).toEqual([{ t: 'watch', game: GAME }]);
    unfollow();
    expect(transport.last.of('unwatch')).toHaveLength(1);
    vi.advanceTimersByTime(3000);
    expect(transport.last.closedHere).toBe(false);
    vi.advanceTimersByTime(2000);
    expect([socket.status, transport.last.closedHere]).toEqual(['closed', true]);
    expect(transport.last.sent.at(-1)).toEqual({ t: 'leave' });
  });

  test('is one for all that is followed', () => {
    const { transport, socket } = opened();
    socket.followGame('b123456789', follower());
    socket.followLobby(() => undefined);
    socket.followTv('glinski', () => undefined);
    expect(transport.connections).toHaveLength(1);
    expect(transport.last.of('watch').map(({ game }) => game)).toEqual([GAME, 'b123456789']);
    expect(transport.last.of('watchLobby')).toHaveLength(1);
    expect(transport.last.of('watchTv')).toEqual([{ t: 'watchTv', variant: 'glinski' }]);
  });

  test('of another version is not used, and what was asked for is refused', async () => {
    const { transport, socket } = started();
    socket.followGame(GAME, follower());
    const refused = socket.command(GAME, { kind: 'resign' }).catch((error: unknown) => error);
    transport.last.welcome(SERVER_TIME, 2);
    expect(await refused).toMatchObject({ code: 'unsupported_version' });
    expect([socket.status, transport.last.closedHere]).toEqual(['outdated', true]);
    vi.advanceTimersByTime(100_000);
    transport.page('online');
    expect(transport.connections).toHaveLength(1);
    await expect(socket.command(GAME, { kind: 'resign' })).rejects.toMatchObject({ code: 'unsupported_version' });
  });

  test('that the server refuses for its version is not tried again either', () => {
    const { transport, socket } = started();
    socket.followGame(GAME, follower());
    transport.last.say({ t: 'error', error: { code: 'unsupported_version', params: { version: 2 } }, game: null });
    vi.advanceTimersByTime(100_000);
    expect([socket.status, transport.connections.length]).toEqual(['outdated', 1]);
  });

  test('ends when the page does, and comes back with it', () => {
    const { transport, socket } = opened(7);
    transport.page('left');
    expect(transport.last.sent.at(-1)).toEqual({ t: 'leave' });
    expect([socket.status, transport.last.closedHere]).toEqual(['closed', true]);
    vi.advanceTimersByTime(60_000);
    expect(transport.connections).toHaveLength(1);
    transport.page('shown');
    transport.last.welcome(SERVER_TIME);
    expect(transport.connections).toHaveLength(2);
    expect(transport.last.of('watch')).toEqual([{ t: 'watch', game: GAME, from: 7 }]);
  });

  test('reconnects for another session', () => {
    const { transport, socket } = opened(7);
    socket.reconnect();
    expect(transport.connections.map(({ closedHere }) => closedHere)).toEqual([true, false]);
    transport.last.welcome(SERVER_TIME);
    expect(transport.last.of('watch')).toHaveLength(1);
  });
});

describe('a broken connection', () => {
  test('is tried again after longer and longer pauses', () => {
    const { transport, socket } = opened();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      transport.last.break();
      expect(socket.status).toBe('waiting');
      const { length } = transport.connections;
      let pause = 0;
      while (transport.connections.length === length) {
        vi.advanceTimersByTime(50);
        pause += 50;
      }
      pauses.push(pause);
    }
    // Three quarters of 400 ms, 800 ms and so on, at this chance.
    expect(pauses).toEqual([300, 600, 1200, 2400, 4800, 9600, 15_000, 15_000, 15_000]);
    transport.last.welcome(SERVER_TIME);
    transport.last.break();
    vi.advanceTimersByTime(300);
    expect(transport.connections).toHaveLength(11);
  });

  test('is tried again at different times by different pages', () => {
    const pause = (chance: number): number => {
      const transport = new ScriptedTransport(() => chance);
      new LiveSocket(transport).followGame(GAME, follower());
      transport.last.break();
      let waited = 0;
      for (; transport.connections.length === 1; waited += 10) vi.advanceTimersByTime(10);
      return waited;
    };
    expect([pause(0), pause(0.999)]).toEqual([200, 400]);
  });

  test.each(['online', 'shown'] as const)('is tried at once when the page is %s', (event) => {
    const { transport } = opened();
    for (let attempt = 0; attempt < 6; attempt++) {
      transport.last.break();
      vi.advanceTimersByTime(20_000);
    }
    transport.last.break();
    const { length } = transport.connections;
    transport.page(event);
    expect(transport.connections).toHaveLength(length + 1);
    // The delay that is already running is not started twice.
    transport.last.welcome(SERVER_TIME);
    answerPing(transport);
    vi.advanceTimersByTime(9000);
    expect(transport.connections).toHaveLength(length + 1);
  });

  test('is known by missing answers', () => {
    const { transport, socket } = opened();
    answerPing(transport);
    vi.advanceTimersByTime(10_000);
    expect(transport.last.of('ping')).toHaveLength(2);
    vi.advanceTimersByTime(7900);
    expect(socket.status).toBe('open');
    vi.advanceTimersByTime(200);
    expect([socket.status, transport.last.closedHere]).toEqual(['waiting', true]);
  });

  test('is known sooner when the browser has lost its network', () => {
    const { transport, socket } = opened();
    answerPing(transport);
    transport.page('offline');
    vi.advanceTimersByTime(2600);
    expect(socket.status).toBe('waiting');
  });

  test('is not one where the server answers all the same', () => {
    const { transport, socket } = opened();
    transport.page('offline');
    answerPing(transport);
    vi.advanceTimersByTime(9000);
    expect(socket.status).toBe('open');
  });

  test('says nothing any more', () => {
    const { transport, game } = opened();
    const [old] = transport.connections;
    old?.break();
    vi.advanceTimersByTime(1000);
    transport.last.welcome(SERVER_TIME);
    old?.say({ t: 'game', view });
    old?.break();
    expect(game.heard).toEqual([]);
    expect(transport.connections).toHaveLength(2);
  });

  test('asks for what is missing when it is back', () => {
    const { transport, socket } = opened(12);
    socket.followLobby(() => undefined);
    transport.last.break();
    vi.advanceTimersByTime(1000);
    transport.last.welcome(SERVER_TIME);
    expect(transport.last.of('watch')).toEqual([{ t: 'watch', game: GAME, from: 12 }]);
    expect(transport.last.of('watchLobby')).toHaveLength(1);
  });

  test('is left alone for as long as the server asks', () => {
    const { transport, socket } = opened();
    transport.last.say({ t: 'closing', retryAfter: 5000 });
    expect([socket.status, socket.restarting, transport.last.closedHere]).toEqual(['waiting', true, true]);
    vi.advanceTimersByTime(5000);
    expect(transport.connections).toHaveLength(1);
    vi.advanceTimersByTime(400);
    expect(transport.connections).toHaveLength(2);
    transport.last.welcome(SERVER_TIME);
    expect(socket.restarting).toBe(false);
  });
});

describe('time', () => {
  test('of the server is known from its answers, the quickest first', () => {
    const { transport, socket } = opened();
    expect(socket.time.now()).toBe(SERVER_TIME);
    // The round trip takes 40 ms, so the reply is 20 ms old.
    vi.advanceTimersByTime(40);
    answerPing(transport, SERVER_TIME + 1020);
    expect(socket.time.now()).toBe(SERVER_TIME + 1040);
    expect(socket.lag).toBe(40);
    vi.advanceTimersByTime(10_000);
    // Slow in one direction only; the estimate from the quick one is right.
    vi.advanceTimersByTime(400);
    answerPing(transport, SERVER_TIME + 11_400);
    expect(socket.time.now()).toBe(SERVER_TIME + 11_440);
    expect(socket.lag).toBe(184);
    transport.last.break();
    expect(socket.lag).toBeNull();
  });

  test('is asked for every ten seconds', () => {
    const { transport } = opened();
    for (let count = 1; count < 5; count++) {
      expect(transport.last.of('ping')).toHaveLength(count);
      answerPing(transport);
      vi.advanceTimersByTime(10_000);
    }
  });
});

describe('a game', () => {
  test('is told what is said of it, and of no other', () => {
    const { transport, socket, game } = opened();
    const other = follower();
    socket.followGame('b123456789', other);
    const { last } = transport;
    last.say({ t: 'game', view });
    last.say({ t: 'events', game: GAME, events: [recorded(3)], state });
    last.say({ t: 'presence', game: GAME, presence: state });
    last.say({ t: 'chat', game: GAME, room: 'players', lines: [] });
    last.say({ t: 'error', game: GAME, error: { code: 'muted' } });
    expect(game.heard).toEqual(['view', 'events 3', 'presence', 'chat players', 'muted']);
    expect(other.heard).toEqual([]);
  });

  test('is asked for as a whole where its events do not follow', () => {
    const { transport, game } = opened(3);
    game.follows = false;
    transport.last.say({ t: 'events', game: GAME, events: [recorded(9)], state });
    expect(transport.last.of('watch').at(-1)).toEqual({ t: 'watch', game: GAME });
  });

  test('is asked for from where it is when the server has left something out, and as a whole when it has changed', () => {
    const { transport } = opened(3);
    transport.last.say({ t: 'resync', game: GAME });
    expect(transport.last.of('watch').at(-1)).toEqual({ t: 'watch', game: GAME, from: 3 });
    transport.last.say({ t: 'changed', game: GAME });
    expect(transport.last.of('watch').at(-1)).toEqual({ t: 'watch', game: GAME });
    const { length } = transport.last.sent;
    transport.last.say({ t: 'resync', game: 'b123456789' });
    transport.last.say({ t: 'changed', game: 'b123456789' });
    expect(transport.last.sent).toHaveLength(length);
  });

  // A database outage once made the server send "resync" and then refuse the requests, which left boards outdated.
  test('is asked for again, later each time, while the server cannot show it', () => {
    const { transport, game, unfollow } = opened(3);
    transport.last.say({ t: 'events', game: GAME, events: [recorded(3)], state });
    game.next = 4;
    const alive = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += 250) {
        vi.advanceTimersByTime(250);
        answerPing(transport);
      }
    };
    const refuse = (): void => transport.last.say({ t: 'error', error: { code: 'busy' }, game: GAME });
    transport.last.say({ t: 'resync', game: GAME });
    for (const [already, pause] of [1, 2, 4, 8, 15, 15].entries()) {
      expect(transport.last.of('watch')).toHaveLength(2 + already);
      refuse();
      alive(pause * 1000 * 0.5);
      expect(transport.last.of('watch')).toHaveLength(2 + already);
      alive(pause * 1000 * 0.25);
    }
    expect(transport.last.of('watch').at(-1)).toEqual({ t: 'watch', game: GAME, from: 4 });
    expect(game.heard).toEqual(['events 3']);
    // The server announces that it is back before the page has asked again.
    refuse();
    transport.last.say({ t: 'resync', game: GAME });
    const { length } = transport.last.of('watch');
    transport.last.say({ t: 'events', game: GAME, events: [recorded(4)], state });
    alive(30_000);
    expect(transport.last.of('watch')).toHaveLength(length);
    expect(game.heard).toEqual(['events 3', 'events 4']);
    // A refusal for an existing game is reported.
    refuse();
    expect(game.heard.at(-1)).toBe('busy');
    alive(30_000);
    expect(transport.last.of('watch')).toHaveLength(length);
    transport.last.say({ t: 'resync', game: GAME });
    refuse();
    unfollow();
    alive(3000);
    expect(transport.last.of('watch')).toHaveLength(length + 1);
  });

  test('can be followed twice', () => {
    const { transport, socket, game, unfollow } = opened(3);
    const second = follower();
    const unfollowSecond = socket.followGame(GAME, second);
    // The follower needs the whole game.
    expect(transport.last.of('watch').at(-1)).toEqual({ t: 'watch', game: GAME });
    transport.last.say({ t: 'game', view });
    expect([game.heard, second.heard]).toEqual([['view'], ['view']]);
    unfollow();
    expect(transport.last.of('unwatch')).toEqual([]);
    unfollowSecond();
    unfollowSecond();
    expect(transport.last.of('unwatch')).toHaveLength(1);
  });

  test('of which nothing can be understood is left as it is', () => {
    const { transport, game } = opened();
    transport.last.say({ t: 'somethingNew' } as never);
    transport.last.say('no object' as never);
    expect(game.heard).toEqual([]);
  });
});

describe('a command', () => {
  test('is kept until it is answered, and sent again under the same name', async () => {
    const { transport, socket } = opened();
    const done = socket.command(GAME, { kind: 'resign' });
    const [first] = transport.last.of('do');
    transport.last.break();
    vi.advanceTimersByTime(1000);
    transport.last.welcome(SERVER_TIME);
    const again = transport.last.of('do');
    expect(again).toEqual([first]);
    // The game is requested first, so that the command meets a known state.
    expect(transport.last.sent.map(({ t }) => t)).toEqual(['ping', 'watch', 'do']);
    transport.last.say({ t: 'ack', game: GAME, id: commandId(transport), seq: 9 });
    expect(await done).toBe(9);
    transport.last.break();
    vi.advanceTimersByTime(1000);
    transport.last.welcome(SERVER_TIME);
    expect(transport.last.of('do')).toEqual([]);
  });

  test('that is given while there is no connection is sent with the next one, in order', () => {
    const { transport, socket } = opened();
    transport.last.break();
    void socket.command(GAME, { kind: 'offerDraw' });
    void socket.command(GAME, { kind: 'declineDraw' });
    vi.advanceTimersByTime(1000);
    transport.last.welcome(SERVER_TIME);
    const sent = transport.last.of('do');
    expect(sent.map(({ command }) => command.kind)).toEqual(['offerDraw', 'declineDraw']);
    expect(sent.map(({ id }) => id.n)).toEqual([1, 2]);
    expect(sent[0]?.id.client).toMatch(/^[a-z0-9]{1,24}$/);
  });

  test('that is refused says why', async () => {
    const { transport, socket } = opened();
    const refusal = socket.command(GAME, { kind: 'abort' }).catch((error: unknown) => error);
    const error: ErrorCode = { code: 'cannot_abort' };
    const id = commandId(transport);
    // Not ours.
    transport.last.say({ t: 'refused', game: GAME, id: { client: 'other', n: id.n }, error: { code: 'internal' } });
    transport.last.say({ t: 'refused', game: GAME, id, error });
    expect(await refusal).toMatchObject({ code: 'cannot_abort' });
  });

  test('keeps the connection until it is answered', () => {
    const { transport, socket, unfollow } = opened();
    void socket.command(GAME, { kind: 'resign' });
    unfollow();
    answerPing(transport);
    vi.advanceTimersByTime(9000);
    expect(socket.status).toBe('open');
    transport.last.say({ t: 'ack', game: GAME, id: commandId(transport), seq: 9 });
    vi.advanceTimersByTime(5000);
    expect(socket.status).toBe('closed');
  });
});

test('the lobby, the best game and the news are told', () => {
  const { transport, socket } = started();
  const heard: unknown[] = [];
  const rest = socket.followLobby((message) => heard.push(message.t));
  const restTv = socket.followTv(null, (game) => heard.push(game));
  const restNews = socket.follow(
    {
      started: (game) => heard.push(game),
      yourTurn: (count) => heard.push(count),
      notifications: (unread) => heard.push(unread),
      error: ({ code }) => heard.push(code),
    },
    { hold: true },
  );
  transport.last.welcome(SERVER_TIME);
  expect(transport.last.of('watchTv')).toEqual([{ t: 'watchTv' }]);
  const { last } = transport;
  last.say({ t: 'lobby', seeks: [], players: 1, games: 0 });
  last.say({ t: 'counts', players: 2, games: 0 });
  last.say({ t: 'tv', variant: null, game: GAME });
  last.say({ t: 'tv', variant: 'glinski', game: 'b123456789' });
  last.say({ t: 'started', game: 'c123456789', of: null });
  last.say({ t: 'yourTurn', count: 3 });
  last.say({ t: 'notifications', unread: 2 });
  last.say({ t: 'error', error: { code: 'rate_limited', params: { retryAfter: 1 } }, game: null });
  expect(heard).toEqual(['lobby', 'counts', GAME, 'c123456789', 3, 2, 'rate_limited']);
  rest();
  restTv();
  answerPing(transport);
  vi.advanceTimersByTime(6000);
  expect(socket.status).toBe('open');
  restNews();
  vi.advanceTimersByTime(4000);
  expect(socket.status).toBe('closed');
  expect(last.sent.map(({ t }) => t).filter((t) => t !== 'ping')).toEqual([
    'watchLobby',
    'watchTv',
    'unwatchLobby',
    'unwatchTv',
    'leave',
  ]);
});

test('an arena is followed, again after a lost connection, until another one is', () => {
  const { transport, socket } = started();
  const heard: number[] = [];
  const end = socket.followArena('arena12345', (version) => heard.push(version));
  transport.last.welcome(SERVER_TIME);
  expect(transport.last.of('watchArena')).toEqual([{ t: 'watchArena', arena: 'arena12345' }]);
  transport.last.say({ t: 'arena', arena: 'arena12345', version: 3 });
  transport.last.say({ t: 'arena', arena: 'other12345', version: 9 });
  expect(heard).toEqual([3]);
  socket.reconnect();
  transport.last.welcome(SERVER_TIME);
  expect(transport.last.of('watchArena')).toHaveLength(1);
  const endOther = socket.followArena('other12345', (version) => heard.push(version));
  end();
  expect(transport.last.of('unwatchArena')).toEqual([]);
  transport.last.say({ t: 'arena', arena: 'other12345', version: 10 });
  expect(heard).toEqual([3, 10]);
  endOther();
  expect(transport.last.of('unwatchArena')).toHaveLength(1);
  answerPing(transport);
  vi.advanceTimersByTime(6000);
  expect(socket.status).toBe('closed');
});
