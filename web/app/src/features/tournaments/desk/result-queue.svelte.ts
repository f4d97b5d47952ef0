/** Results on their way to the server: shown at once, sent one after the other. */

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { TournamentBoard, TournamentCommand } from '../../../generated/protocol';

/** The part of a tournament's session that sends. */
export interface Sender {
  readonly problem: string | null;
  send(command: TournamentCommand): Promise<boolean>;
}

/** Result that was refused, and is not shown any more. */
export interface Refused {
  readonly round: number;
  readonly white: number;
  readonly black: number;
  readonly reason: string | null;
}

interface Entry {
  readonly round: number;
  readonly white: number;
  readonly black: number;
  readonly result: string | null;
}

const queues = new WeakMap<Sender, ResultQueue>();

/** All public properties are reactive. */
export class ResultQueue {
  /** Results that the server does not know yet, by their boards. */
  readonly #shown = new SvelteMap<string, Entry>();
  /** Earlier rounds that the organiser has decided to correct. */
  readonly corrected = new SvelteSet<number>();
  /** The last results that were refused. */
  refused = $state.raw<readonly Refused[]>([]);
  /** Round that was just paired, and whose first board gets the focus; `null` if there is none. */
  opened = $state<number | null>(null);
  readonly #sender: Sender;
  #waiting: Entry[] = [];
  #running = false;
  #sent: Promise<void> = Promise.resolve();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Returns the queue of a session: the same one for all its tabs, so that none loses what another has begun to send. */
  static of(sender: Sender): ResultQueue {
    const known = queues.get(sender) ?? new ResultQueue(sender);
    queues.set(sender, known);
    return known;
  }

  /** Number of results that the server does not know yet. */
  get size(): number {
    return this.#shown.size;
  }

  /** Returns the result to show for a board. */
  resultOf(round: number, { white, black, result }: TournamentBoard): string | null {
    const entry = this.#shown.get(keyOf({ round, white, black }));
    return entry ? entry.result : result;
  }

  /** Returns a board with the result to show. */
  shown(round: number, board: TournamentBoard): TournamentBoard {
    return { white: board.white, black: board.black, result: this.resultOf(round, board) };
  }

  /** Enters a result. One that waits for the same board is replaced. */
  enter(entry: Entry): void {
    const key = keyOf(entry);
    if (this.#waiting.length === 0 && !this.#running) this.refused = [];
    this.#shown.set(key, entry);
    const at = this.#waiting.findIndex((other) => keyOf(other) === key);
    if (at >= 0) this.#waiting[at] = entry;
    else this.#waiting.push(entry);
    if (!this.#running) this.#sent = this.#run();
  }

  /** Resolves once all results are sent. */
  settled(): Promise<void> {
    return this.#sent;
  }

  async #run(): Promise<void> {
    this.#running = true;
    globalThis.addEventListener?.('beforeunload', askFirst);
    for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
      const done = await this.#sender.send({ kind: 'setResult', ...entry });
      if (!done) this.#refuse(entry);
      // A newer one of the same board may have been entered meanwhile.
      if (this.#shown.get(keyOf(entry)) === entry) this.#shown.delete(keyOf(entry));
    }
    globalThis.removeEventListener?.('beforeunload', askFirst);
    this.#running = false;
  }

  #refuse({ round, white, black }: Entry): void {
    this.refused = [...this.refused, { round, white, black, reason: this.#sender.problem }];
  }
}

/** Makes the browser ask whether to leave the page, as for a change of the language: what was not sent would be lost. */
function askFirst(event: Event): void {
  event.preventDefault();
}

function keyOf({ round, white, black }: Pick<Entry, 'round' | 'white' | 'black'>): string {
  return `${round}/${white}/${black}`;
}
