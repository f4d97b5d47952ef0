/** Results on their way to the server: shown at once, sent one after the other. */

import { SvelteMap, SvelteSet } from 'svelte/reactivity';

/** Place of a board in a tournament: its round, and what names it there, such as its players. */
export interface ResultPlace {
  readonly round: number;
}

type Entry<Place extends ResultPlace> = Place & { readonly result: string | null };

/** The part of a tournament's session that sends. */
export interface Sender<Place extends ResultPlace> {
  readonly problem: string | null;
  send(command: { kind: 'setResult' } & Entry<Place>): Promise<boolean>;
}

const queues = new WeakMap<object, unknown>();

/** All public properties are reactive. */
export class ResultQueue<Place extends ResultPlace> {
  /** Results that the server does not know yet, by their boards. */
  readonly #shown = new SvelteMap<string, Entry<Place>>();
  /** Earlier rounds that the organiser has decided to correct. */
  readonly corrected = new SvelteSet<number>();
  /** The last results that were refused, and are not shown any more. */
  refused = $state.raw<readonly { readonly place: Place; readonly reason: string | null }[]>([]);
  /** Round that was just paired, and whose first board gets the focus; `null` if there is none. */
  opened = $state<number | null>(null);
  readonly #sender: Sender<Place>;
  #waiting: Entry<Place>[] = [];
  #running = false;
  #sent: Promise<void> = Promise.resolve();

  constructor(sender: Sender<Place>) {
    this.#sender = sender;
  }

  /** Returns the queue of a session: the same one for all its tabs, so that none loses what another has begun to send. */
  static of<Place extends ResultPlace>(sender: Sender<Place>): ResultQueue<Place> {
    const known = (queues.get(sender) as ResultQueue<Place> | undefined) ?? new ResultQueue(sender);
    queues.set(sender, known);
    return known;
  }

  /** Number of results that the server does not know yet. */
  get size(): number {
    return this.#shown.size;
  }

  /** Returns the result to show for a board, of which the server knows `result`. */
  resultOf(place: Place, result: string | null): string | null {
    const entry = this.#shown.get(keyOf(place));
    return entry ? entry.result : result;
  }

  /** Enters a result. One that waits for the same board is replaced. */
  enter(place: Place, result: string | null): void {
    const entry = { ...place, result };
    const key = keyOf(place);
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

  #refuse(place: Place): void {
    this.refused = [...this.refused, { place, reason: this.#sender.problem }];
  }
}

/** Makes the browser ask whether to leave the page, as for a change of the language: what was not sent would be lost. */
function askFirst(event: Event): void {
  event.preventDefault();
}

/** Returns the key of a board; the order of the fields does not matter. */
function keyOf(place: ResultPlace): string {
  const fields = Object.entries(place).filter(([field]) => field !== 'result');
  return fields.sort(([one], [other]) => (one < other ? -1 : 1)).join();
}
