/** What the voice speaks about, and what it says. */

import type { Shape } from '../../../board/src/index';
import type { Claim, GameState, PlayedMove, Side } from '../generated/types';

/** Position that the voice speaks about. */
export interface Topic {
  state: GameState;
  /** True if the visitor may move the pieces of the side to move. */
  active: boolean;
  /** Game whose pieces and events are explained when they are first seen; absent if only impossible moves are. */
  lesson?: Lesson | undefined;
  /** Draw that the visitor may claim. */
  claim?: Claim | null;
  /** Name of the person who has the other side; absent if there is none. */
  opponent?: string | undefined;
}

export interface Lesson {
  /** Identity of the game; `null` while one is being chosen. */
  game: object | null;
  /** Last move of the game if its position is shown. */
  last: Pick<PlayedMove, 'san' | 'uci' | 'turn'> | null;
  /** Side of the visitor; `null` if both sides are played here. */
  own: Side | null;
  /** False if only events are explained. */
  pieces?: boolean;
}

export interface Said {
  /** A refusal says why a move is impossible; a hint explains what is on the board; a notice lasts as long as its cause. */
  tone: 'refusal' | 'hint' | 'notice';
  /** The sentence in one line or two. */
  text: string;
  shapes?: readonly Shape[];
}
