/** Whoever uses this page, as the server knows them. */

import { get, post, put } from './api';
import { setAddedVariants } from './variant-names.svelte';
import type { Me, Preferences, ServerOffer } from '../generated/protocol';

/** `unknown`: not asked yet. `absent`: the server did not answer, or there is none. */
export type MeStatus = 'unknown' | 'known' | 'absent';

/** What holds for those who are not known. */
const NO_PREFERENCES: Preferences = {
  confirmMoves: true,
  confirmRealTime: false,
  challenges: 'everybody',
  hideChat: false,
};
const NO_SERVER: ServerOffer = { email: false, computers: 0, variants: [] };

/** All properties are reactive. */
export class Visitor {
  /** The last answer of the server; `null` before it. */
  me = $state.raw<Me | null>(null);
  status = $state<MeStatus>('unknown');

  #asking: Promise<Me | null> | null = null;
  #making: Promise<Me> | null = null;

  /** The id of the account, a guest's too. */
  get account(): string | null {
    return this.me?.account ?? null;
  }

  /** The name; `null` for a guest and for those without a session. */
  get name(): string | null {
    return this.me?.name ?? null;
  }

  /** Somebody with a name is signed in. */
  get signedIn(): boolean {
    return this.name !== null;
  }

  get moderator(): boolean {
    return this.me?.moderator ?? false;
  }

  /** Games without haste in which it is this visitor's turn. */
  get yourTurn(): number {
    return this.me?.yourTurn ?? 0;
  }

  /** Open challenges to this visitor. */
  get challenges(): number {
    return this.me?.challenges ?? 0;
  }

  get preferences(): Preferences {
    return this.me?.preferences ?? NO_PREFERENCES;
  }

  get server(): ServerOffer {
    return this.me?.server ?? NO_SERVER;
  }

  /** The ids of the variants that the operator has added. */
  get addedVariants(): string[] {
    return this.server.variants.map(({ id }) => id);
  }

  /** Asks the server; `null` where it does not answer. Calls at the same time share one request. */
  refresh(): Promise<Me | null> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** Asks the server after something has changed there: an answer that is on its way may be from before. */
  async renew(): Promise<Me | null> {
    await this.#asking;
    return this.refresh();
  }

  /** Asks the server unless it has answered. */
  async load(): Promise<Me | null> {
    return this.status === 'known' ? this.me : this.refresh();
  }

  /** Makes a guest of a visitor without an account, as playing needs; rejects as requests do. */
  async ensureAccount(): Promise<Me> {
    const known = await this.load();
    if (known?.account) return known;
    this.#making ??= post<Me>('guest').finally(() => (this.#making = null));
    const me = await this.#making;
    this.set(me);
    return me;
  }

  /** Takes what the server has said, such as the answer to a sign-in. */
  set(me: Me): void {
    this.me = me;
    this.status = 'known';
    setAddedVariants(me.server.variants);
  }

  /** Signs out; rejects as requests do. */
  async signOut(): Promise<void> {
    await post('account/sign-out');
    await this.renew();
  }

  /** Changes settings that follow the account; rejects as requests do. */
  async setPreferences(part: Partial<Preferences>): Promise<void> {
    await this.ensureAccount();
    this.set(await put<Me>('account/preferences', { ...this.preferences, ...part }));
  }

  /** The server has counted the games again. */
  setYourTurn(count: number): void {
    if (this.me) this.me = { ...this.me, yourTurn: count };
  }

  async #ask(): Promise<Me | null> {
    try {
      const me = await get<Me>('me');
      this.set(me);
      return me;
    } catch {
      // Whoever was known stays known: the connection may come back.
      if (this.me === null) this.status = 'absent';
      return null;
    }
  }
}

/** The visitor of this page. */
export const visitor = new Visitor();
