/**
 * WebSocket connection of the page for any number of games, the lobby, TV, an arena and account news.
 *
 * It is open while something on the page uses it, reconnects after it breaks and then requests what it has missed. A command is
 * kept until the server replies, and is sent again under the same id on the next connection, so the server carries it out once.
 */

import { ApiError } from '../api';
import { PROTOCOL_VERSION } from '../../generated/protocol';
import type {
  Challenge,
  ChatLine,
  ClientMessage,
  Command,
  CommandId,
  ErrorCode,
  GameState,
  GameView,
  PresenceView,
  Recorded,
  Room,
  ServerMessage,
} from '../../generated/protocol';
import { ServerTime } from './server-time.svelte';
import { browserTransport } from './transport';
import type { Connection, Transport } from './transport';

/**
 * `waiting`: broken, with a retry scheduled. `outdated`: the server uses another protocol version, so the page must be reloaded.
 */
export type SocketStatus = 'closed' | 'connecting' | 'open' | 'waiting' | 'outdated';

/** Follower of a game. */
export interface GameFollower {
  /** Number of the next event; `null` while the game is not known. */
  readonly next: number | null;
  view: (view: GameView) => void;
  /** Applies events. Returns false if they do not follow the known ones; the whole game is then requested. */
  events: (events: readonly Recorded[], state: GameState) => boolean;
  presence?: (presence: PresenceView) => void;
  chat?: (room: Room, lines: readonly ChatLine[]) => void;
  /** Called when the game cannot be followed or a request for it was refused. */
  error?: (error: ErrorCode) => void;
}

/** Messages to those who follow the lobby. */
export type LobbyMessage = Extract<ServerMessage, { t: 'lobby' | 'seekAdded' | 'seekRemoved' | 'counts' }>;

/** A new message to or from the visitor. */
export type MessageNews = Extract<ServerMessage, { t: 'message' }>;

/** Handlers of account news, which arrive whatever is followed. */
export interface AccountHandlers {
  /** Called when a game has started from one of the visitor's seeks or challenges, or in an arena. */
  started?: (game: string, of: string | null) => void;
  challenge?: (challenge: Challenge) => void;
  yourTurn?: (count: number) => void;
  /** Called with the number of unread notifications. */
  notifications?: (unread: number) => void;
  /** Called with a new message to or from the visitor. */
  message?: (news: MessageNews) => void;
  /** Called with the number of conversations with unread messages, after some were read or deleted. */
  messages?: (unread: number) => void;
  /** Called when a message that concerns no game was refused. */
  error?: (error: ErrorCode) => void;
}

/** Game that was requested and has not arrived yet. */
interface PendingWatch {
  /** Number of temporary refusals so far. */
  refusals: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface Pending {
  game: string;
  id: CommandId;
  command: Command;
  done: (seq: number) => void;
  refused: (error: ApiError) => void;
}

const PING_MS = 10_000;
/** Reply timeout in milliseconds after which the connection counts as broken. */
const REPLY_TIMEOUT_MS = 8000;
/** Reply timeout in milliseconds after the browser has gone offline. */
const OFFLINE_TIMEOUT_MS = 2500;
/**
 * First and longest delay in milliseconds between attempts. Each is shortened at random, so that not all pages reconnect at once.
 */
const MIN_RECONNECT_MS = 400;
const MAX_RECONNECT_MS = 20_000;
/** First and longest delay in milliseconds before a game that the server could not read is requested again. */
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 15_000;
/** Idle timeout of an unused connection in milliseconds; it bridges a change of pages. */
const IDLE_MS = 4000;

export class LiveSocket {
  readonly time: ServerTime;
  status = $state<SocketStatus>('closed');
  /** True if the server has announced a restart. */
  restarting = $state(false);
  /** Account of the connection; `null` for a spectator without one. */
  account = $state<string | null>(null);

  readonly #transport: Transport;
  #connection: Connection | null = null;
  #games = new Map<string, Set<GameFollower>>();
  #lobby = new Set<(message: LobbyMessage) => void>();
  #tv: { variant: string | null; follow: (game: string | null) => void } | null = null;
  #arena: { arena: string; follow: (version: number) => void } | null = null;
  #news = new Set<AccountHandlers>();
  /** Number of users that keep the connection open without following anything. */
  #holders = 0;
  #pending: Pending[] = [];
  #asked = new Map<string, PendingWatch>();
  #listens = false;

  readonly #client: string;
  #commands = 0;
  #attempts = 0;
  #pings = 0;
  #pinged: { n: number; at: number } | null = null;
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(transport: Transport = browserTransport(PROTOCOL_VERSION)) {
    this.#transport = transport;
    this.time = new ServerTime(() => transport.now());
    this.#client = newClient(() => transport.random());
  }

  /** Round-trip time in milliseconds; `null` if unknown. Reactive. */
  get lag(): number | null {
    return this.time.lag;
  }

  /** Follows a game. Returns a function that stops it. */
  followGame(game: string, follower: GameFollower): () => void {
    const followers = this.#games.get(game) ?? new Set();
    this.#games.set(game, followers);
    followers.add(follower);
    this.#use();
    this.#watch(game);
    return () => {
      if (!followers.delete(follower) || followers.size > 0) return;
      this.#games.delete(game);
      this.#answeredWatch(game);
      this.#send({ t: 'unwatch', game });
      this.#rest();
    };
  }

  /** Requests a new snapshot of the game. */
  askAgain(game: string): void {
    if (this.#games.has(game)) this.#watch(game, true);
  }

  followLobby(follow: (message: LobbyMessage) => void): () => void {
    this.#lobby.add(follow);
    this.#use();
    // A later follower needs the whole lobby, too.
    this.#send({ t: 'watchLobby' });
    return () => {
      if (!this.#lobby.delete(follow) || this.#lobby.size > 0) return;
      this.#send({ t: 'unwatchLobby' });
      this.#rest();
    };
  }

  /** Follows the TV game of a variant, or of all variants for `null`. The last call counts. */
  followTv(variant: string | null, follow: (game: string | null) => void): () => void {
    const tv = { variant, follow };
    this.#tv = tv;
    this.#use();
    this.#send(watchTv(tv));
    return () => {
      if (this.#tv !== tv) return;
      this.#tv = null;
      this.#send({ t: 'unwatchTv' });
      this.#rest();
    };
  }

  /** Follows an arena, in which the visitor is present and is paired as long as this lasts. The last call counts. */
  followArena(arena: string, follow: (version: number) => void): () => void {
    const own = { arena, follow };
    this.#arena = own;
    this.#use();
    this.#send({ t: 'watchArena', arena });
    return () => {
      if (this.#arena !== own) return;
      this.#arena = null;
      this.#send({ t: 'unwatchArena' });
      this.#rest();
    };
  }

  /** Subscribes to account news while there is a connection; `hold` keeps one open for them. */
  follow(news: AccountHandlers, { hold = false }: { hold?: boolean } = {}): () => void {
    this.#news.add(news);
    if (hold) {
      this.#holders += 1;
      this.#use();
    }
    return () => {
      if (!this.#news.delete(news) || !hold) return;
      this.#holders -= 1;
      this.#rest();
    };
  }

  /** Sends a command to a game. Resolves to the number of its first event and rejects with an `ApiError`. */
  command(game: string, command: Command): Promise<number> {
    if (this.status === 'outdated') return Promise.reject(outdated());
    return new Promise((done, refused) => {
      this.#commands += 1;
      const id = { client: this.#client, n: this.#commands };
      const pending: Pending = { game, id, command, done, refused };
      this.#pending.push(pending);
      this.#use();
      this.#send({ t: 'do', game, id, command });
    });
  }

  /** Reconnects with another session. */
  reconnect(): void {
    if (this.status === 'closed' || this.status === 'outdated') return;
    this.#drop();
    this.#connect();
  }

  /** Reconnects now instead of waiting for the next attempt. */
  retry(): void {
    if (this.status === 'waiting') this.#connect();
  }

  #isNeeded(): boolean {
    const follows = this.#games.size > 0 || this.#lobby.size > 0 || this.#tv !== null || this.#arena !== null;
    return follows || this.#holders > 0 || this.#pending.length > 0;
  }

  #use(): void {
    clearTimeout(this.#idleTimer);
    if (!this.#listens) {
      this.#listens = true;
      this.#transport.onPage((event) => this.#page(event));
    }
    if (this.status === 'closed') this.#connect();
  }

  #rest(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isNeeded()) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#isNeeded() || this.status === 'outdated') return;
      this.#send({ t: 'leave' });
      this.#drop();
      this.status = 'closed';
    }, IDLE_MS);
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer);
    this.status = 'connecting';
    let own: Connection | null = null;
    const current = (): boolean => own !== null && this.#connection === own;
    own = this.#transport.connect({
      opened: () => undefined,
      message: (text) => {
        if (current()) this.#receive(text);
      },
      closed: () => {
        if (current()) this.#broken();
      },
    });
    this.#connection = own;
    this.#expectAnswer(REPLY_TIMEOUT_MS);
  }

  /** Abandons the connection without a closing handshake. */
  #drop(): void {
    for (const timer of [this.#pingTimer, this.#answerTimer, this.#reconnectTimer]) clearTimeout(timer);
    for (const game of this.#asked.keys()) this.#answeredWatch(game);
    this.#connection?.close();
    this.#connection = null;
    this.#pinged = null;
    this.time.forgetLag();
  }

  #broken(pause?: number): void {
    this.#drop();
    if (this.status === 'outdated') return;
    if (!this.#isNeeded()) {
      this.status = 'closed';
      return;
    }
    this.status = 'waiting';
    const longest = Math.min(MAX_RECONNECT_MS, MIN_RECONNECT_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    const shortened = longest * (0.5 + this.#transport.random() / 2);
    this.#reconnectTimer = setTimeout(() => this.#connect(), (pause ?? 0) + shortened);
  }

  #page(event: 'online' | 'offline' | 'shown' | 'left'): void {
    switch (event) {
      case 'online':
        // The route to the server may have changed.
        if (this.status === 'open') this.#ping(OFFLINE_TIMEOUT_MS);
        else this.retry();
        break;
      case 'offline':
        // The server may be on this machine and still reply.
        if (this.status === 'open') this.#ping(OFFLINE_TIMEOUT_MS);
        break;
      case 'shown':
        if (this.status === 'closed' && this.#isNeeded()) this.#connect();
        else if (this.status === 'open') this.#ping(REPLY_TIMEOUT_MS);
        else this.retry();
        break;
      case 'left':
        if (this.status === 'closed' || this.status === 'outdated') break;
        this.#send({ t: 'leave' });
        this.#drop();
        this.status = 'closed';
        break;
    }
  }

  #send(message: ClientMessage): void {
    if (this.status === 'open') this.#connection?.send(JSON.stringify(message));
  }

  #watch(game: string, whole = false): void {
    const followers = [...(this.#games.get(game) ?? [])];
    const known = followers.map(({ next }) => next);
    const from = Math.min(...known.map((next) => next ?? -1));
    const asked = this.#asked.get(game);
    clearTimeout(asked?.timer);
    this.#asked.set(game, { refusals: asked?.refusals ?? 0, timer: undefined });
    this.#send(whole || from < 0 || followers.length === 0 ? { t: 'watch', game } : { t: 'watch', game, from });
  }

  /** Removes a pending request for a game that has arrived or is no longer needed. */
  #answeredWatch(game: string): void {
    clearTimeout(this.#asked.get(game)?.timer);
    this.#asked.delete(game);
  }

  /**
   * Schedules another request, with growing delays, for a game that the server temporarily cannot show. Returns whether the refusal
   * was of that kind.
   */
  #watchLater(game: string, error: ErrorCode): boolean {
    const asked = this.#asked.get(game);
    if (!asked || !passes(error)) return false;
    clearTimeout(asked.timer);
    const longest = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** asked.refusals);
    const least = error.code === 'rate_limited' ? error.params.retryAfter * 1000 : 0;
    const pause = Math.max(least, longest * (0.5 + this.#transport.random() / 2));
    const timer = setTimeout(() => this.#watch(game), pause);
    this.#asked.set(game, { refusals: asked.refusals + 1, timer });
    return true;
  }

  /** Requests all that is followed and sends unanswered commands again. */
  #renew(): void {
    for (const game of this.#games.keys()) this.#watch(game);
    if (this.#lobby.size > 0) this.#send({ t: 'watchLobby' });
    if (this.#tv) this.#send(watchTv(this.#tv));
    if (this.#arena) this.#send({ t: 'watchArena', arena: this.#arena.arena });
    for (const { game, id, command } of this.#pending) this.#send({ t: 'do', game, id, command });
  }

  #ping(patience = REPLY_TIMEOUT_MS): void {
    clearTimeout(this.#pingTimer);
    this.#pings += 1;
    this.#pinged = { n: this.#pings, at: this.#transport.now() };
    this.#send({ t: 'ping', n: this.#pings });
    this.#expectAnswer(patience);
  }

  /** Starts the timeout after which a silent connection counts as broken. */
  #expectAnswer(patience: number): void {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => this.#broken(), patience);
  }

  #receive(text: string): void {
    const message = parsed(text);
    if (message) this.#handle(message);
  }

  #handle(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'pong':
        this.#pong(message.n, message.now);
        break;
      case 'closing':
        this.restarting = true;
        this.#attempts = 0;
        this.#broken(message.retryAfter);
        break;
      case 'game':
        this.#answeredWatch(message.view.info.id);
        for (const follower of this.#followers(message.view.info.id)) follower.view(message.view);
        break;
      case 'events':
        this.#events(message.game, message.events, message.state);
        break;
      case 'presence':
        for (const follower of this.#followers(message.game)) follower.presence?.(message.presence);
        break;
      case 'chat':
        for (const follower of this.#followers(message.game)) follower.chat?.(message.room, message.lines);
        break;
      case 'changed':
        this.askAgain(message.game);
        break;
      case 'resync':
        if (this.#games.has(message.game)) this.#watch(message.game);
        break;
      case 'ack':
        this.#answered(message.id)?.done(message.seq);
        break;
      case 'refused':
        this.#answered(message.id)?.refused(new ApiError(message.error, 0));
        break;
      case 'lobby':
      case 'seekAdded':
      case 'seekRemoved':
      case 'counts':
        for (const follow of this.#lobby) follow(message);
        break;
      case 'tv':
        if (this.#tv && (message.variant ?? null) === this.#tv.variant) this.#tv.follow(message.game);
        break;
      case 'arena':
        if (this.#arena?.arena === message.arena) this.#arena.follow(message.version);
        break;
      case 'started':
        for (const news of this.#news) news.started?.(message.game, message.of);
        break;
      case 'challenge':
        for (const news of this.#news) news.challenge?.(message.challenge);
        break;
      case 'yourTurn':
        for (const news of this.#news) news.yourTurn?.(message.count);
        break;
      case 'notifications':
        for (const news of this.#news) news.notifications?.(message.unread);
        break;
      case 'message':
        for (const news of this.#news) news.message?.(message);
        break;
      case 'messages':
        for (const news of this.#news) news.messages?.(message.unread);
        break;
      case 'error':
        this.#refused(message.error, message.game);
        break;
    }
  }

  #welcome({ version, account, now }: Extract<ServerMessage, { t: 'welcome' }>): void {
    if (version !== PROTOCOL_VERSION) {
      this.#outdated();
      return;
    }
    this.#attempts = 0;
    this.restarting = false;
    this.account = account;
    this.time.begin(now);
    this.status = 'open';
    this.#ping();
    this.#renew();
  }

  #pong(n: number, now: number): void {
    if (this.#pinged?.n !== n) return;
    this.time.measure(this.#pinged.at, now);
    this.#pinged = null;
    clearTimeout(this.#answerTimer);
    // Counted from the reply, not by an interval: browsers throttle the intervals of hidden pages so far that the server would time
    // out.
    this.#pingTimer = setTimeout(() => this.#ping(), PING_MS);
  }

  #events(game: string, events: readonly Recorded[], state: GameState): void {
    this.#answeredWatch(game);
    let whole = true;
    for (const follower of this.#followers(game)) whole = follower.events(events, state) && whole;
    if (!whole) this.#watch(game, true);
  }

  #refused(error: ErrorCode, game: string | null): void {
    if (error.code === 'unsupported_version') this.#outdated();
    else if (game !== null && this.#watchLater(game, error)) return;
    else if (game !== null) for (const follower of this.#followers(game)) follower.error?.(error);
    else for (const news of this.#news) news.error?.(error);
  }

  #outdated(): void {
    this.#drop();
    this.status = 'outdated';
    for (const { refused } of this.#pending.splice(0)) refused(outdated());
  }

  #followers(game: string): GameFollower[] {
    return [...(this.#games.get(game) ?? [])];
  }

  /** Removes and returns the pending command that this reply belongs to. */
  #answered({ client, n }: CommandId): Pending | null {
    if (client !== this.#client) return null;
    const at = this.#pending.findIndex(({ id }) => id.n === n);
    const [pending] = at < 0 ? [] : this.#pending.splice(at, 1);
    if (pending) this.#rest();
    return pending ?? null;
  }
}

function watchTv({ variant }: { variant: string | null }): ClientMessage {
  return variant === null ? { t: 'watchTv' } : { t: 'watchTv', variant };
}

/** Returns whether a refusal is temporary, so that the request may be repeated. */
function passes({ code }: ErrorCode): boolean {
  return code === 'busy' || code === 'internal' || code === 'rate_limited' || code === 'shutting_down';
}

function outdated(): ApiError {
  return new ApiError({ code: 'unsupported_version', params: { version: PROTOCOL_VERSION } }, 0);
}

/** Parses a message; `null` for one that this version does not know. */
function parsed(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as unknown;
    return typeof message === 'object' && message !== null && 't' in message ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

/** Returns a unique name of this page: 16 letters and digits. */
function newClient(random: () => number): string {
  const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: 16 }, () => digits[Math.floor(random() * digits.length) % digits.length]).join('');
}
