/** Solving of one puzzle of a contest: the visitor plays moves, and the server judges each of them. */

import { ApiError } from '../../domain/api';
import { otherSide } from '../../domain/moves';
import type { PuzzleOnBoard } from '../../domain/puzzles';
import { PlayedController } from '../../domain/played-controller.svelte';
import { newGame } from '../../domain/rules';
import type { ContestMove, ContestPuzzle } from '../../generated/protocol';
import type { PlayedMove, Side } from '../../generated/types';

/**
 * `opponent`: the opponent moves. `move`: the visitor is to move. `sent`: the server judges a move. `unsent`: it does not reply, and
 * the move is sent again. `solved`: all moves were found. `wrong`: a move was wrong.
 */
export type ContestPhase = 'opponent' | 'move' | 'sent' | 'unsent' | 'solved' | 'wrong';

/** Dependencies of the solving, which tests replace. */
export interface ContestSurroundings {
  /** Sends a move; rejects as requests do. */
  send: (move: ContestMove) => Promise<ContestPuzzle>;
  /** Waits before the opponent moves, and before a move is sent again. */
  pause: (reason: 'reply' | 'retry') => Promise<void>;
}

/** All properties are reactive. */
export class ContestSolving extends PlayedController implements PuzzleOnBoard {
  readonly variant: string;
  readonly solver: Side;
  #surroundings: ContestSurroundings;
  #closed = false;

  /** Puzzle as the server has it. */
  puzzle = $state.raw() as ContestPuzzle;
  phase = $state<ContestPhase>('opponent');
  /** Wrong move, if it was played here. */
  mistake = $state.raw<PlayedMove | null>(null);
  /** Error of a move that the server has refused. */
  error = $state.raw<unknown>(null);
  /** True once the time is up: the puzzle stays as it is. */
  ended = $state(false);

  constructor(variant: string, puzzle: ContestPuzzle, surroundings: ContestSurroundings) {
    super();
    this.variant = variant;
    this.puzzle = puzzle;
    this.#surroundings = surroundings;
    // The last right move has no reply if it solves the puzzle.
    const introduction = puzzle.moves.length - 2 * puzzle.found + (puzzle.solved === true ? 1 : 0);
    const turn = puzzle.fen.split(' ')[1] === 'b' ? 'b' : 'w';
    this.solver = introduction === 1 ? otherSide(turn) : turn;
    this.flipped = this.solver === 'b';
    this.game = newGame(variant, puzzle.fen);
    for (const move of this.over ? puzzle.moves : puzzle.moves.slice(0, -1)) this.game.play(move);
    this.update();
    if (this.over) this.phase = puzzle.solved === true ? 'solved' : 'wrong';
  }

  get mayMove(): boolean {
    return this.phase === 'move' && this.atEnd && !this.ended;
  }

  /** True once the puzzle is decided. */
  get over(): boolean {
    return this.puzzle.solved !== null;
  }

  /** Plays the opponent's last move, if the visitor has not seen it yet. */
  async begin(): Promise<void> {
    if (this.phase === 'opponent') await this.#opponent();
  }

  /** Plays a legal move of the visitor and has it judged; others are ignored. Never rejects. */
  async play(uci: string): Promise<void> {
    const legal = this.state?.moves.some((move) => move.uci === uci) ?? false;
    if (!this.mayMove || !legal || !this.game) return;
    this.game.play(uci);
    this.error = null;
    this.update();
    this.phase = 'sent';
    const judged = await this.#judge({ found: this.puzzle.found, move: uci });
    if (this.#closed || !this.game) return;
    if (judged === null) {
      this.game.undo();
      this.update();
      this.phase = 'move';
      return;
    }
    this.puzzle = judged;
    if (judged.solved === null) {
      await this.#opponent();
    } else {
      this.mistake = judged.solved ? null : (this.history.at(-1) ?? null);
      this.phase = judged.solved ? 'solved' : 'wrong';
    }
  }

  /** Frees the game. */
  override close(): void {
    this.#closed = true;
    super.close();
  }

  /** Sends a move until the server replies; `null` if it refuses the move. */
  async #judge(move: ContestMove): Promise<ContestPuzzle | null> {
    for (;;) {
      try {
        return await this.#surroundings.send(move);
      } catch (error) {
        if (this.#closed) return null;
        const refused = error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited';
        if (refused || this.ended) {
          this.error = error;
          return null;
        }
        this.phase = 'unsent';
        await this.#surroundings.pause('retry');
        if (this.#closed) return null;
      }
    }
  }

  /** Plays the opponent's move that follows, if there is one. */
  async #opponent(): Promise<void> {
    this.phase = 'opponent';
    if (this.history.length < this.puzzle.moves.length) {
      await this.#surroundings.pause('reply');
      if (this.#closed || !this.game) return;
      this.game.play(this.puzzle.moves[this.history.length] ?? '');
      this.update();
    }
    this.phase = 'move';
  }
}
