/** A round robin by correspondence as its page follows it: the latest reply, and the commands of players and organiser. */

import { get, post, remove } from '../../domain/api';
import { ownGames } from '../../domain/correspondence';
import { becomePlayer } from '../../domain/live/connection';
import { hasEnded } from '../../domain/live/ended-games';
import { ServerTime } from '../../domain/live/server-time.svelte';
import type { CorrespondenceTournament, CorrespondenceWithdrawal } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { Submission } from '../../ui/submission.svelte';

/** Interval at which a visible page is loaded again, in milliseconds. */
export const RELOAD_MS = 60_000;
/** Time in milliseconds within which the server carries out what follows from an entry, a withdrawal, or the end of a game. */
export const SETTLE_MS = 2000;

/** All public properties are reactive. */
export class CorrespondenceSession {
  readonly id: string;
  readonly loading: Loading<CorrespondenceTournament>;
  readonly submission = new Submission();

  readonly #become: () => Promise<void>;
  readonly #time = new ServerTime(() => performance.now());
  #reloading: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  /** `become` creates a guest account for a visitor without one. */
  constructor(id: string, become: () => Promise<void> = becomePlayer) {
    this.id = id;
    this.#become = become;
    this.loading = new Loading<CorrespondenceTournament>((signal) => this.#read(signal));
  }

  /** Latest reply; `null` before the first one. */
  get tournament(): CorrespondenceTournament | null {
    return this.loading.value;
  }

  /** Loads the tournament now, and again when the page is shown and from time to time. Returns a function that ends this. */
  open(): () => void {
    this.#open = true;
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.loading.load();
    };
    document.addEventListener('visibilitychange', look);
    const timer = setInterval(look, RELOAD_MS);
    void this.loading.reload();
    return () => {
      this.#open = false;
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
      clearTimeout(this.#reloading);
      this.loading.stop();
    };
  }

  /** Shows the reply to a command. */
  show(reply: CorrespondenceTournament): void {
    this.loading.set(reply);
  }

  /** Enters the tournament. */
  join(): Promise<void> {
    return this.#send(async () => {
      await this.#become();
      return post<CorrespondenceTournament>(`${this.#path}/join`);
    });
  }

  /** Leaves before the start; withdraws after it. */
  withdraw(): Promise<void> {
    return this.#send(() => post<CorrespondenceTournament>(`${this.#path}/withdraw`));
  }

  /** Takes a player out. */
  takeOut(account: string): Promise<void> {
    const body: CorrespondenceWithdrawal = { account };
    return this.#send(() => post<CorrespondenceTournament>(`${this.#path}/withdraw-player`, body));
  }

  /** Cancels the tournament before its start. */
  async cancel(): Promise<void> {
    await this.submission.run(() => remove(this.#path));
    await this.loading.load();
  }

  get #path(): string {
    return `correspondence-tournaments/${this.id}`;
  }

  async #send(command: () => Promise<CorrespondenceTournament>): Promise<void> {
    const done = await this.submission.run(async () => {
      this.show(await command());
    });
    if (done) this.#loadSoon(SETTLE_MS);
    else await this.loading.load();
  }

  async #read(signal: AbortSignal): Promise<CorrespondenceTournament> {
    const sentAt = performance.now();
    const tournament = await get<CorrespondenceTournament>(this.#path, { signal });
    this.#time.measure(sentAt, tournament.now);
    const { status, settings } = tournament.info;
    if (status === 'open') {
      const wait = settings.startsAt - this.#time.now();
      if (wait < RELOAD_MS) this.#loadSoon(Math.max(0, wait) + SETTLE_MS);
    } else if (ownGames(tournament).some(({ game }) => hasEnded(game))) {
      this.#loadSoon(SETTLE_MS);
    }
    return tournament;
  }

  #loadSoon(delay: number): void {
    clearTimeout(this.#reloading);
    if (this.#open) this.#reloading = setTimeout(() => void this.loading.load(), delay);
  }
}
