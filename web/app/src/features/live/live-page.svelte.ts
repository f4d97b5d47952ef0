/** State of a live game's page: the game, the shown ply, the rematch, and the next game. */

import { get, post, remove } from '../../domain/api';
import { endingOf } from '../../domain/ending';
import { GameController, NO_LINE } from '../../domain/game-controller.svelte';
import type { Line } from '../../domain/game-controller.svelte';
import type { ImportedGame } from '../../domain/handover';
import { noteEndedGame } from '../../domain/live/ended-games';
import { socket as ownSocket } from '../../domain/live/connection';
import { FollowedGame } from '../../domain/live/followed-game.svelte';
import type { LiveGame } from '../../domain/live/live-game.svelte';
import type { LiveSocket } from '../../domain/live/socket.svelte';
import { visitor } from '../../domain/me.svelte';
import { plyOfHash } from '../../domain/linked-game';
import type { Challenge, Challenges, ChallengeRequest, GamePage, GameStarted } from '../../generated/protocol';
import type { GameState } from '../../generated/types';
import { competitionOf } from './competition';
import { gameTags } from './game-tags';

/** All properties are reactive. */
export class LivePage extends GameController<GameState | null> {
  readonly id: string;
  readonly socket: LiveSocket;
  readonly followed: FollowedGame;
  readonly #go: (path: string) => void;
  readonly #forget: () => void;

  /** Open rematch challenge. */
  offer = $state.raw<Challenge | null>(null);
  /** Error of the last request. */
  error = $state.raw<unknown>(null);
  busy = $state(false);
  /** Next game in which it is the visitor's turn; `null` if there is none or it is unknown. */
  nextGame = $state<string | null>(null);

  constructor(id: string, go: (path: string) => void, socket: LiveSocket = ownSocket) {
    super();
    this.id = id;
    this.#go = go;
    this.socket = socket;
    this.followed = new FollowedGame(id, socket);
    this.followed.onready = (game) => this.#adopt(game);
    this.#forget = socket.follow({
      challenge: (challenge) => this.#challenge(challenge),
      started: (game, of) => {
        if (of !== null && of === this.offer?.id) this.#leaveFor(game);
      },
    });
  }

  get game(): LiveGame | null {
    return this.followed.game;
  }

  get line(): Line<GameState | null> {
    return this.game ?? NO_LINE;
  }

  /** True if the open challenge is the visitor's own. */
  readonly offered: boolean = $derived.by(() => this.offer !== null && this.offer.from.account === this.#account());

  move(uci: string): void {
    if (this.atEnd) this.game?.move(uci);
  }

  /** Offers a rematch with the sides changed. Against a computer it starts at once. */
  async offerRematch(): Promise<void> {
    const { game } = this;
    if (!game?.own) return;
    const { info, own } = game;
    const opponent = own === 'w' ? info.black : info.white;
    const { variant, control, rated } = info;
    const offer = { variant, control, rated, side: own === 'w' ? ('black' as const) : ('white' as const) };
    await this.#try(async () => {
      if (opponent.kind === 'computer') {
        const { game: next } = await post<GameStarted>('computer', { offer, level: opponent.level ?? 1 });
        this.#leaveFor(next);
        return;
      }
      const request: ChallengeRequest = { offer, rematchOf: this.id };
      if (opponent.name !== null) request.to = opponent.name;
      this.offer = await post<Challenge>('challenges', request);
    });
  }

  async acceptRematch(): Promise<void> {
    const { offer } = this;
    if (!offer) return;
    await this.#try(async () => {
      const { game } = await post<GameStarted>(`challenges/${offer.id}/accept`);
      this.#leaveFor(game);
    });
  }

  async declineRematch(): Promise<void> {
    const { offer } = this;
    if (!offer) return;
    await this.#try(async () => {
      await (this.offered ? remove(`challenges/${offer.id}`) : post(`challenges/${offer.id}/decline`));
      this.offer = null;
    });
  }

  /** Finds the next game in which it is the visitor's turn. */
  async findNext(): Promise<void> {
    try {
      const account = this.#account();
      const { games } = await get<GamePage>('games/mine');
      const next = games.find(({ id, turn, white, black }) => {
        const mine = turn === 'w' ? white.account : turn === 'b' ? black.account : null;
        return id !== this.id && mine !== null && mine === account;
      });
      this.nextGame = next?.id ?? null;
    } catch {
      this.nextGame = null;
    }
  }

  /** Returns the game for the analysis page. */
  toAnalysis(): ImportedGame | null {
    const { game } = this;
    if (!game) return null;
    return {
      variant: game.variant,
      startFen: game.startFen,
      moves: game.history.map(({ uci }) => uci),
      ending: endingOf(game.outcome),
      tags: gameTags(game.info),
      ply: this.ply,
      flipped: this.flipped,
    };
  }

  close(): void {
    this.#forget();
    this.followed.close();
  }

  #account(): string | null {
    return this.socket.account ?? visitor.account;
  }

  #adopt(game: LiveGame): void {
    game.onchange = () => {
      this.follow();
      if (game.outcome && competitionOf(game.info)) noteEndedGame(game.id);
    };
    this.enter(plyOfHash(location.hash) ?? Infinity);
    this.flipped = game.own === 'b';
    if (game.outcome && game.own && competitionOf(game.info) === null) void this.#findOffer();
  }

  /** The rematch may have been offered before this page was opened. */
  async #findOffer(): Promise<void> {
    try {
      const { incoming, outgoing } = await get<Challenges>('challenges');
      this.offer =
        [...incoming, ...outgoing].find(({ rematchOf, status }) => rematchOf === this.id && status === 'open') ?? null;
    } catch {
      // The game also arrives through the socket.
    }
  }

  #challenge(challenge: Challenge): void {
    if (challenge.rematchOf !== this.id) return;
    if (challenge.status === 'accepted' && challenge.game !== null) this.#leaveFor(challenge.game);
    else this.offer = challenge.status === 'open' ? challenge : null;
  }

  #leaveFor(game: string): void {
    this.offer = null;
    this.#go(`/live/${game}`);
  }

  async #try(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = null;
    try {
      await act();
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
  }
}
