/**
 * A game as the board page plays it. Two people at one screen, a game against the computer and one over the network are
 * sessions of this interface, so that the page knows no difference.
 */

import type { Claim, GameState, LegalMove, Outcome, PlayedMove, PremoveTargets, Side } from '../generated/types';

/** Who sits at one side of the board. */
export type Seat =
  | { kind: 'person'; name: string | null }
  /** `level`: the computer's strength, from 1. */
  | { kind: 'computer'; level: number };

/** A clock as it is shown; its properties are reactive. */
export interface ClockFace {
  /** The side whose time runs. */
  readonly running: Side | null;
  /** Milliseconds that a side has left. */
  left: (side: Side) => number;
  /** A side has little time left. */
  isLow: (side: Side) => boolean;
}

/** What the player here can do now. */
export interface Abilities {
  /** Pieces of the side to move may be moved here. */
  move: boolean;
  takeBack: boolean;
  /** Both players are here and may agree to a draw. */
  agreeDraw: boolean;
  resign: boolean;
  /** A draw that the side to move may claim here. */
  claim: Claim | null;
  /** The engine may be asked for a good move. */
  hint: boolean;
}

/** All properties are reactive. */
export interface Session {
  readonly variant: string;
  readonly startFen: string;
  readonly seats: Readonly<Record<Side, Seat>>;
  /** The side of the person at this page; `null` where both sides are played here, or none. */
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
  /** Where the person here can premove while the other side is to move; empty where both sides are played here. */
  readonly premoves: readonly PremoveTargets[];
  /** The computer is looking for a move. */
  readonly thinking: boolean;
  /** A hint is being looked for. */
  readonly hinting: boolean;
  /** A good move for the position at the end of the game. */
  readonly hint: LegalMove | null;
  /** What went wrong with the engine, as a code or in its own words. */
  readonly failure: string | null;

  /** Called after every change that should be kept. */
  onchange: (() => void) | undefined;

  /** The state after so many moves; lists no legal moves. */
  stateAt(ply: number): GameState;
  /** Plays a legal move of a side that is played here; answers whether it was played. */
  move(uci: string): boolean;
  takeBack(): void;
  resign(): void;
  agreeDraw(): void;
  claimDraw(): void;
  askHint(): Promise<void>;
  /** Tries again after a failure. */
  retry(): void;
  /** Goes on with the game, after `pause`. */
  resume(): void;
  /** Stops clock and engine while the game is not shown. */
  pause(): void;
  /** The record in PGN. */
  record(tags: [string, string][]): Promise<string>;
  /** Ends what the session holds; it cannot be used any more. */
  close(): void;
}
