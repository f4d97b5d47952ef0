/**
 * Simulation of two players and a spectator, each with a socket and a game of their own, whose messages arrive late, twice or
 * never, over connections that break. In the end all must show the server's game, and no command may be carried out twice.
 */

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startRules } from '../modules-for-tests';
import type { ClientMessage, Command, Recorded, ServerMessage, TimeControl } from '../../generated/protocol';
import type { Side } from '../../generated/types';
import { FollowedGame } from './followed-game.svelte';
import { GameServer } from './game-server-for-tests';
import { ScriptedTransport } from './scripted-transport';
import type { ScriptedConnection } from './scripted-transport';
import { LiveSocket } from './socket.svelte';

beforeAll(startRules);
beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

/** Returns a seeded sequence of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SERVER_START = 1_700_000_000_000;
/** Probability of each fault per message. */
interface Trouble {
  lost: number;
  twice: number;
  late: number;
  broken: number;
}
const NONE: Trouble = { lost: 0, twice: 0, late: 0, broken: 0 };

class Network {
  readonly server: GameServer;
  trouble: Trouble;
  readonly #random: () => number;
  /** The connections that follow the game, with their sides. */
  #followers = new Map<ScriptedConnection, Side | null>();
  /** Arrival time of the last message on each connection, which keeps messages in order. */
  #arrivals = new Map<ScriptedConnection, number>();
  /** Connections that missed a message and are to be notified by the server. */
  #behind = new Set<ScriptedConnection>();

  constructor(control: TimeControl, random: () => number, trouble: Trouble) {
    this.#random = random;
    this.trouble = trouble;
    this.server = new GameServer('shafran', control, () => SERVER_START + performance.now());
    this.server.onEvents = (events) => this.#tell(events);
  }

  attach(transport: ScriptedTransport, side: Side | null): void {
    transport.onConnect = (connection) => {
      connection.onMessage = (message) => this.#carry(connection, () => this.#receive(connection, side, message));
      this.#carry(connection, () => connection.welcome(SERVER_START + performance.now()), true);
    };
  }

  /** Notifies the connections that missed messages, as a server does when their buffer is empty. */
  catchUp(): void {
    for (const connection of this.#behind) this.#say(connection, { t: 'resync', game: this.server.id }, true);
    this.#behind.clear();
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** Delivers a message later, in the order of its connection. */
  #carry(connection: ScriptedConnection, arrive: () => void, always = false): void {
    if (!always && this.#chance(this.trouble.broken)) {
      setTimeout(() => {
        this.#followers.delete(connection);
        connection.break();
        connection.close();
      });
      return;
    }
    const delay = this.#chance(this.trouble.late) ? this.#random() * 3000 : this.#random() * 60;
    const at = Math.max(performance.now() + delay, this.#arrivals.get(connection) ?? 0);
    this.#arrivals.set(connection, at);
    setTimeout(() => {
      if (!connection.closedHere) arrive();
    }, at - performance.now());
  }

  #say(connection: ScriptedConnection, message: ServerMessage, always = false): void {
    const ofGame = message.t === 'events' || message.t === 'game';
    if (ofGame && !always && this.#chance(this.trouble.lost)) {
      this.#behind.add(connection);
      return;
    }
    const times = ofGame && this.#chance(this.trouble.twice) ? 2 : 1;
    for (let time = 0; time < times; time++) this.#carry(connection, () => connection.say(message), always);
  }

  #tell(events: readonly Recorded[]): void {
    for (const [connection, side] of this.#followers) {
      const seen = events.filter(({ event }) => event.kind !== 'conditionalMovesSet' || event.by === side);
      this.#say(connection, { t: 'events', game: this.server.id, events: seen, state: this.server.state() });
    }
  }

  #receive(connection: ScriptedConnection, side: Side | null, message: ClientMessage): void {
    const game = this.server.id;
    switch (message.t) {
      case 'watch': {
        this.#followers.set(connection, side);
        const { from } = message;
        if (from === undefined) this.#say(connection, { t: 'game', view: this.server.view(side) });
        else {
          const events = this.server.eventsFor(side, from);
          this.#say(connection, { t: 'events', game, events, state: this.server.state() });
        }
        break;
      }
      case 'do': {
        const { id } = message;
        const answer = this.server.command(side ?? 'w', message.command, id);
        if ('error' in answer) this.#say(connection, { t: 'refused', game, id, error: answer.error });
        else this.#say(connection, { t: 'ack', game, id, seq: answer.seq });
        break;
      }
      case 'ping':
        this.#say(connection, { t: 'pong', n: message.n, now: SERVER_START + performance.now() });
        break;
      default:
        break;
    }
  }
}

const CLOCK: TimeControl = { kind: 'clock', initial: 600, increment: 0 };
const DAYS: TimeControl = { kind: 'correspondence', days: 2 };

async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function page(network: Network, side: Side | null, random: () => number) {
  const transport = new ScriptedTransport(random);
  network.attach(transport, side);
  const socket = new LiveSocket(transport);
  return { side, transport, socket, followed: new FollowedGame(network.server.id, socket) };
}

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Returns a random action of a player, mostly a move. */
function act({ side, followed: { game } }: ReturnType<typeof page>, random: () => number): (() => void) | null {
  if (!game || side === null || random() < 0.3) return null;
  const move = pick(game.current.moves, random);
  const others: (() => void)[] = [
    () => game.takeBack(),
    () => void (game.remote.offerDraw && random() < 0.3 && game.offerDraw()),
    () => game.declineDraw(),
    () => game.declineTakeback(),
    () => game.addTime(),
  ];
  if (game.remote.conditionalMoves && random() < 0.5) {
    return () => void game.setConditionalMoves(conditionalLine(game.current.moves, random)).catch(() => undefined);
  }
  if (move && game.can.move && random() < 0.85) return () => void game.move(move.uci);
  return pick(others, random) ?? null;
}

function conditionalLine(legal: readonly { uci: string }[], random: () => number): string[][] {
  const first = pick(legal, random)?.uci;
  // The reply may be illegal; then the server plays no move.
  return first === undefined ? [] : [[first, 'e9e6']];
}

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed + 1);

test.each(SEEDS)('all see the same game in the end (%i)', async (seed) => {
  const random = numbers(seed);
  const trouble = { lost: 0.1 * random(), twice: 0.2, late: 0.3 * random(), broken: 0.04 * random() };
  const network = new Network(seed % 3 === 0 ? DAYS : CLOCK, random, NONE);
  const pages = [page(network, 'w', random), page(network, 'b', random), page(network, null, random)];
  await advance(500);
  network.trouble = trouble;

  const sent: Command[] = [];
  for (const { socket } of pages) {
    const { command } = socket;
    socket.command = (game, given) => {
      sent.push(given);
      return command.call(socket, game, given);
    };
  }
  for (let step = 0; step < 250 && !network.server.over; step++) {
    const who = pick(pages, random);
    (who && act(who, random))?.();
    if (random() < 0.05) who?.transport.page('online');
    if (random() < 0.2) network.catchUp();
    await advance(random() * 400);
  }
  network.trouble = NONE;
  await advance(40_000);
  network.catchUp();
  await advance(40_000);

  // The players may agree to a draw early.
  expect(network.server.events.length).toBeGreaterThan(5);
  for (const { side, followed, socket } of pages) {
    const { game } = followed;
    if (!game) throw new Error('the page has no game');
    expect(socket.status).toBe('open');
    expect(game.pending).toBeNull();
    expect(game.history.map(({ uci }) => uci)).toEqual(network.server.moves);
    const { now: _, clocks: left, ...state } = network.server.state();
    const { now: __, clocks: leftHere, ...here } = game.server;
    expect(here).toEqual(state);
    expect(leftHere === null).toBe(left === null);
    expect(game.times).toEqual(network.server.view(side).times);
    expect(game.conditionalMoves).toEqual(network.server.view(side).conditionalMoves);
    expect(game.outcome === null).toBe(!network.server.over);
    if (left && !network.server.over) {
      // The shown time is the server's, except for the latency of one direction.
      const clock = game.clock ?? game.days;
      for (const each of ['w', 'b'] as const) expect(Math.abs((clock?.left(each) ?? 0) - left[each])).toBeLessThan(200);
    }
    followed.close();
  }
  // Each command was carried out at most once.
  const ids = network.server.events.flatMap(({ command }) => (command ? [`${command.client} ${command.n}`] : []));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeLessThanOrEqual(sent.length);
});
