/** Attempt at an exercise: its moves, hints and mistakes. */

import type { Exercise } from '../../domain/exercises';
import { loadEngineModule } from '../../domain/rules';
import type { AttemptState, GameState } from '../../generated/types';
import { starsFor } from './exercise-record';

type EngineModule = Awaited<ReturnType<typeof loadEngineModule>>;

/** Milliseconds for which the position before the opponent's first move is shown. */
const BEFORE_MS = 700;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** All properties are reactive. */
export class ExerciseAttempt {
  readonly exercise: Exercise;
  #attempt: InstanceType<EngineModule['Attempt']>;
  #closed = false;

  state = $state.raw() as AttemptState;
  /** Position before the opponent's move, while it is shown. */
  before = $state.raw<GameState | null>(null);
  /** Number of hints to the current move: the piece, then the move. */
  hints = $state(0);
  /** Moves with a hint, and moves that lost. */
  helped = $state(0);
  mistakes = $state(0);

  constructor(variant: string, exercise: Exercise, { Attempt }: Pick<EngineModule, 'Attempt'>, pause = wait) {
    this.exercise = exercise;
    this.#attempt = new Attempt(variant, exercise.line);
    this.state = this.#attempt.state();
    this.before = this.#attempt.before();
    if (this.before) void pause(BEFORE_MS).then(() => (this.before = null));
  }

  /** Board that is shown. */
  get game(): GameState {
    return this.before ?? this.state.game;
  }

  get mayMove(): boolean {
    return this.before === null && this.state.progress === 'open';
  }

  get solved(): boolean {
    return this.state.progress === 'solved';
  }

  get lost(): boolean {
    return this.state.progress === 'lost';
  }

  /** Stars of the solution. */
  get stars(): number {
    return starsFor(this.exercise, { made: this.state.made, mistakes: this.mistakes, hints: this.helped });
  }

  /** The move that the hints show, in UCI form. */
  get hinted(): string | undefined {
    return this.hints > 0 ? this.#attempt.hint() : undefined;
  }

  /** Plays a move of the solver; others are ignored. */
  play(uci: string): void {
    if (this.#closed || !this.mayMove || !this.state.game.moves.some((move) => move.uci === uci)) return;
    this.#attempt.play(uci);
    this.hints = 0;
    this.state = this.#attempt.state();
    if (this.lost) this.mistakes += 1;
  }

  /** Gives a hint: first the piece, then its move. */
  hint(): void {
    if (!this.mayMove || this.hints > 1) return;
    if (this.hints === 0) this.helped += 1;
    this.hints += 1;
  }

  /** Takes the last move back; from a lost attempt, the move that lost. */
  takeBack(): void {
    if (this.#closed || this.solved || !this.#attempt.takeBack()) return;
    this.hints = 0;
    this.state = this.#attempt.state();
  }

  /** Frees the attempt. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#attempt.free();
  }
}
