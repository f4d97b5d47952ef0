/** An Elo list as a page shows it: the latest reply, and the commands of its organiser. */

import { ApiError, get, post } from '../../domain/api';
import type { EloCommand, EloCommandRequest, EloList } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { problemText } from './elo-text';

/** All public properties are reactive. */
export class EloSession {
  readonly id: string;
  readonly loading: Loading<EloList>;
  /** Sentence about the last refused command; `null` after one that was carried out. */
  problem = $state<string | null>(null);
  /** True while a command is on its way. */
  busy = $state(false);

  constructor(id: string) {
    this.id = id;
    this.loading = new Loading<EloList>((signal) => get(`elo-lists/${id}`, { signal, cache: 'no-cache' }));
  }

  /** Latest known state; `null` before the first reply. */
  get list(): EloList | null {
    return this.loading.value;
  }

  /**
   * Sends a command for the shown version; resolves to whether it was carried out, and never rejects. One at a time: further ones are
   * ignored. A list that has changed elsewhere is loaded again.
   */
  async send(command: EloCommand): Promise<boolean> {
    const version = this.list?.version;
    if (version === undefined || this.busy) return false;
    this.busy = true;
    const body: EloCommandRequest = { version, command };
    try {
      this.loading.set(await post<EloList>(`elo-lists/${this.id}/commands`, body));
      this.problem = null;
      return true;
    } catch (error) {
      this.problem = problemText(error);
      if (error instanceof ApiError && error.code === 'changed') await this.loading.load();
      return false;
    } finally {
      this.busy = false;
    }
  }
}
