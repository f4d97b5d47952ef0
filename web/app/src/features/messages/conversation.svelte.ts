/** A conversation: its messages, kept up to date by the connection, and marked as read while they are seen. */

import { ApiError, get, post, put, remove } from '../../domain/api';
import { socket } from '../../domain/live/connection';
import type { Conversation as Page, DirectMessage, MessageRequest, MessagesRead } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { Submission } from '../../ui/submission.svelte';
import { merged } from './message-text';

/** All properties are reactive. */
export class Conversation {
  readonly loading: Loading<Page>;
  readonly sending = new Submission();
  readonly submission = new Submission();
  messages = $state.raw<readonly DirectMessage[]>([]);
  /** Place of the page with older messages; `null` if there are none. */
  next = $state.raw<number | null>(null);

  readonly #path: string;
  /** Position up to which the messages are known to be read. */
  #read = 0;

  constructor(address: string) {
    this.#path = `messages/${encodeURIComponent(address)}`;
    this.loading = new Loading((signal) => get<Page>(this.#path, { signal }));
  }

  /** True if the recipient takes no message from the visitor. */
  get isRefused(): boolean {
    return this.sending.error instanceof ApiError && this.sending.error.code === 'not_accepted';
  }

  /** Follows the conversation. Returns a function that stops that. */
  open(): () => void {
    const stop = socket.follow({
      message: ({ with: other, message }) => {
        if (other.account !== this.loading.value?.with.account) return;
        this.#add([message]);
        void this.markRead();
      },
    });
    const seen = (): void => void this.markRead();
    document.addEventListener('visibilitychange', seen);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', seen);
      this.loading.stop();
    };
  }

  /** Loads the newest messages; those that are known stay. */
  async load(): Promise<void> {
    const isFirst = this.loading.value === null;
    await this.loading.load();
    const page = this.loading.value;
    if (!page) return;
    if (isFirst) this.next = page.next;
    this.#add(page.messages);
    await this.markRead();
  }

  async older(): Promise<void> {
    await this.submission.run(async () => {
      const page = await get<Page>(this.#path, { query: { before: this.next } });
      this.next = page.next;
      this.#add(page.messages);
    });
  }

  /** Sends a text. Resolves to whether it was sent. */
  send(text: string): Promise<boolean> {
    return this.sending.run(async () => {
      this.#add([await post<DirectMessage>(this.#path, { text } satisfies MessageRequest)]);
    });
  }

  /** Deletes the conversation for the visitor. */
  remove(): Promise<boolean> {
    return this.submission.run(() => remove(this.#path));
  }

  async block(yes: boolean): Promise<void> {
    const name = this.loading.value?.with.name;
    if (!name) return;
    const path = `users/${encodeURIComponent(name)}/block`;
    await this.submission.run(async () => {
      await (yes ? put(path) : remove(path));
      if (this.loading.value) this.loading.set({ ...this.loading.value, blocked: yes });
      this.sending.reset();
    });
  }

  /** Marks all messages as read if the page is seen. */
  async markRead(): Promise<void> {
    const position = this.messages.findLast(({ mine }) => !mine)?.position ?? 0;
    if (document.visibilityState !== 'visible' || position <= this.#read) return;
    const before = this.#read;
    this.#read = position;
    try {
      await put(`${this.#path}/read`, { position } satisfies MessagesRead);
    } catch {
      // They stay unread, and the next visit marks them.
      this.#read = before;
    }
  }

  #add(messages: readonly DirectMessage[]): void {
    this.messages = merged(this.messages, messages);
  }
}
