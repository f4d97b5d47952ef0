/** Interface of a game on the board page: on one screen, against the computer or live. */

import type { Claim, GameState, LegalMove, Outcome, PlayedMove, PremoveTargets, Side } from '../generated/types';

/** Player of one side. */
export type Seat =
  | { kind: 'person'; name: string | null }
  /** `level`: the computer's strength, from 1. */
  | { kind: 'computer'; level: number };

/** Displayed clock; all properties are reactive. */
export interface ClockFace {
  /** The side whose time runs. */
  readonly running: Side | null;
  /** Milliseconds that a side has left. */
  left: (side: Side) => number;
  /** A side has little time left. */
  isLow: (side: Side) => boolean;
}

/** Actions available to the player. */
export interface Abilities {
  /** Pieces of the side to move may be moved here. */
  move: boolean;
  takeBack: boolean;
  /** True if both players are at this screen and may agree to a draw. */
  agreeDraw: boolean;
  resign: boolean;
  /** A draw that the side to move may claim here. */
  claim: Claim | null;
  /** True if a hint may be requested. */
  hint: boolean;
}

/** All properties are reactive. */
export interface Session {
  readonly variant: string;
  readonly startFen: string;
  readonly seats: Readonly<Record<Side, Seat>>;
  /** Side of this page's visitor; `null` if both sides are played here or neither is. */
  readonly own: Side | null;
  /** No side is played here: the game is watched. */
  readonly watched: boolean;
  readonly history: readonly PlayedMove[];
  /** The end of the game so far. */
  readonly current: GameState;
  readonly outcome: Outcome | null;
  /** `null` for a game without clocks. */
  readonly clock: ClockFace | null;
  readonly can: Abilities;
  /** Premoves available while the other side is to move; empty if both sides are played here. */
  readonly premoves: readonly PremoveTargets[];
  /** The computer is looking for a move. */
  readonly thinking: boolean;
  /** A hint is being looked for. */
  readonly hinting: boolean;
  /** A good move for the position at the end of the game. */
  readonly hint: LegalMove | null;
  /** Engine's failure as a code or a message. */
  readonly failure: string | null;

  /** Called after every change that should be saved. */
  onchange: (() => void) | undefined;

  /** Returns the state after `ply` plies, without legal moves. */
  stateAt(ply: number): GameState;
  /** Plays a legal move of a side that is played here. Returns whether it was played. */
  move(uci: string): boolean;
  takeBack(): void;
  resign(): void;
  agreeDraw(): void;
  claimDraw(): void;
  askHint(): Promise<void>;
  /** Tries again after a failure. */
  retry(): void;
  /** Continues the game after `pause`. */
  resume(): void;
  /** Stops clock and engine while the game is hidden. */
  pause(): void;
  /** The record in PGN. */
  record(tags: [string, string][]): Promise<string>;
  /** Ends what the session holds; it cannot be used any more. */
  close(): void;
}
