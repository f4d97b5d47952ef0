/** Solving of one puzzle: the opponent errs, the visitor finds the moves that win, and the opponent replies. */

import type { PlayedMove, Side } from '../../generated/types';
import { introductionOf, solverMoves, solverOf } from '../../domain/puzzles';
import type { Puzzle, PuzzleOnBoard } from '../../domain/puzzles';
import { PlayedController } from '../../domain/played-controller.svelte';
import { newGame } from '../../domain/rules';

/**
 * `opponent`: the opponent moves. `move`: the visitor is to move. `wrong`: the visitor's move fails, and the opponent's reply is
 * being found or shown. `solved`: all moves were found. `shown`: the solution was asked for.
 */
export type Phase = 'opponent' | 'move' | 'wrong' | 'solved' | 'shown';

/** Dependencies of the solving, which tests replace. */
export interface Surroundings {
  /** Returns the best reply to a wrong move, in UCI form; `null` if none is found in time. */
  refute: (variant: string, fen: string) => Promise<string | null>;
  /** Waits before the opponent moves, so that the visitor sees what happened. */
  pause: () => Promise<void>;
}

/** Moves of the opponent's first move and replies come after this time. */
const PAUSE_MS = 450;

export const wait = (): Promise<void> => new Promise((done) => setTimeout(done, PAUSE_MS));

/** All properties are reactive. */
export class Solving extends PlayedController implements PuzzleOnBoard {
  readonly puzzle: Puzzle;
  #surroundings: Surroundings;
  /** Number of the current wait, to recognise late replies. */
  #turn = 0;

  phase = $state<Phase>('opponent');
  /** Number of hints to the current move: the piece, then the move. */
  hints = $state(0);
  /** True if any move had a hint. */
  helped = $state(false);
  /** True if a wrong move was played, or the solution was shown. */
  failed = $state(false);
  /** The wrong move, and the reply that refutes it once it is known. */
  mistake = $state.raw<{ move: PlayedMove; reply: PlayedMove | null } | null>(null);

  constructor(puzzle: Puzzle, surroundings: Surroundings) {
    super();
    this.puzzle = puzzle;
    this.#surroundings = surroundings;
    this.game = newGame(puzzle.variant, puzzle.fen);
    this.update();
    this.flipped = this.solver === 'b';
  }

  get variant(): string {
    return this.puzzle.variant;
  }

  /** Side that solves. */
  get solver(): Side {
    return solverOf(this.puzzle);
  }

  /** True if the visitor may move on the shown board. */
  get mayMove(): boolean {
    return this.phase === 'move' && this.atEnd;
  }

  get over(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }

  /** Number of the solver's moves. */
  get total(): number {
    return solverMoves(this.puzzle);
  }

  /** Number of the solver's moves that have been found. */
  get found(): number {
    return Math.ceil((this.#right - introductionOf(this.puzzle)) / 2);
  }

  /** Number of the moves on the board that are of the solution. */
  get #right(): number {
    return this.mistake ? this.history.length - (this.mistake.reply ? 2 : 1) : this.history.length;
  }

  /** Move that the solution continues with, in UCI form; `null` at its end. */
  get expected(): string | null {
    return this.phase === 'move' ? (this.puzzle.moves[this.history.length] ?? null) : null;
  }

  /** Starts: plays the opponent's mistake, if the puzzle begins with it. */
  async begin(): Promise<void> {
    if (introductionOf(this.puzzle) === 0) this.phase = 'move';
    else await this.#opponent();
  }

  /** Plays a legal move of the visitor; others are ignored. */
  play(uci: string): void {
    const legal = this.state?.moves.some((move) => move.uci === uci) ?? false;
    if (!this.mayMove || !legal || !this.game) return;
    const expected = this.expected;
    this.game.play(uci);
    this.hints = 0;
    this.update();
    // Any mate solves the puzzle.
    const right = uci === expected || this.state?.outcome?.reason === 'checkmate';
    if (!right) void this.#refute();
    else if (this.state?.outcome || this.history.length >= this.puzzle.moves.length) this.phase = 'solved';
    else void this.#opponent();
  }

  /** Gives a hint: first the piece, then its move. */
  hint(): void {
    if (!this.mayMove) return;
    this.hints = Math.min(2, this.hints + 1);
    this.helped = true;
  }

  /** Takes back a wrong move and its refutation. */
  again(): void {
    if (this.phase !== 'wrong' || !this.game) return;
    this.#turn += 1;
    const undone = this.history.length - this.#right;
    for (let count = 0; count < undone; count++) this.game.undo();
    this.mistake = null;
    this.phase = 'move';
    this.update();
  }

  /** Shows the rest of the solution, move by move. */
  async showSolution(): Promise<void> {
    if (this.over) return;
    this.again();
    this.failed = true;
    this.hints = 0;
    this.phase = 'shown';
    const turn = ++this.#turn;
    while (this.game && this.history.length < this.puzzle.moves.length) {
      this.game.play(this.puzzle.moves[this.history.length] ?? '');
      this.update();
      await this.#surroundings.pause();
      if (turn !== this.#turn) return;
    }
  }

  /** Frees the game. */
  override close(): void {
    this.#turn += 1;
    super.close();
  }

  /** Plays the opponent's next move of the puzzle. */
  async #opponent(): Promise<void> {
    const turn = ++this.#turn;
    this.phase = 'opponent';
    await this.#surroundings.pause();
    if (turn !== this.#turn || !this.game) return;
    this.game.play(this.puzzle.moves[this.history.length] ?? '');
    this.update();
    this.phase = 'move';
  }

  /** Finds and plays the reply that refutes the last move. */
  async #refute(): Promise<void> {
    const move = this.history.at(-1);
    if (!move) return;
    const turn = ++this.#turn;
    this.phase = 'wrong';
    this.failed = true;
    this.mistake = { move, reply: null };
    if (this.state?.outcome) return;
    const [reply] = await Promise.all([
      this.#surroundings.refute(this.puzzle.variant, this.state?.fen ?? ''),
      this.#surroundings.pause(),
    ]);
    if (turn !== this.#turn || !this.game || reply === null) return;
    this.game.play(reply);
    this.update();
    this.mistake = { move, reply: this.history.at(-1) ?? null };
  }
}
