/** Profile of a player, with the actions available to the visitor. */

import { get, put, remove } from '../../domain/api';
import type { Profile as ProfileData, RatingView, Relation } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { Submission } from '../../ui/submission.svelte';

/** All properties are reactive. */
export class Profile {
  readonly name: string;
  readonly entry: Loading<ProfileData>;
  readonly submission = new Submission();
  #chosen = $state.raw<RatingView | null>(null);

  constructor(name: string) {
    this.name = name;
    this.entry = new Loading((signal) => get<ProfileData>(this.#path, { signal }));
  }

  get #path(): string {
    return `users/${encodeURIComponent(this.name)}`;
  }

  /** Rating shown in full: the chosen one, or the most played. */
  get chosen(): RatingView | null {
    return this.#chosen ?? this.entry.value?.ratings[0] ?? null;
  }
  set chosen(rating: RatingView | null) {
    this.#chosen = rating;
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
      if (value?.relation) this.entry.value = { ...value, relation: { ...value.relation, ...part } };
    });
  }
}
