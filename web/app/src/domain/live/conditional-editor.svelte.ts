/** Editor of conditional moves: a line is played on the board for both sides and added to the others. */

import { newGame } from '../rules';
import type { Game } from '../rules';
import type { GameState, PlayedMove } from '../../generated/types';
import type { LiveGame } from './live-game.svelte';

/** Maximum number of lines, and of moves in a line. */
export const MAX_LINES = 64;
export const MAX_LINE = 20;

type Line = readonly string[];

/** All properties are reactive. */
export class ConditionalEditor {
  readonly #game: LiveGame;
  #board: Game;
  /** Ply of the game from which the lines continue. */
  readonly base: number;
  /** Moves shown from there. */
  line = $state.raw<readonly PlayedMove[]>([]);
  state: GameState;
  error = $state.raw<unknown>(null);
  busy = $state(false);

  constructor(game: LiveGame) {
    this.#game = game;
    this.base = game.confirmed;
    this.#board = newGame(game.variant, game.startFen);
    for (const { uci } of game.history.slice(0, this.base)) this.#board.playOn(uci);
    this.state = $state.raw(this.#board.state());
  }

  /** True if the line ends with the player's reply and is not stored yet. */
  readonly isNew: boolean = $derived.by(() => {
    const made = this.#answered();
    return made.length > 0 && !this.#game.conditionalMoves.some((line) => startsWith(line, made));
  });
  readonly isFull: boolean = $derived.by(() => this.line.length >= MAX_LINE);

  /** Plays a move of the line and returns whether it was legal. */
  play(uci: string): boolean {
    if (this.isFull || !this.state.moves.some((move) => move.uci === uci)) return false;
    this.#board.play(uci);
    this.#changed();
    return true;
  }

  back(): void {
    if (this.line.length === 0) return;
    this.#board.undo();
    this.#changed();
  }

  /** Shows a stored line, or the position of the game. */
  show(line: Line): void {
    while (this.line.length > 0) this.back();
    for (const uci of line) this.#board.playOn(uci);
    this.#changed();
  }

  /** Stores the line in place of lines that contradict it. Never rejects; `error` holds the reason. */
  add(): Promise<void> {
    const made = this.#answered();
    return this.#set([...this.#game.conditionalMoves.filter((line) => !contradicts(line, made)), made]);
  }

  remove(line: Line): Promise<void> {
    return this.#set(this.#game.conditionalMoves.filter((kept) => kept !== line));
  }

  close(): void {
    this.#board.free();
  }

  /** Returns the moves up to the player's last reply. */
  #answered(): string[] {
    return this.line.slice(0, Math.floor(this.line.length / 2) * 2).map(({ uci }) => uci);
  }

  async #set(lines: readonly Line[]): Promise<void> {
    this.busy = true;
    this.error = null;
    try {
      await this.#game.setConditionalMoves(lines.slice(-MAX_LINES));
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
  }

  #changed(): void {
    this.line = this.#board.history().slice(this.base);
    this.state = this.#board.state();
  }
}

function startsWith(line: Line, start: Line): boolean {
  return start.every((uci, index) => line[index] === uci);
}

/** Returns whether two lines reply differently to the same moves. */
function contradicts(line: Line, other: Line): boolean {
  const common = line.findIndex((uci, index) => uci !== other[index]);
  // The opponent's moves are the first, the third and so on.
  return common % 2 === 1 && common < other.length;
}

/** Returns the moves of the lines in notation, from the position of the game. */
export function writtenLines(game: LiveGame, lines: readonly Line[]): PlayedMove[][] {
  const base = game.confirmed;
  const board = newGame(game.variant, game.startFen);
  try {
    for (const { uci } of game.history.slice(0, base)) board.playOn(uci);
    return lines.map((line) => {
      for (const uci of line) board.playOn(uci);
      const written = board.history().slice(base);
      for (let count = written.length; count > 0; count--) board.undo();
      return written;
    });
  } catch {
    // The game has moved on; its event brings the remaining lines.
    return [];
  } finally {
    board.free();
  }
}
