/** Local game against the computer. */

import { otherSide } from '../../domain/moves';
import type { Seat } from '../../domain/session';
import type { Side } from '../../generated/types';
import { LocalSession } from './local-session.svelte';
import type { Engine, LocalStart } from './local-session.svelte';

/** Minimum time of the computer's reply in milliseconds; an instant one looks like part of the player's move. */
const MIN_REPLY_MS = 350;

export interface ComputerStart extends LocalStart {
  /** Side of the computer. */
  computer: Side;
  /** Level of the computer, from 1. */
  level: number;
  /** Minimum time of a reply in milliseconds; 0 in tests. */
  replyMs?: number;
}

export class ComputerSession extends LocalSession {
  readonly seats: Readonly<Record<Side, Seat>>;
  readonly own: Side;
  readonly #level: number;
  readonly #replyMs: number;

  constructor(engine: Engine, start: ComputerStart) {
    super(engine, start);
    const { computer, level, replyMs = MIN_REPLY_MS } = start;
    this.own = otherSide(computer);
    this.#level = level;
    this.#replyMs = replyMs;
    const person: Seat = { kind: 'person', name: null };
    const seat: Seat = { kind: 'computer', level };
    this.seats = computer === 'w' ? { w: seat, b: person } : { w: person, b: seat };
  }

  protected override pliesToTakeBack(): number {
    return this.current.turn === this.own ? 2 : 1;
  }

  protected override turn(): void {
    if (this.current.turn !== this.own) void this.#think();
  }

  protected override resigning(): Side {
    return this.own;
  }

  async #think(): Promise<void> {
    this.thinking = true;
    await this.ask(
      async () => {
        const limits = { level: this.#level };
        const [result] = await Promise.all([this.engine.search({ ...this.line(), limits }), pause(this.#replyMs)]);
        return result;
      },
      (best) => this.play(best),
    );
    if (this.failure !== null) this.thinking = false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
