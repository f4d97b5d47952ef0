/** Server's game followed through the page's connection, from the request on. */

import { get } from '../api';
import { allVariants } from '../rules';
import type { Command, ErrorCode, GameView } from '../../generated/protocol';
import { LiveGame } from './live-game.svelte';
import type { GameFollower, LiveSocket } from './socket.svelte';
import { loadServerVariants } from './server-variants';

/** `missing`: there is no such game. `unreadable`: its variant is unknown here. */
export type FollowStatus = 'loading' | 'ready' | 'missing' | 'unreadable';

type Socket = Pick<LiveSocket, 'followGame' | 'askAgain' | 'command' | 'time'>;

/** All properties are reactive. */
export class FollowedGame {
  status = $state<FollowStatus>('loading');
  game = $state.raw<LiveGame | null>(null);

  /** Called once, when the game is there. */
  onready: ((game: LiveGame) => void) | undefined;

  readonly id: string;
  readonly #socket: Socket;
  readonly #now: () => number;
  readonly #unfollow: () => void;
  #opening = false;
  #closed = false;

  constructor(id: string, socket: Socket, now: () => number = () => performance.now()) {
    this.id = id;
    this.#socket = socket;
    this.#now = now;
    this.#unfollow = socket.followGame(id, this.#follower());
  }

  close(): void {
    this.#closed = true;
    this.#unfollow();
    this.game?.close();
  }

  #follower(): GameFollower {
    const next = (): number | null => this.game?.next ?? null;
    return {
      get next() {
        return next();
      },
      view: (view) => void this.#view(view),
      events: (events, state) => this.game?.events(events, state) ?? this.#opening,
      presence: (presence) => {
        if (this.game) this.game.presence = presence;
      },
      chat: (room, lines) => this.game?.lines(room, lines),
      error: (error) => this.#error(error),
    };
  }

  async #view(view: GameView): Promise<void> {
    if (this.game) {
      this.game.view(view);
      return;
    }
    if (!allVariants().some(({ id }) => id === view.info.variant)) {
      if (this.#opening) return;
      this.#opening = true;
      const known = await loadServerVariants(view.info.variant);
      this.#opening = false;
      if (this.#closed) return;
      if (!known) {
        this.status = 'unreadable';
        return;
      }
      // More events may have happened in the meantime.
      this.#socket.askAgain(this.id);
    }
    try {
      const game = new LiveGame(view, {
        command: (command: Command) => this.#socket.command(this.id, command),
        time: () => this.#socket.time.now(),
        now: this.#now,
      });
      this.game = game;
      this.status = 'ready';
      this.onready?.(game);
    } catch {
      this.status = 'unreadable';
    }
  }

  #error(error: ErrorCode): void {
    if (error.code === 'not_found' && this.game === null) this.status = 'missing';
    else if (this.game) this.game.refusal = error;
  }
}

/** Returns a snapshot of a game without following it. */
export function gameView(id: string): Promise<GameView> {
  return get(`games/${id}`);
}
