/** Settings of the visitor's notifications, saved as they are changed. */

import { ApiError, get, put } from '../../../domain/api';
import type {
  NotificationChoices,
  NotificationSettings,
  NotificationWays,
  QuietHours,
} from '../../../generated/protocol';
import { Loading } from '../../../ui/loading.svelte';
import { Submission } from '../../../ui/submission.svelte';

/** Kinds of notifications, in the order of the table. */
export const KINDS = [
  'turn',
  'timeLow',
  'gameEnded',
  'challenge',
  'arenaSoon',
  'message',
  'teamMessage',
  'teamRequest',
] as const;
export type Kind = (typeof KINDS)[number];
export type Way = keyof NotificationWays;

/** Time in milliseconds without a change after which the settings are sent: several checkboxes are one request. */
const SAVE_AFTER_MS = 500;

/** All properties are reactive. */
export class Choices {
  readonly loading = new Loading<NotificationChoices>((signal) =>
    get<NotificationChoices>('notifications/settings', { signal }),
  );
  readonly submission = new Submission();
  /** Settings as they are shown, also before they are saved; `null` until they are loaded. */
  settings = $state.raw<NotificationSettings | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Name of the field that the server has refused; `null` if it has refused none. */
  get refused(): string | null {
    const { error } = this.submission;
    return error instanceof ApiError && error.error.code === 'invalid_field' ? error.error.params.field : null;
  }

  async load(): Promise<void> {
    await this.loading.load();
    this.settings ??= this.loading.value?.settings ?? null;
  }

  setWay(kind: Kind, way: Way, on: boolean): void {
    if (this.settings) this.#change({ [kind]: { ...this.settings[kind], [way]: on } });
  }

  setQuiet(quiet: QuietHours | null): void {
    this.#change({ quiet });
  }

  /** Saves what waits, when the page is left. */
  close(): void {
    this.loading.stop();
    if (this.#timer !== undefined) void this.#save();
  }

  #change(part: Partial<NotificationSettings>): void {
    if (!this.settings) return;
    this.settings = { ...this.settings, ...part };
    this.submission.reset();
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    // One request after another, so that the last one counts.
    if (this.submission.busy) {
      this.#schedule();
      return;
    }
    this.#timer = undefined;
    await this.submission.run(async () => {
      this.loading.set(await put<NotificationChoices>('notifications/settings', this.settings));
    });
  }
}
