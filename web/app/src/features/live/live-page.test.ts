// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setFetch } from '../../domain/api';
import { hasEnded } from '../../domain/live/ended-games';
import { GameServer } from '../../domain/live/game-server-for-tests';
import { ScriptedTransport } from '../../domain/live/scripted-transport';
import { LiveSocket } from '../../domain/live/socket.svelte';
import { startRules } from '../../domain/modules-for-tests';
import type { Challenge, GameView } from '../../generated/protocol';
import type { Side } from '../../generated/types';
import { gameTags } from './game-tags';
import { LivePage } from './live-page.svelte';

beforeAll(startRules);
afterEach(() => setFetch((address, init) => fetch(address, init)));

let requests: string[] = [];
beforeEach(() => (requests = []));

/** Answers requests by the path after `/api/`. */
function answers(table: Record<string, unknown>): void {
  setFetch((address, { method, body }) => {
    requests.push(`${method} ${address} ${typeof body === 'string' ? body : ''}`.trim());
    const answer = table[address.slice('/api/'.length)];
    return Promise.resolve(new Response(answer === undefined ? null : JSON.stringify(answer), { status: 200 }));
  });
}

function opened(side: Side | null, change: (view: GameView) => void = () => undefined) {
  const server = new GameServer('shafran', { kind: 'clock', initial: 180, increment: 2 });
  const transport = new ScriptedTransport();
  const gone: string[] = [];
  const page = new LivePage(server.id, (path) => gone.push(path), new LiveSocket(transport));
  const { last } = transport;
  last.say({ t: 'welcome', version: 1, account: side === 'b' ? 'Boris' : 'Anna', now: 0 });
  const view = server.view(side);
  change(view);
  last.say({ t: 'game', view });
  const happen = (by: Side, uci: string): void => {
    const from = server.events.length;
    server.command(by, { kind: 'move', uci, ply: from - 1 }, { client: 'x', n: from });
    last.say({ t: 'events', game: server.id, events: server.eventsFor(side, from), state: server.state() });
  };
  return { server, page, gone, last, happen };
}

const over = (view: GameView): void => {
  view.state.outcome = { reason: 'Resignation', white_quarters: 4 };
};
const challenge = (part: Partial<Challenge>): Challenge =>
  ({
    id: 'c123456789',
    rematchOf: 'a123456789',
    status: 'open',
    game: null,
    from: { account: 'Anna' },
    ...part,
  }) as Challenge;

test('the moment that is shown follows the game, unless an earlier one is looked at', () => {
  const { page, happen } = opened('b');
  expect([page.ply, page.bottom, page.atEnd]).toEqual([0, 'b', true]);
  happen('w', 'e2e5');
  happen('b', 'e9e6');
  expect([page.ply, page.shown?.turn, page.lastMove]).toEqual([2, 'w', ['e9', 'e6']]);
  page.show(1);
  happen('w', 'd1f5');
  expect([page.ply, page.atEnd]).toEqual([1, false]);
  page.move('f9f8');
  expect(page.game?.history).toHaveLength(3);
  page.show(99);
  page.move('f9f8');
  expect([page.ply, page.game?.history.length]).toEqual([4, 4]);
  page.flip();
  expect(page.bottom).toBe('w');
  page.close();
});

test('a rematch is offered with the sides changed, and begins when the other side accepts', async () => {
  answers({ challenges: challenge({}) });
  const { page, gone, last } = opened('w', over);
  await vi.waitFor(() => expect(requests).toEqual(['GET /api/challenges']));
  await page.offerRematch();
  expect(requests[1]).toContain('POST /api/challenges');
  expect(JSON.parse(requests[1]?.split(' ').slice(2).join(' ') ?? '')).toMatchObject({
    offer: { variant: 'shafran', side: 'black' },
    rematchOf: 'a123456789',
    to: 'Boris',
  });
  expect([page.offered, page.error]).toEqual([true, null]);
  // Another game's event.
  last.say({ t: 'started', game: 'z123456789', of: 'other' });
  expect(gone).toEqual([]);
  last.say({ t: 'started', game: 'b123456789', of: 'c123456789' });
  expect(gone).toEqual(['/live/b123456789']);
  page.close();
});

test('a rematch of the other side is accepted or declined', async () => {
  answers({ 'challenges/c123456789/accept': { game: 'b123456789' }, challenges: { incoming: [], outgoing: [] } });
  const { page, gone, last } = opened('b', over);
  last.say({ t: 'challenge', challenge: challenge({ rematchOf: 'another789' }) });
  expect(page.offer).toBeNull();
  last.say({ t: 'challenge', challenge: challenge({}) });
  expect([page.offer?.id, page.offered]).toEqual(['c123456789', false]);
  await page.acceptRematch();
  expect(gone).toEqual(['/live/b123456789']);
  last.say({ t: 'challenge', challenge: challenge({}) });
  await page.declineRematch();
  expect(requests.at(-1)).toBe('POST /api/challenges/c123456789/decline {}');
  last.say({ t: 'challenge', challenge: challenge({}) });
  last.say({ t: 'challenge', challenge: challenge({ status: 'cancelled' }) });
  expect(page.offer).toBeNull();
  page.close();
});

test('a computer plays once more without being asked', async () => {
  answers({ computer: { game: 'b123456789' }, challenges: { incoming: [], outgoing: [] } });
  const { page, gone } = opened('b', (view) => {
    over(view);
    view.info.white = { ...view.info.white, kind: 'computer', level: 4, name: null };
  });
  await page.offerRematch();
  expect(requests.at(-1)).toContain('"level":4');
  expect(gone).toEqual(['/live/b123456789']);
  page.close();
});

test('the next game is another one in which it is the turn of the visitor', async () => {
  const summary = (id: string, turn: Side, white: string) => ({
    id,
    turn,
    white: { account: white },
    black: { account: 'Vera' },
  });
  answers({
    'games/mine': {
      games: [
        summary('a123456789', 'w', 'Anna'),
        summary('b123456789', 'b', 'Anna'),
        summary('d123456789', 'w', 'Anna'),
      ],
      next: null,
    },
  });
  const { page } = opened('w');
  await page.findNext();
  expect(page.nextGame).toBe('d123456789');
  page.close();
});

test('the game goes to the analysis with its players, end and moment', () => {
  answers({ challenges: { incoming: [], outgoing: [] } });
  const { page, happen } = opened(null);
  happen('w', 'e2e5');
  happen('b', 'e9e6');
  page.show(1);
  expect(page.toAnalysis()).toMatchObject({ variant: 'shafran', moves: ['e2e5', 'e9e6'], ply: 1, flipped: false });
  const { game } = page;
  if (!game) throw new Error('the page has no game');
  expect(Object.fromEntries(gameTags(game.info))).toMatchObject({
    Event: 'Casual game',
    Date: '2023.11.14',
    White: 'Anna',
    Black: 'Boris',
    WhiteElo: '1500',
    TimeControl: '180+2',
  });
  page.close();
});

test('a game of an arena that has ended is remembered, and has no rematch to be looked for', async () => {
  answers({});
  const { server, last } = opened('w', (view) => {
    view.info.arena = 'arena12345';
  });
  expect(hasEnded(server.id)).toBe(false);
  const view = server.view('w');
  view.info.arena = 'arena12345';
  over(view);
  last.say({ t: 'game', view });
  expect(hasEnded(server.id)).toBe(true);
  await Promise.resolve();
  expect(requests).toEqual([]);
});

test('a game of a round robin has no rematch to be looked for, either', async () => {
  answers({});
  opened('w', (view) => {
    over(view);
    view.info.tournament = 'round12345';
  });
  await Promise.resolve();
  expect(requests).toEqual([]);
});
