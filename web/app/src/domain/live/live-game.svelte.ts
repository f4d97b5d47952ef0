/**
 * Live game as its players and spectators see it: the state reported by the server, plus this player's move until the server
 * confirms it.
 */

import { ApiError } from '../api';
import { otherSide } from '../moves';
import { recordOf } from '../records';
import { newGame } from '../rules';
import type { Game } from '../rules';
import type { Abilities, Seat, Session } from '../session';
import type {
  GameState,
  LegalMove,
  Outcome,
  OutcomeData,
  PlayedMove,
  PremoveTargets,
  Side,
} from '../../generated/types';
import type {
  ChatLine,
  Clocks,
  Command,
  ErrorCode,
  Event,
  GameInfo,
  GameState as ServerState,
  GameView,
  Player,
  PresenceView,
  Recorded,
  Room,
} from '../../generated/protocol';
import { LiveClock } from './live-clock.svelte';
import { outcomeOf } from './outcome';

/** Part of the connection that a game uses. */
export interface GameLink {
  /** Sends a command. Resolves when the server has carried it out; rejects with an `ApiError` if it refuses. */
  command: (command: Command) => Promise<number>;
  /** Returns the server's time in milliseconds. */
  time: () => number;
  /** Monotonic local time in milliseconds. */
  now: () => number;
}

/** Abilities of a player in a live game in addition to the common ones. */
export interface RemoteAbilities {
  abort: boolean;
  /** True if a draw may be offered. */
  offerDraw: boolean;
  /** True if the opponent offers a draw. */
  answerDraw: boolean;
  /** True if this player's draw offer is open. */
  drawOffered: boolean;
  proposeTakeback: boolean;
  /** True if the opponent proposes a takeback. */
  answerTakeback: boolean;
  takebackProposed: boolean;
  addTime: boolean;
  /** True if this side may still give up half of its time. */
  berserk: boolean;
  /** Server time from which the game may be claimed; `null` while the opponent is present. */
  claimFrom: number | null;
  conditionalMoves: boolean;
}

/** This player's move that the server has not confirmed yet. */
interface PendingMove {
  uci: string;
  /** Ply before the move. */
  ply: number;
}

/** Plies after which a game counts and can no longer be aborted. */
const FREE_PLIES = 2;
const NOTHING_REMOTE: RemoteAbilities = {
  abort: false,
  offerDraw: false,
  answerDraw: false,
  drawOffered: false,
  proposeTakeback: false,
  answerTakeback: false,
  takebackProposed: false,
  addTime: false,
  berserk: false,
  claimFrom: null,
  conditionalMoves: false,
};

/** All properties are reactive. */
export class LiveGame implements Session {
  readonly id: string;
  readonly variant: string;
  readonly startFen: string;
  readonly thinking = false;
  readonly hinting = false;
  readonly hint: LegalMove | null = null;
  readonly failure: string | null = null;
  /** Called after every change of the moves. */
  onchange: (() => void) | undefined;

  readonly #link: GameLink;
  #game: Game;
  /** The number of the next event. */
  #next = 0;
  /** Local time at which the opponent's last move was shown; `null` if unknown. */
  #shownAt: number | null = null;
  #closed = false;

  info: GameInfo;
  own: Side | null;
  server: ServerState;
  presence: PresenceView;
  /** Remaining time of the side that moved, after each move, in milliseconds; empty without clocks. */
  times = $state.raw<readonly number[]>([]);
  conditionalMoves = $state.raw<readonly (readonly string[])[]>([]);
  /** Id of the rematch of this game. */
  rematch: string | null;
  chat = $state.raw<Record<Room, readonly ChatLine[]>>({ players: [], spectators: [] });
  pending = $state.raw<PendingMove | null>(null);
  /** Error of the last command; `null` if it was accepted. */
  refusal = $state.raw<ErrorCode | null>(null);
  history = $state.raw<readonly PlayedMove[]>([]);
  current: GameState;
  readonly clock: LiveClock | null;
  /** Time for each move of a correspondence game. */
  readonly days: LiveClock | null;

  constructor(view: GameView, link: GameLink) {
    this.#link = link;
    this.id = view.info.id;
    this.variant = view.info.variant;
    this.startFen = view.info.startFen;
    this.info = $state.raw(view.info);
    this.own = $state(view.you);
    this.server = $state.raw(view.state);
    this.presence = $state.raw(view.presence);
    this.rematch = $state(view.rematch);
    this.#game = newGame(view.info.variant, view.info.startFen);
    this.current = $state.raw(this.#game.state());
    const { control } = view.info;
    this.clock = control.kind === 'clock' ? new LiveClock(control, link.time) : null;
    this.days = control.kind === 'correspondence' ? new LiveClock(control, link.time) : null;
    this.view(view);
  }

  get next(): number {
    return this.#next;
  }

  get watched(): boolean {
    return this.own === null;
  }

  readonly outcome: Outcome | null = $derived.by(() => this.current.outcome ?? null);
  /** Number of moves that the server has confirmed. */
  readonly confirmed: number = $derived.by(() => this.history.length - (this.pending === null ? 0 : 1));
  /** True if this player has days rather than minutes for a move. */
  readonly slow: boolean = $derived.by(() => this.info.control.kind !== 'clock');
  /** True if this page's visitor plays and the game is not over. */
  readonly #playing: boolean = $derived.by(() => this.own !== null && this.outcome === null && !this.isOverThere());
  readonly ownTurn: boolean = $derived.by(() => this.#playing && this.own === this.current.turn);

  readonly seats: Readonly<Record<Side, Seat>> = $derived.by(() => ({
    w: seatOf(this.info.white),
    b: seatOf(this.info.black),
  }));

  readonly can: Abilities = $derived.by(() => ({
    move: this.ownTurn && this.pending === null,
    takeBack: this.remote.proposeTakeback,
    agreeDraw: this.remote.answerDraw,
    resign: this.#playing && this.confirmed >= FREE_PLIES,
    claim: this.ownTurn ? (this.current.claims[0] ?? null) : null,
    hint: false,
  }));

  readonly remote: RemoteAbilities = $derived.by(() => {
    const { own, confirmed, server } = this;
    if (own === null || !this.#playing) return NOTHING_REMOTE;
    const begun = confirmed >= FREE_PLIES;
    const other = otherSide(own);
    const moved = this.history.slice(0, confirmed).some(({ turn }) => turn === own);
    const strict = server.strict ?? false;
    return {
      abort: !begun,
      offerDraw: begun && server.drawOffer === null,
      answerDraw: server.drawOffer === other,
      drawOffered: server.drawOffer === own,
      proposeTakeback: moved && !strict && server.takeback === null,
      answerTakeback: server.takeback === other,
      takebackProposed: server.takeback === own,
      addTime: begun && !strict && this.info.control.kind !== 'unlimited',
      berserk: server.berserk?.[own] === false && !moved && this.pending === null,
      // Only the player who waits may claim.
      claimFrom: begun && !this.slow && own !== this.current.turn ? this.presence.claimFrom : null,
      conditionalMoves: this.slow && own !== this.current.turn && this.pending === null,
    };
  });

  readonly premoves: readonly PremoveTargets[] = $derived.by(() => {
    // In correspondence games conditional moves take the place of premoves.
    const waiting = this.#playing && !this.slow && this.own !== this.current.turn;
    return waiting ? this.#game.premoves() : [];
  });

  /** Replaces the state with a snapshot of the server. */
  view(view: GameView): void {
    if (this.#closed) return;
    this.info = view.info;
    this.own = view.you;
    this.presence = view.presence;
    this.conditionalMoves = view.conditionalMoves;
    this.rematch = view.rematch;
    this.times = view.times;
    const same = this.#hasMoves(view.moves);
    if (!same) this.#rebuild(view.moves);
    this.#declare(view.state.outcome ?? view.info.outcome);
    this.#next = view.state.seq;
    this.#changed(view.state);
  }

  /** Applies events. Returns false if earlier ones are missing. */
  events(events: readonly Recorded[], state: ServerState): boolean {
    if (this.#closed || state.seq < this.#next) return true;
    const fresh = events.filter(({ seq }) => seq >= this.#next);
    if (fresh.some(({ seq }, index) => seq !== this.#next + index)) return false;
    if (fresh.length === 0 && state.now < this.server.now) return true;
    for (const { event } of fresh) if (!this.#apply(event)) return false;
    if (this.#game.state().ply - (this.pending === null ? 0 : 1) !== state.ply) return false;
    this.#next = state.seq;
    this.#changed(state);
    return true;
  }

  /** Adds lines of a chat: the whole history or new lines. */
  lines(room: Room, lines: readonly ChatLine[]): void {
    const known = this.chat[room];
    const isNew = (line: ChatLine): boolean => !known.some((other) => isSameLine(line, other));
    this.chat = {
      ...this.chat,
      [room]: [...known, ...lines.filter(isNew)].toSorted((a, b) => a.at - b.at).slice(-200),
    };
  }

  stateAt(ply: number): GameState {
    return ply === this.current.ply ? this.current : this.#game.stateAt(ply);
  }

  move(uci: string): boolean {
    if (!this.can.move || !this.current.moves.some((move) => move.uci === uci)) return false;
    const ply = this.history.length;
    const side = this.current.turn;
    const thought = this.#shownAt === null ? null : Math.max(0, Math.round(this.#link.now() - this.#shownAt));
    const pending: PendingMove = { uci, ply };
    this.#game.play(uci);
    this.pending = pending;
    this.#shownAt = null;
    this.clock?.press(side, !this.hasBerserked(side));
    this.#show();
    const command: Command = { kind: 'move', uci, ply, ...(thought === null ? {} : { thought }) };
    this.#do(command).catch(() => {
      if (this.pending !== pending || this.#closed) return;
      this.#forgetPending();
      this.#setClocks(this.server);
      this.#show();
    });
    return true;
  }

  takeBack(): void {
    if (this.remote.proposeTakeback || this.remote.answerTakeback) this.#ask({ kind: 'proposeTakeback' });
  }

  declineTakeback(): void {
    if (this.remote.answerTakeback || this.remote.takebackProposed) this.#ask({ kind: 'declineTakeback' });
  }

  offerDraw(): void {
    if (this.remote.offerDraw || this.remote.answerDraw) this.#ask({ kind: 'offerDraw' });
  }

  agreeDraw(): void {
    if (this.remote.answerDraw) this.#ask({ kind: 'offerDraw' });
  }

  declineDraw(): void {
    if (this.remote.answerDraw || this.remote.drawOffered) this.#ask({ kind: 'declineDraw' });
  }

  claimDraw(): void {
    if (this.can.claim !== null) this.#ask({ kind: 'claimDraw' });
  }

  resign(): void {
    if (this.can.resign) this.#ask({ kind: 'resign' });
  }

  abort(): void {
    if (this.remote.abort) this.#ask({ kind: 'abort' });
  }

  addTime(): void {
    if (this.remote.addTime) this.#ask({ kind: 'addTime' });
  }

  /** Gives up half of this player's time, and the increments. */
  berserk(): void {
    if (this.remote.berserk) this.#ask({ kind: 'berserk' });
  }

  claimVictory(): void {
    this.#ask({ kind: 'claimVictory' });
  }

  claimAbandonedDraw(): void {
    this.#ask({ kind: 'claimAbandonedDraw' });
  }

  /** Replaces this player's conditional moves; rejects if the server refuses. The event that follows updates the display. */
  setConditionalMoves(lines: readonly (readonly string[])[]): Promise<void> {
    return this.#do({ kind: 'setConditionalMoves', lines: lines.map((line) => [...line]) });
  }

  /** Returns whether a side has given up half of its time. */
  hasBerserked(side: Side): boolean {
    return this.server.berserk?.[side] ?? false;
  }

  /** Returns whether the server reports the game as over although it is not shown as over yet. */
  isOverThere(): boolean {
    return this.server.outcome !== null;
  }

  dismissRefusal(): void {
    this.refusal = null;
  }

  askHint(): Promise<void> {
    return Promise.resolve();
  }

  retry(): void {
    // The connection reconnects without help.
  }

  resume(): void {
    // The live game continues whether it is watched or not.
  }

  pause(): void {
    // The live game continues whether it is watched or not.
  }

  record(tags: [string, string][]): Promise<string> {
    return recordOf(this.#game, tags);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.clock?.close();
    this.days?.close();
    this.onchange = undefined;
    this.#game.free();
  }

  /** Sends a command. A refusal is shown next to the game. */
  #ask(command: Command): void {
    this.#do(command).catch(() => undefined);
  }

  async #do(command: Command): Promise<void> {
    this.refusal = null;
    try {
      await this.#link.command(command);
    } catch (error) {
      if (error instanceof ApiError && isWorthSaying(error.error, command)) this.refusal = error.error;
      throw error;
    }
  }

  /** Applies an event. Returns false if the rules do not allow it here. */
  #apply(event: Event): boolean {
    try {
      switch (event.kind) {
        case 'moved':
          this.#applyMove(event.uci, event.clocks);
          break;
        case 'takenBack':
          this.#forgetPending();
          for (let plies = event.plies; plies > 0; plies--) this.#game.undo();
          this.times = this.times.slice(0, Math.max(0, this.#game.state().ply));
          this.conditionalMoves = [];
          this.#shownAt = null;
          break;
        case 'conditionalMovesSet':
          if (event.by === this.own) this.conditionalMoves = event.lines;
          break;
        case 'resumed':
          this.#shownAt = null;
          break;
        case 'ended':
          this.#forgetPending();
          this.#declare(event.outcome);
          break;
        default:
          // Offers and times are in the state.
          break;
      }
      return true;
    } catch {
      return false;
    }
  }

  #applyMove(uci: string, clocks: Clocks | undefined): void {
    const confirms = this.pending?.uci === uci;
    if (confirms) this.pending = null;
    else this.#forgetPending();
    const side = confirms ? otherSide(this.#game.state().turn) : this.#game.state().turn;
    if (!confirms) this.#game.playOn(uci);
    if (clocks && this.clock) this.times = [...this.times, clocks[side]];
    this.conditionalMoves = advanced(this.conditionalMoves, uci);
    this.#shownAt = side === this.own ? null : this.#link.now();
  }

  /** Takes back this player's unconfirmed move. */
  #forgetPending(): void {
    if (this.pending === null) return;
    this.pending = null;
    this.#game.undo();
  }

  /** Returns whether the game has exactly these moves. An unconfirmed move among them becomes confirmed. */
  #hasMoves(moves: readonly string[]): boolean {
    const here = this.#game.history();
    const { pending } = this;
    if (here.some(({ uci }, ply) => ply < moves.length && uci !== moves[ply])) return false;
    if (here.length === moves.length) {
      this.pending = null;
      return true;
    }
    // The move may still be on its way.
    return pending !== null && here.length === moves.length + 1;
  }

  #rebuild(moves: readonly string[]): void {
    this.pending = null;
    this.#shownAt = null;
    this.#game.free();
    this.#game = newGame(this.variant, this.startFen);
    for (const uci of moves) this.#game.playOn(uci);
  }

  /** Ends the game if its moves do not show the end. */
  #declare(data: OutcomeData | null): void {
    if (!data) return;
    this.#forgetPending();
    const outcome = outcomeOf(data);
    if (this.#game.state().outcome?.reason !== outcome.reason) this.#game.declare(outcome.reason, outcome.result);
    this.info = { ...this.info, outcome: data };
  }

  #changed(state: ServerState): void {
    this.server = state;
    // An unconfirmed move has already changed the clocks here.
    if (this.pending === null) this.#setClocks(state);
    this.#show();
  }

  #setClocks({ clocks, now, turn, running, outcome }: ServerState): void {
    if (clocks) (this.clock ?? this.days)?.set(clocks, now, running && outcome === null ? turn : null);
  }

  #show(): void {
    this.history = this.#game.history();
    this.current = this.#game.state();
    this.onchange?.();
  }
}

function seatOf({ kind, name, level }: Player): Seat {
  return kind === 'computer' && level !== undefined ? { kind: 'computer', level } : { kind: 'person', name };
}

/** Returns the conditional lines that continue after a move, without that move. */
function advanced(lines: readonly (readonly string[])[], uci: string): readonly (readonly string[])[] {
  if (lines.length === 0) return lines;
  return lines.filter(([first]) => first === uci).flatMap(([, ...rest]) => (rest.length === 0 ? [] : [rest]));
}

function isSameLine(line: ChatLine, other: ChatLine): boolean {
  return line.at === other.at && line.account === other.account && line.text === other.text;
}

/** A late move is simply taken back, so its refusal needs no message. */
function isWorthSaying(error: ErrorCode, command: Command): boolean {
  return error.code !== 'game_over' && !(command.kind === 'move' && error.code === 'wrong_ply');
}
