/** Practice of an ending: the visitor wins a random position against the longest defence. */

import type { TableExercise, TableMove, TablePosition, TableResult } from '../../generated/protocol';
import type { Side } from '../../generated/types';
import { PlayedController } from '../../domain/played-controller.svelte';
import { newGame } from '../../domain/rules';
import { TableError } from '../../domain/table-files';
import { endgameTables } from '../../domain/tables';
import type { EndgameTables } from '../../domain/tables';
import { movesOf } from '../../text/endings';
import { addSolved, practiceRecord } from './practice-record';
import type { PracticeRecord } from './practice-record';

/** Effect of the visitor's move. `left`: moves to mate after it. */
export type Verdict =
  | { kind: 'best'; left: number }
  | { kind: 'slower'; left: number; lost: number }
  | { kind: 'spoilt'; result: TableResult };

/**
 * `move`: the visitor is to move. `reply`: the defence is. `spoilt`: the win is gone, and the move can be taken back. `over`: the
 * rules have ended the game without mate. `failed`: the tables have not replied.
 */
export type Phase = 'loading' | 'move' | 'reply' | 'spoilt' | 'won' | 'over' | 'failed';

/** Judges a move in a position with mate in `plies` plies. */
export function judge(plies: number, move: Pick<TableMove, 'result' | 'plies'>): Verdict {
  if (move.result !== 'win' || move.plies === null) return { kind: 'spoilt', result: move.result };
  const left = movesOf(move.plies) - 1;
  const lost = movesOf(move.plies) - movesOf(plies);
  return lost === 0 ? { kind: 'best', left } : { kind: 'slower', left, lost };
}

/** Returns a random move among those that delay mate longest. */
export function resistance({ moves }: TablePosition, random: () => number): TableMove | undefined {
  const [best] = moves;
  const equal = moves.filter((move) => move.result === best?.result && move.plies === best.plies);
  return equal[Math.min(equal.length - 1, Math.floor(random() * equal.length))];
}

/** Dependencies of a practice, which tests replace. */
export interface Surroundings {
  tables: Pick<EndgameTables, 'exercise' | 'lookUp'>;
  random: () => number;
  /** Waits before the defence moves, so that the visitor sees their own move. */
  pause: () => Promise<void>;
}

const REPLY_MS = 350;
const BROWSER: Surroundings = {
  tables: endgameTables,
  random: Math.random,
  pause: () => new Promise((done) => setTimeout(done, REPLY_MS)),
};

/** All properties are reactive. */
export class Practice extends PlayedController {
  readonly variant: string;
  readonly ending: string;
  #surroundings: Surroundings;
  #start: TableExercise | null = null;
  /** Table entry of the position in which the visitor is to move. */
  #known: TablePosition | null = null;
  /** Failed step, for a retry. */
  #failed: (() => Promise<void>) | null = null;
  /** Number of the current position, to recognise late replies. */
  #question = 0;

  phase = $state<Phase>('loading');
  /** Side of the visitor, who is to win. */
  winner = $state<Side>('w');
  /** Ending with the damaged table, if that is the reason of the failure. */
  damaged = $state<string | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  /** Number of the visitor's moves, without those taken back. */
  moves = $state(0);
  takenBack = $state(0);
  /** Moves to mate with best play, from the start. */
  best = $state(0);
  /** Moves to mate from here, if the visitor is to move. */
  left = $state(0);
  record: PracticeRecord = $state.raw({ solved: 0, perfect: 0, least: null });

  constructor(variant: string, ending: string, winner: Side = 'w', surroundings: Surroundings = BROWSER) {
    super();
    this.variant = variant;
    this.ending = ending;
    this.winner = winner;
    this.#surroundings = surroundings;
    this.record = practiceRecord(variant, this.#recordName);
  }

  /** Black's wins are counted separately. */
  get #recordName(): string {
    return this.winner === 'w' ? this.ending : `${this.ending}/b`;
  }

  get startFen(): string {
    return this.#start?.fen ?? '';
  }

  /** True if the visitor may move on the shown board. */
  get mayMove(): boolean {
    return this.phase === 'move' && this.atEnd;
  }

  /** Starts with another random position. */
  async another(): Promise<void> {
    await this.#begin(null);
  }

  /** Starts with another random position that this side wins. */
  async winWith(side: Side): Promise<void> {
    this.winner = side;
    this.record = practiceRecord(this.variant, this.#recordName);
    await this.another();
  }

  /** Starts again from the same position. */
  async again(): Promise<void> {
    await this.#begin(this.#start);
  }

  /** Retries the failed step. */
  async retry(): Promise<void> {
    const failed = this.#failed;
    this.#failed = null;
    await failed?.();
  }

  /** Plays a legal move of the visitor; others are ignored. */
  play(uci: string): void {
    const move = this.#known?.moves.find((one) => one.uci === uci);
    if (!this.mayMove || !move || !this.game) return;
    this.game.play(uci);
    this.moves += 1;
    this.verdict = judge(this.#known?.plies ?? 0, move);
    this.update();
    const outcome = this.state?.outcome;
    if (outcome?.reason === 'checkmate') this.#won();
    else if (this.verdict.kind === 'spoilt') this.phase = 'spoilt';
    else if (outcome) this.phase = 'over';
    else void this.#reply();
  }

  /** Takes back a move that has spoilt the win. */
  takeBack(): void {
    if (this.phase !== 'spoilt' || !this.game) return;
    this.game.undo();
    this.moves -= 1;
    this.takenBack += 1;
    this.verdict = null;
    this.phase = 'move';
    this.update();
  }

  /** Closes the practice. */
  override close(): void {
    this.#question += 1;
    super.close();
  }

  async #begin(given: TableExercise | null): Promise<void> {
    const question = ++this.#question;
    this.phase = 'loading';
    try {
      const start = given ?? (await this.#surroundings.tables.exercise(this.variant, this.ending, this.winner));
      const known = await this.#look(start.fen);
      if (question !== this.#question) return;
      this.game?.free();
      this.game = newGame(this.variant, start.fen);
      this.#start = start;
      [this.moves, this.takenBack, this.verdict] = [0, 0, null];
      this.best = movesOf(known.plies ?? 0);
      this.update();
      this.#toMove(known);
    } catch (error) {
      if (question === this.#question) this.#fail(error, () => this.#begin(given));
    }
  }

  async #reply(): Promise<void> {
    const question = this.#question;
    this.phase = 'reply';
    try {
      const [known] = await Promise.all([this.#look(this.state?.fen ?? ''), this.#surroundings.pause()]);
      const move = resistance(known, this.#surroundings.random);
      if (question !== this.#question || !move) return;
      this.game?.play(move.uci);
      this.update();
    } catch (error) {
      if (question === this.#question) this.#fail(error, () => this.#reply());
      return;
    }
    if (this.state?.outcome) this.phase = 'over';
    else await this.#goOn();
  }

  /** Looks up the position for the visitor's next move. */
  async #goOn(): Promise<void> {
    const question = this.#question;
    this.phase = 'reply';
    try {
      const known = await this.#look(this.state?.fen ?? '');
      if (question === this.#question) this.#toMove(known);
    } catch (error) {
      if (question === this.#question) this.#fail(error, () => this.#goOn());
    }
  }

  async #look(fen: string): Promise<TablePosition> {
    const known = await this.#surroundings.tables.lookUp(this.variant, fen);
    if (!known) throw new Error(`the tables do not know ${fen}`);
    return known;
  }

  #toMove(known: TablePosition): void {
    this.#known = known;
    this.left = movesOf(known.plies ?? 0);
    this.phase = 'move';
  }

  #won(): void {
    this.phase = 'won';
    const { takenBack } = this;
    this.record = addSolved(this.variant, this.#recordName, { extra: Math.max(0, this.moves - this.best), takenBack });
  }

  #fail(error: unknown, again: () => Promise<void>): void {
    this.phase = 'failed';
    this.damaged = error instanceof TableError && error.trouble === 'damaged' ? error.ending : null;
    this.#failed = again;
  }
}
