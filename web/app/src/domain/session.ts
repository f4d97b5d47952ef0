/** Interface of a game on the board page: on one screen, against the computer or live. */

import type { Claim, GameState, LegalMove, Outcome, PlayedMove, PremoveTargets, Side } from '../generated/types';

/** Player of one side. */
export type Seat =
  | { kind: 'person'; name: string | null }
  /** `level`: the computer's strength, from 0. */
  | { kind: 'computer'; level: number };

/** Displayed clock; all properties are reactive. */
export interface ClockFace {
  /** Side whose clock runs; `null` if none does. */
  readonly running: Side | null;
  /** Returns the remaining time of a side in milliseconds. */
  left: (side: Side) => number;
  /** Returns whether a side has little time left. */
  isLow: (side: Side) => boolean;
}

/** Actions available to the player. */
export interface Abilities {
  /** True if pieces of the side to move may be moved here. */
  move: boolean;
  takeBack: boolean;
  /** True if both players are at this screen and may agree to a draw. */
  agreeDraw: boolean;
  resign: boolean;
  /** Draw that the side to move may claim here. */
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
  /** True for a spectator. */
  readonly watched: boolean;
  readonly history: readonly PlayedMove[];
  /** State at the end of the game so far. */
  readonly current: GameState;
  readonly outcome: Outcome | null;
  /** Clock; `null` for a game without one. */
  readonly clock: ClockFace | null;
  readonly can: Abilities;
  /** Premoves available while the other side is to move; empty if both sides are played here. */
  readonly premoves: readonly PremoveTargets[];
  /** True while the computer searches its move. */
  readonly thinking: boolean;
  /** True while a hint is searched. */
  readonly hinting: boolean;
  /** Hint for the last position of the game. */
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
  /** Retries after a failure. */
  retry(): void;
  /** Continues the game after `pause`. */
  resume(): void;
  /** Stops clock and engine while the game is hidden. */
  pause(): void;
  /** Returns the record in PGN. */
  record(tags: [string, string][]): Promise<string>;
  /** Closes the session, which cannot be used afterwards. */
  close(): void;
}
