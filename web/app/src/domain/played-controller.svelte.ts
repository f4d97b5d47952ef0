/** Controller of a game that is played on the board move by move, such as an exercise. */

import type { GameState, PlayedMove } from '../generated/types';
import { GameController } from './game-controller.svelte';
import type { Line } from './game-controller.svelte';
import type { Game } from './rules';

/** All public properties are reactive. */
export abstract class PlayedController extends GameController<GameState | null> {
  /** Game of the rules; `null` before it starts and after it was closed. */
  protected game: Game | null = null;

  state = $state.raw<GameState | null>(null);
  history = $state.raw<PlayedMove[]>([]);

  readonly line: Line<GameState | null> = $derived.by(() => {
    const { state, history } = this;
    const stateAt = (ply: number): GameState | null =>
      ply === history.length ? state : (this.game?.stateAt(ply) ?? null);
    return { history, stateAt };
  });

  /** Frees the game. */
  close(): void {
    this.game?.free();
    this.game = null;
  }

  /** Shows the game as it is now, at its last move. */
  protected update(): void {
    this.state = this.game?.state() ?? null;
    this.history = this.game?.history() ?? [];
    this.enter();
  }
}
