/** The visitor's conversations, the newest first, kept up to date by the connection. */

import { get } from '../../domain/api';
import { socket } from '../../domain/live/connection';
import type { ConversationRow, Conversations } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { Submission } from '../../ui/submission.svelte';

/** All properties are reactive. */
export class Inbox {
  readonly loading = new Loading<Conversations>((signal) => get<Conversations>('messages', { signal }));
  readonly submission = new Submission();
  /** Conversations of later pages. */
  #older = $state.raw<readonly ConversationRow[]>([]);
  #next = $state.raw<string | null | undefined>(undefined);

  readonly rows: readonly ConversationRow[] = $derived.by(() => {
    const first = this.loading.value?.conversations ?? [];
    const known = new Set(first.map((row) => row.with.account));
    return [...first, ...this.#older.filter((row) => !known.has(row.with.account))];
  });

  /** Place of the next page; `null` if all are shown. */
  get next(): string | null {
    return this.#next === undefined ? (this.loading.value?.next ?? null) : this.#next;
  }

  /** Loads the list again at each news. Returns a function that stops that. */
  open(): () => void {
    const load = (): void => void this.loading.load();
    const stop = socket.follow({ message: load, messages: load });
    return () => {
      stop();
      this.loading.stop();
    };
  }

  /** Forgets a deleted conversation of a later page. */
  forget(account: string): void {
    this.#older = this.#older.filter((row) => row.with.account !== account);
  }

  async more(): Promise<void> {
    const before = this.next;
    await this.submission.run(async () => {
      const page = await get<Conversations>('messages', { query: { before } });
      this.#older = [...this.#older, ...page.conversations];
      this.#next = page.next;
    });
  }
}
