/** An arena as its page follows it: the latest reply, the way to the visitor's games, and the commands of players and organiser. */

import { get, post, remove } from '../../domain/api';
import { hasEnded } from '../../domain/live/ended-games';
import { becomePlayer, socket as ownSocket } from '../../domain/live/connection';
import { ServerTime } from '../../domain/live/server-time.svelte';
import type { LiveSocket } from '../../domain/live/socket.svelte';
import type { Arena, ArenaStanding, ArenaYou } from '../../generated/protocol';
import { arenaEnd } from '../../text/tournaments';
import { Loading } from '../../ui/loading.svelte';
import { playSound } from '../../ui/sounds';
import { Submission } from '../../ui/submission.svelte';

/** Longest delay in milliseconds before the arena is loaded again, so that its players do not all do so at once. */
const SPREAD_MS = 1000;
/** Delay in milliseconds after the end, which the server notices once a second. */
const SETTLE_MS = 1200;
/** Longest delay of a timer in browsers, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Time in milliseconds for which a game that was just being paired is still opened after the page was left. */
const LINGER_MS = 5000;
/** Rows of a page of the standings. */
export const PAGE_ROWS = 20;
/** Players on the podium. */
const PODIUM = 3;

export interface SessionParts {
  socket: Pick<LiveSocket, 'followArena' | 'follow' | 'status'>;
  /** Creates a guest account for a visitor without one. */
  become: () => Promise<void>;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

const OWN_PARTS: SessionParts = { socket: ownSocket, become: becomePlayer, random: Math.random };

/** All public properties are reactive. */
export class ArenaSession {
  readonly id: string;
  readonly loading: Loading<Arena>;
  readonly submission = new Submission();
  /** Wanted page of the standings, from 1. */
  page = $state(1);
  /** The best players once the arena is over. */
  podium = $state.raw<readonly ArenaStanding[]>([]);

  readonly #go: (path: string) => void;
  readonly #parts: SessionParts;
  readonly #time = new ServerTime(() => performance.now());
  #reloading: ReturnType<typeof setTimeout> | undefined;
  #boundary: ReturnType<typeof setTimeout> | undefined;
  #unfollow: (() => void) | null = null;
  #open = false;

  constructor(id: string, go: (path: string) => void, parts: SessionParts = OWN_PARTS) {
    this.id = id;
    this.#go = go;
    this.#parts = parts;
    this.loading = new Loading<Arena>((signal) => this.#read(signal));
  }

  /** Latest reply; `null` before the first one. */
  get arena(): Arena | null {
    return this.loading.value;
  }

  /** Number of pages of the standings. */
  get pages(): number {
    return Math.max(1, Math.ceil((this.arena?.info.players ?? 0) / PAGE_ROWS));
  }

  /** Id of the game that the visitor plays; `null` without one. */
  get ownGame(): string | null {
    const game = this.arena?.you?.game ?? null;
    return game !== null && hasEnded(game) ? null : game;
  }

  /** Returns the server's time in milliseconds. */
  now(): number {
    return this.#time.now();
  }

  /** Follows the arena. Returns a function that stops it. */
  open(): () => void {
    this.#open = true;
    const forget = this.#parts.socket.follow(
      {
        started: (game, of) => {
          if (of === this.id) this.#play(game);
        },
      },
      { hold: true },
    );
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.load();
    };
    document.addEventListener('visibilitychange', look);
    void this.loading.reload();
    return () => {
      this.#open = false;
      document.removeEventListener('visibilitychange', look);
      clearTimeout(this.#reloading);
      clearTimeout(this.#boundary);
      this.#follow(false);
      this.loading.stop();
      const takesPart = this.arena?.you?.paused === false;
      if (takesPart) setTimeout(forget, LINGER_MS);
      else forget();
    };
  }

  /** Loads the arena, and opens a game of the visitor that has begun in the meantime. Never rejects. */
  async load(): Promise<void> {
    const before = this.ownGame;
    const known = this.arena !== null;
    await this.loading.load();
    const game = this.ownGame;
    // It began while there was no connection.
    if (this.#open && known && before === null && game !== null) this.#play(game);
  }

  /** Loads the arena after a random delay. */
  loadSoon(delay = 0): void {
    clearTimeout(this.#reloading);
    this.#reloading = setTimeout(() => void this.load(), delay + this.#parts.random() * SPREAD_MS);
  }

  /** Shows a page of the standings. */
  show(page: number): void {
    this.page = Math.min(Math.max(1, page), this.pages);
    void this.load();
  }

  join(): Promise<void> {
    return this.#takePart(async () => {
      await this.#parts.become();
      return post<ArenaYou>(`arenas/${this.id}/join`);
    });
  }

  pause(): Promise<void> {
    return this.#takePart(() => post<ArenaYou>(`arenas/${this.id}/pause`));
  }

  /** Cancels the arena before its start. */
  async cancel(): Promise<void> {
    await this.submission.run(() => remove(`arenas/${this.id}`));
    await this.load();
  }

  /** Takes a player out for good. */
  async takeOut(account: string): Promise<void> {
    await this.submission.run(() => post(`arenas/${this.id}/disqualify`, { account }));
    await this.load();
  }

  async #takePart(send: () => Promise<ArenaYou>): Promise<void> {
    await this.submission.run(async () => {
      const you = await send();
      if (this.arena) this.loading.set({ ...this.arena, you });
    });
    await this.load();
  }

  async #read(signal: AbortSignal): Promise<Arena> {
    const { page } = this;
    const sentAt = performance.now();
    const arena = await get<Arena>(`arenas/${this.id}`, { signal, query: { page } });
    this.#time.measure(sentAt, arena.now);
    const { stage } = arena.info;
    if (stage === 'over' && (page === 1 || this.podium.length === 0)) {
      const first = page === 1 ? arena : await get<Arena>(`arenas/${this.id}`, { signal });
      this.podium = first.standings.slice(0, PODIUM);
    }
    if (this.#open) {
      this.#follow(stage === 'upcoming' || stage === 'running');
      this.#awaitBoundary(arena);
    }
    return arena;
  }

  #follow(wanted: boolean): void {
    if (wanted) {
      this.#unfollow ??= this.#parts.socket.followArena(this.id, () => this.loadSoon());
    } else {
      this.#unfollow?.();
      this.#unfollow = null;
    }
  }

  /** Loads the arena again when it begins or ends: no event says that it has begun. */
  #awaitBoundary({ info: { stage, settings } }: Arena): void {
    clearTimeout(this.#boundary);
    if (stage !== 'upcoming' && stage !== 'running') return;
    const at = stage === 'upcoming' ? settings.startsAt : arenaEnd(settings) + SETTLE_MS;
    const delay = Math.max(SPREAD_MS, at - this.now());
    if (delay < MAX_TIMER_MS) this.#boundary = setTimeout(() => this.loadSoon(), delay);
  }

  #play(game: string): void {
    // The tab may be hidden.
    playSound('check');
    this.#go(`/live/${game}`);
  }
}
