/** Visitor of this page as known to the server. */

import { get, post, put } from './api';
import { rememberSignedIn } from './signed-in';
import { setAddedVariants } from './variant-names.svelte';
import type { Me, Preferences, ServerOffer } from '../generated/protocol';

/** `unknown`: not requested yet. `absent`: the server did not reply, or there is none. */
export type MeStatus = 'unknown' | 'known' | 'absent';

/** Preferences of unknown visitors. */
const NO_PREFERENCES: Preferences = {
  confirmMoves: true,
  confirmRealTime: false,
  challenges: 'everybody',
  messages: 'everyone',
  hideChat: false,
};
const NO_SERVER: ServerOffer = { email: false, computers: 0, variants: [] };

/** All properties are reactive. */
export class Visitor {
  /** Last reply of the server; `null` before it. */
  me = $state.raw<Me | null>(null);
  status = $state<MeStatus>('unknown');

  #asking: Promise<Me | null> | null = null;
  #making: Promise<Me> | null = null;

  /** Account id, also a guest's. */
  get account(): string | null {
    return this.me?.account ?? null;
  }

  /** Account name; `null` for a guest and for visitors without a session. */
  get name(): string | null {
    return this.me?.name ?? null;
  }

  /** True if the visitor has a named account. */
  get signedIn(): boolean {
    return this.name !== null;
  }

  /** True if the server has replied that the visitor has no named account. */
  get signedOut(): boolean {
    return this.status === 'known' && !this.signedIn;
  }

  /** Returns the path of a page for named accounts, by way of signing in if the visitor is known to have none. */
  signedInPath(path: string): string {
    return this.signedOut ? `/account?then=${path}` : path;
  }

  get moderator(): boolean {
    return this.me?.moderator ?? false;
  }

  /** Number of correspondence games in which it is the visitor's turn. */
  get yourTurn(): number {
    return this.me?.yourTurn ?? 0;
  }

  /** Number of open challenges to the visitor. */
  get challenges(): number {
    return this.me?.challenges ?? 0;
  }

  /** Number of unread notifications. */
  get notifications(): number {
    return this.me?.notifications ?? 0;
  }

  /** Number of conversations with unread messages. */
  get messages(): number {
    return this.me?.messages ?? 0;
  }

  get preferences(): Preferences {
    return this.me?.preferences ?? NO_PREFERENCES;
  }

  get server(): ServerOffer {
    return this.me?.server ?? NO_SERVER;
  }

  /** Ids of the variants that the operator has added. */
  get addedVariants(): string[] {
    return this.server.variants.map(({ id }) => id);
  }

  /** Requests the visitor from the server; `null` if it does not reply. Concurrent calls share one request. */
  refresh(): Promise<Me | null> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** Requests the visitor again after a change on the server. A reply already on its way may be from before it. */
  async renew(): Promise<Me | null> {
    await this.#asking;
    return this.refresh();
  }

  /** Requests the visitor unless the server has already replied. */
  async load(): Promise<Me | null> {
    return this.status === 'known' ? this.me : this.refresh();
  }

  /** Creates a guest account for a visitor without one, as playing requires. Rejects as requests do. */
  async ensureAccount(): Promise<Me> {
    const known = await this.load();
    if (known?.account) return known;
    this.#making ??= post<Me>('guest').finally(() => (this.#making = null));
    const me = await this.#making;
    this.set(me);
    return me;
  }

  /** Stores a visitor that the server has sent, for example after a sign-in. */
  set(me: Me): void {
    this.me = me;
    this.status = 'known';
    setAddedVariants(me.server.variants);
    rememberSignedIn(me.name === null ? null : me.account);
  }

  /** Signs out; rejects as requests do. */
  async signOut(): Promise<void> {
    await post('account/sign-out');
    await this.renew();
  }

  /** Changes preferences of the account; rejects as requests do. */
  async setPreferences(part: Partial<Preferences>): Promise<void> {
    await this.ensureAccount();
    this.set(await put<Me>('account/preferences', { ...this.preferences, ...part }));
  }

  /** Sets the number of games that wait for the visitor, as reported by the server. */
  setYourTurn(count: number): void {
    if (this.me) this.me = { ...this.me, yourTurn: count };
  }

  /** Sets the number of unread notifications, as reported by the server. */
  setNotifications(unread: number): void {
    if (this.me) this.me = { ...this.me, notifications: unread };
  }

  /** Sets the number of conversations with unread messages, as reported by the server. */
  setMessages(unread: number): void {
    if (this.me) this.me = { ...this.me, messages: unread };
  }

  async #ask(): Promise<Me | null> {
    try {
      const me = await get<Me>('me');
      this.set(me);
      return me;
    } catch {
      // A known visitor stays known, since the connection may come back.
      if (this.me === null) this.status = 'absent';
      return null;
    }
  }
}

/** The visitor of this page. */
export const visitor = new Visitor();
