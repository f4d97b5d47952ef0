/** Profile of a player, with the actions available to the visitor. */

import { get, put, remove } from '../../domain/api';
import type { GamePage, PlayerSummary, Profile as ProfileData, Relation } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { Submission } from '../../ui/submission.svelte';
import { ratingOptions } from './rating-options';
import type { RatingOption } from './rating-options';

/** All properties are reactive. */
export class Profile {
  readonly name: string;
  readonly entry: Loading<ProfileData>;
  readonly summary: Loading<PlayerSummary>;
  readonly games: Loading<GamePage>;
  readonly submission = new Submission();
  readonly options: readonly RatingOption[] = $derived.by(() => {
    const { value } = this.entry;
    return value ? ratingOptions(value) : [];
  });
  #chosen = $state<string | null>(null);

  constructor(name: string) {
    this.name = name;
    this.entry = new Loading((signal) => get<ProfileData>(this.#path, { signal }));
    this.summary = new Loading((signal) => get<PlayerSummary>(`${this.#path}/summary`, { signal }));
    this.games = new Loading((signal) => get<GamePage>('games', { query: { player: name }, signal }));
  }

  get #path(): string {
    return `users/${encodeURIComponent(this.name)}`;
  }

  /** Loads everything that is shown. Never rejects. */
  async load(): Promise<void> {
    await Promise.all([this.entry.load(), this.summary.load(), this.games.load()]);
  }

  stop(): void {
    for (const each of [this.entry, this.summary, this.games]) each.stop();
  }

  /** Rating shown in full: the chosen one, or the most played. */
  get chosen(): RatingOption | null {
    return this.options.find(({ key }) => key === this.#chosen) ?? this.options[0] ?? null;
  }
  set chosen(rating: RatingOption | null) {
    this.#chosen = rating?.key ?? null;
  }

  follow(yes: boolean): Promise<void> {
    return this.#relate('follow', yes, { following: yes });
  }

  /** Blocking an account also unfollows it. */
  block(yes: boolean): Promise<void> {
    return this.#relate('block', yes, yes ? { blocked: true, following: false } : { blocked: false });
  }

  async #relate(what: 'follow' | 'block', yes: boolean, part: Partial<Relation>): Promise<void> {
    await this.submission.run(async () => {
      await (yes ? put(`${this.#path}/${what}`) : remove(`${this.#path}/${what}`));
      const { value } = this.entry;
      if (value?.relation) this.entry.set({ ...value, relation: { ...value.relation, ...part } });
    });
  }
}
