/** Base of local games: the rules' game with its clock, and what both kinds of local sessions share. */

import { applyEnding, endingOf } from '../../domain/ending';
import type { EngineClient } from '../../domain/engine';
import { engineError } from '../../domain/engine-protocol';
import { GameClock } from '../../domain/clock.svelte';
import type { SavedClock, TimeControl } from '../../domain/clock.svelte';
import { otherSide } from '../../domain/moves';
import { recordOf } from '../../domain/records';
import { newGame } from '../../domain/rules';
import type { Game } from '../../domain/rules';
import type { Abilities, Seat, Session } from '../../domain/session';
import type { GameState, LegalMove, Outcome, PlayedMove, PremoveTargets, Side } from '../../generated/types';
import type { SavedGame } from './saved-game';

export type Engine = Pick<EngineClient, 'search' | 'cancel' | 'newGame' | 'setVariants'>;

/** Thinking time for a hint in milliseconds. */
const HINT_MS = 800;

/** Initial state of a local session. */
export interface LocalStart {
  game: Game;
  control: TimeControl | null;
  clock?: SavedClock | null;
}

export abstract class LocalSession implements Session {
  protected readonly engine: Engine;
  readonly variant: string;
  readonly startFen: string;
  abstract readonly seats: Readonly<Record<Side, Seat>>;
  abstract readonly own: Side | null;
  readonly watched = false;
  readonly clock: GameClock | null;
  onchange: (() => void) | undefined;

  #game: Game;
  /** Number of the last engine request, to recognise late replies. */
  #question = 0;
  #paused = true;

  history = $state.raw<readonly PlayedMove[]>([]);
  declare current: GameState;
  thinking = $state(false);
  hinting = $state(false);
  hint = $state.raw<LegalMove | null>(null);
  failure = $state<string | null>(null);

  readonly outcome: Outcome | null = $derived.by(() => this.current.outcome ?? null);
  readonly can: Abilities = $derived.by(() => {
    const here = this.outcome === null && (this.own === null || this.own === this.current.turn);
    return {
      move: here,
      takeBack: this.clock === null && endingOf(this.outcome) === null && this.history.length >= this.pliesToTakeBack(),
      agreeDraw: this.own === null && this.outcome === null,
      resign: this.outcome === null,
      claim: here ? (this.current.claims[0] ?? null) : null,
      hint: here && !this.hinting,
    };
  });

  readonly premoves: readonly PremoveTargets[] = $derived.by(() => {
    const waiting = this.own !== null && this.own !== this.current.turn && this.outcome === null;
    return waiting ? this.#game.premoves() : [];
  });

  constructor(engine: Engine, { game, control, clock }: LocalStart) {
    this.engine = engine;
    this.#game = game;
    this.startFen = game.startFen();
    const state = game.state();
    this.variant = state.variant;
    this.current = $state.raw(state);
    this.history = game.history();
    this.clock = control ? new GameClock(control, clock ?? undefined) : null;
    if (this.clock) this.clock.onFlag = (side) => this.#flag(side);
    engine.newGame();
  }

  /** Returns the number of plies that one takeback undoes. */
  protected abstract pliesToTakeBack(): number;

  /** Called when the position has changed and the game is not over; the computer moves here. */
  protected abstract turn(): void;

  /** Returns the side that resigns when the visitor does. */
  protected abstract resigning(): Side;

  stateAt(ply: number): GameState {
    return ply === this.current.ply ? this.current : this.#game.stateAt(ply);
  }

  move(uci: string): boolean {
    if (!this.can.move || !this.current.moves.some((move) => move.uci === uci)) return false;
    this.play(uci);
    return true;
  }

  takeBack(): void {
    if (!this.can.takeBack) return;
    this.cancelSearch();
    for (let plies = this.pliesToTakeBack(); plies > 0; plies--) this.#game.undo();
    this.#changed();
    this.#go();
  }

  resign(): void {
    if (!this.can.resign) return;
    this.#end(() => this.#game.resign(this.resigning()));
  }

  agreeDraw(): void {
    if (!this.can.agreeDraw) return;
    this.#end(() => this.#game.agreeDraw());
  }

  claimDraw(): void {
    if (this.can.claim === null) return;
    this.#end(() => this.#game.claimDraw());
  }

  async askHint(): Promise<void> {
    if (!this.can.hint) return;
    this.hinting = true;
    this.hint = null;
    const asked = await this.ask(
      () => this.engine.search({ ...this.line(), limits: { movetime: HINT_MS } }),
      (best) => (this.hint = this.current.moves.find((move) => move.uci === best) ?? null),
    );
    if (asked) this.hinting = false;
  }

  retry(): void {
    this.failure = null;
    this.#go();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#go();
  }

  pause(): void {
    this.#paused = true;
    this.clock?.stop();
    this.cancelSearch();
  }

  record(tags: [string, string][]): Promise<string> {
    return recordOf(this.#game, tags);
  }

  close(): void {
    this.pause();
    this.onchange = undefined;
    this.#game.free();
  }

  /** Returns the game in its stored form. */
  saved(): Omit<SavedGame, 'version' | 'computer' | 'level' | 'flipped'> {
    return {
      variant: this.variant,
      startFen: this.startFen,
      moves: this.history.map((move) => move.uci),
      ending: endingOf(this.outcome),
      clock: this.clock?.saved() ?? null,
    };
  }

  /** Returns the game for the engine. */
  protected line(): { variant: string; fen: string; moves: string[] } {
    return { variant: this.variant, fen: this.startFen, moves: this.history.map((move) => move.uci) };
  }

  protected play(uci: string): void {
    this.cancelSearch();
    const side = this.current.turn;
    this.#game.play(uci);
    // The first move of a game is not timed.
    if (this.clock && this.history.length === 0) this.clock.start(otherSide(side));
    else this.clock?.press(side);
    this.#changed();
    this.#go();
  }

  /** Searches a move and passes it on unless the game has changed meanwhile. Resolves to whether it has not. */
  protected async ask(
    search: () => Promise<{ best?: string | null } | null>,
    take: (best: string) => void,
  ): Promise<boolean> {
    const question = ++this.#question;
    this.failure = null;
    try {
      const result = await search();
      if (question !== this.#question) return false;
      if (!result?.best) throw engineError('engine_without_move');
      take(result.best);
    } catch (error) {
      if (question !== this.#question) return false;
      this.failure = error instanceof Error ? error.message : String(error);
    }
    return true;
  }

  /** Cancels the engine's search and clears its hint. */
  protected cancelSearch(): void {
    this.#question += 1;
    this.engine.cancel();
    this.thinking = false;
    this.hinting = false;
    this.hint = null;
  }

  #go(): void {
    if (this.#paused || this.outcome !== null) return;
    if (this.clock && !this.clock.running && this.history.length > 0) this.clock.start(this.current.turn);
    this.turn();
  }

  #flag(side: Side): void {
    this.#end(() => this.#game.timeForfeit(side));
  }

  #end(act: () => void): void {
    this.cancelSearch();
    this.clock?.stop();
    act();
    this.#changed();
  }

  #changed(): void {
    this.history = this.#game.history();
    this.current = this.#game.state();
    if (this.outcome !== null) this.clock?.stop();
    this.onchange?.();
  }
}

/** Replays a stored game; `null` if the rules do not allow it. */
export function replayed({ variant, startFen, moves, ending }: SavedGame): Game | null {
  let game: Game | null = null;
  try {
    game = newGame(variant, startFen);
    // A game loaded from a record may have continued past a draw by the rules.
    for (const move of moves) game.playOn(move);
    applyEnding(game, ending);
    return game;
  } catch {
    game?.free();
    return null;
  }
}
