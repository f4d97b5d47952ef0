/** State of the lobby, and its actions. */

import { ApiError, get, post, remove } from '../../domain/api';
import { becomePlayer, socket as ownSocket } from '../../domain/live/connection';
import type { LiveSocket, LobbyMessage } from '../../domain/live/socket.svelte';
import { visitor as ownVisitor } from '../../domain/me.svelte';
import type { Visitor } from '../../domain/me.svelte';
import type {
  ArenaInfo,
  Arenas,
  ComputerRequest,
  Challenge,
  Challenges,
  GameOffer,
  GamePage,
  GameStarted,
  GameSummary,
  Lobby as LobbyAnswer,
  Seek,
  SeekAnswer,
  SeekRequest,
  Tv,
} from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { answers } from './controls';
import type { OfferForm } from './offer-form.svelte';

/** Number of finished games that the lobby shows. */
const LAST_GAMES = 7;
/** Time in milliseconds before its start from which on the lobby shows an arena. */
const ARENA_AHEAD_MS = 3_600_000;

export interface Parts {
  visitor: Visitor;
  socket: Pick<LiveSocket, 'followLobby' | 'follow' | 'followTv'>;
  /** Creates a guest account for a visitor without one. */
  become: () => Promise<void>;
}

/** All properties are reactive. */
export class Lobby {
  /** The first answers of the server; later ones come through the socket. */
  readonly entry: Loading<LobbyAnswer>;
  seeks = $state.raw<readonly Seek[]>([]);
  players = $state(0);
  games = $state(0);
  mine = $state.raw<readonly GameSummary[]>([]);
  /** TV game; `null` if no game is in progress. */
  featured = $state.raw<GameSummary | null>(null);
  /** Arena that is played, or begins within the hour; `null` without one. */
  arena = $state.raw<ArenaInfo | null>(null);
  /** Games that ended last, the latest first. */
  last = $state.raw<readonly GameSummary[]>([]);
  incoming = $state.raw<readonly Challenge[]>([]);
  outgoing = $state.raw<readonly Challenge[]>([]);
  /** Visitor's seek, which lasts while the page is open. */
  waiting = $state.raw<Seek | null>(null);
  /** True during a request; buttons are disabled. */
  busy = $state(false);
  /** Error of the last request. */
  error = $state.raw<unknown>(null);
  /** Correspondence offer that the visitor made last, for a notice. */
  left = $state.raw<Seek | null>(null);

  readonly #go: (path: string) => void;
  readonly #parts: Parts;
  #open = false;
  /** Id of `waiting`, since reactive properties have their former values while a page is being left. */
  #waitingId: string | null = null;

  constructor(go: (path: string) => void, parts?: Parts) {
    this.#go = go;
    this.#parts = parts ?? { visitor: ownVisitor, socket: ownSocket, become: becomePlayer };
    this.entry = new Loading(async (signal) => {
      const seeks = get<LobbyAnswer>('lobby', { signal }).then((lobby) => {
        this.#take(lobby);
        return lobby;
      });
      // Everything is shown at once, so that nothing moves when a part comes later.
      const [lobby] = await Promise.all([seeks, this.refreshGames(), this.#loadOwn()]);
      return lobby;
    });
  }

  /** Seeks in display order: real time first, each the latest first. */
  get listed(): readonly Seek[] {
    const slow = (seek: Seek): boolean => seek.speed === 'correspondence';
    return [...this.seeks.filter((seek) => !slow(seek)), ...this.seeks.filter(slow)];
  }

  /** Number of connected accounts other than the visitor's. */
  get others(): number {
    return this.#parts.visitor.account === null ? this.players : Math.max(0, this.players - 1);
  }

  isOwn(seek: Seek): boolean {
    return this.#parts.visitor.account !== null && seek.player.account === this.#parts.visitor.account;
  }

  /** Returns the other players' seeks that match this offer. */
  matching(offer: GameOffer): readonly Seek[] {
    return this.seeks.filter((seek) => !this.isOwn(seek) && answers(seek, offer));
  }

  /** Follows the lobby. Returns a function that stops it. */
  open(): () => void {
    this.#open = true;
    void this.entry.load();
    const endLobby = this.#parts.socket.followLobby((message) => this.#hear(message));
    const endTv = this.#parts.socket.followTv(null, () => void this.refreshGames());
    const endNews = this.#parts.socket.follow({
      started: (game, of) => this.#started(game, of),
      challenge: () => void this.refreshOwn(),
      yourTurn: () => void this.refreshOwn(),
    });
    return () => {
      this.#open = false;
      // A visitor who leaves the page no longer waits.
      void this.cancel();
      endLobby();
      endTv();
      endNews();
      this.entry.stop();
    };
  }

  /** Reloads the TV game, the games that ended last, and the arena. */
  async refreshGames(): Promise<void> {
    // A failed request keeps the previous value.
    await Promise.allSettled([
      get<Arenas>('arenas').then(({ current }) => {
        const soon = Date.now() + ARENA_AHEAD_MS;
        this.arena = current.find(({ settings }) => settings.startsAt < soon) ?? null;
      }),
      get<Tv>('tv').then(({ games }) => (this.featured = games[0] ?? null)),
      get<GamePage>('games').then(({ games }) => (this.last = games.slice(0, LAST_GAMES))),
    ]);
  }

  /** Finds out who the visitor is, and loads the visitor's games and challenges. */
  async #loadOwn(): Promise<void> {
    await this.#parts.visitor.load();
    await this.refreshOwn();
  }

  /** Reloads the visitor's games and challenges. */
  async refreshOwn(): Promise<void> {
    if (this.#parts.visitor.account === null) return;
    // A failed request keeps the previous value.
    await Promise.allSettled([
      get<GamePage>('games/mine').then(({ games }) => (this.mine = games)),
      get<Challenges>('challenges').then(({ incoming, outgoing }) => {
        this.incoming = incoming.filter(({ status }) => status === 'open');
        this.outgoing = outgoing.filter(({ status }) => status === 'open');
      }),
    ]);
  }

  /**
   * Quick pairing: accepts a matching seek or creates one. A real-time seek lasts while this page is open; a correspondence seek
   * stays in the lobby.
   */
  async quick(offer: GameOffer): Promise<void> {
    await this.#do(async () => {
      await this.#parts.become();
      if (offer.control.kind === 'clock') {
        this.#answered(await post<SeekAnswer>('seeks', { offer, quick: true } satisfies SeekRequest));
        return;
      }
      for (const seek of this.matching(offer)) {
        if (await this.#accept(seek)) return;
      }
      this.#answered(await post<SeekAnswer>('seeks', { offer, quick: false } satisfies SeekRequest));
    });
  }

  /** Cancels the seek. */
  async cancel(): Promise<void> {
    const id = this.#waitingId;
    this.#wait(null);
    if (id !== null) await remove(`seeks/${id}`).catch(() => undefined);
  }

  async accept(seek: Seek): Promise<void> {
    await this.#do(async () => {
      await this.#parts.become();
      const { game } = await post<GameStarted>(`seeks/${seek.id}/accept`);
      this.#go(`/live/${game}`);
    });
  }

  async withdraw(seek: Seek): Promise<void> {
    await this.#do(async () => {
      await remove(`seeks/${seek.id}`);
      this.#forget(seek.id);
    });
  }

  async acceptChallenge({ id }: Challenge): Promise<void> {
    await this.#do(async () => {
      const { game } = await post<GameStarted>(`challenges/${id}/accept`);
      this.#go(`/live/${game}`);
    });
  }

  async declineChallenge({ id }: Challenge): Promise<void> {
    await this.#do(async () => {
      await post(`challenges/${id}/decline`);
      await this.refreshOwn();
    });
  }

  async withdrawChallenge({ id }: Challenge): Promise<void> {
    await this.#do(async () => {
      await remove(`challenges/${id}`);
      await this.refreshOwn();
    });
  }

  /** Starts a game against a computer, which accepts at once. */
  async playComputer(offer: GameOffer, level: number): Promise<void> {
    await this.cancel();
    await this.#do(async () => {
      await this.#parts.become();
      const request: ComputerRequest = { offer, level };
      this.#go(`/live/${(await post<GameStarted>('computer', request)).game}`);
    });
  }

  /** Sends a form and resolves to whether the server has accepted it. */
  async send(form: OfferForm): Promise<boolean> {
    return this.#do(async () => {
      await this.#parts.become();
      switch (form.kind) {
        case 'seek':
          this.#answered(await post<SeekAnswer>('seeks', form.seek));
          break;
        case 'friend':
        case 'user':
          this.#go(`/challenge/${(await post<Challenge>('challenges', form.challenge)).id}`);
          break;
        case 'computer':
          this.#go(`/live/${(await post<GameStarted>('computer', form.computer)).game}`);
          break;
      }
      form.keep();
    });
  }

  async #do(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = null;
    this.left = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Accepts a seek that may already be gone. Resolves to whether a game has started. */
  async #accept(seek: Seek): Promise<boolean> {
    try {
      const { game } = await post<GameStarted>(`seeks/${seek.id}/accept`);
      this.#go(`/live/${game}`);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return false;
    }
  }

  #answered(answer: SeekAnswer): void {
    if (answer.kind === 'started') {
      this.#go(`/live/${answer.game}`);
      return;
    }
    const { seek } = answer;
    if (seek.expiresAt !== null) this.left = seek;
    else if (this.#open) this.#wait(seek);
    else void remove(`seeks/${seek.id}`).catch(() => undefined);
  }

  #wait(seek: Seek | null): void {
    this.waiting = seek;
    this.#waitingId = seek?.id ?? null;
  }

  #hear(message: LobbyMessage): void {
    switch (message.t) {
      case 'lobby':
        this.#take(message);
        break;
      case 'seekAdded':
        this.seeks = [message.seek, ...this.seeks.filter(({ id }) => id !== message.seek.id)];
        break;
      case 'seekRemoved':
        this.#forget(message.id);
        break;
      case 'counts':
        this.players = message.players;
        this.games = message.games;
        break;
    }
  }

  #take({ seeks, players, games }: LobbyAnswer): void {
    this.seeks = seeks;
    this.players = players;
    this.games = games;
    // After a failed request.
    if (!this.entry.busy && this.entry.value === null) this.entry.set({ seeks, players, games });
  }

  #forget(id: string): void {
    this.seeks = this.seeks.filter((seek) => seek.id !== id);
  }

  #started(game: string, of: string | null): void {
    const own = this.seeks.find(({ id }) => id === of);
    const waited = of !== null && this.#waitingId === of;
    if (waited) this.#wait(null);
    // A real-time game does not wait for its player.
    if (waited || own?.offer.control.kind === 'clock') this.#go(`/live/${game}`);
    else void this.refreshOwn();
  }
}
