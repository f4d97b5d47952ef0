/** The notifications of the visitor: loaded again when there is news, and marked as read when they were shown. */

import { get, put } from '../../domain/api';
import { socket } from '../../domain/live/connection';
import { visitor } from '../../domain/me.svelte';
import { clearMessages } from '../../domain/push/browser';
import type { Notification, NotificationAbout, Notifications, NotificationsRead } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';

/** Notifications of one day. */
export interface Day {
  /** Time of the newest one. */
  time: number;
  entries: Notification[];
}

/** All properties are reactive. */
export class NotificationList {
  readonly loading = new Loading<Notifications>((signal) => get<Notifications>('notifications', { signal }));
  /** Those that were unread when this page showed them; they stay marked while it is open. */
  #fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** Time of the newest one that the server knows as read. */
  #read = 0;

  readonly days: Day[] = $derived(byDay(this.loading.value?.entries ?? []));

  /** Loads the list, and again at each news. Returns a function that stops that. */
  open(): () => void {
    const stop = socket.follow({ notifications: () => void this.load() });
    // What came while the page was hidden is read when it is seen.
    const seen = (): void => void this.#markRead();
    document.addEventListener('visibilitychange', seen);
    void this.load();
    return () => {
      stop();
      document.removeEventListener('visibilitychange', seen);
      this.loading.stop();
    };
  }

  async load(): Promise<void> {
    await this.loading.load();
    await this.#markRead();
  }

  isFresh(entry: Notification): boolean {
    return !entry.read || this.#fresh.has(keyOf(entry));
  }

  async #markRead(): Promise<void> {
    const unread = this.loading.value?.entries.filter(({ read }) => !read) ?? [];
    if (document.visibilityState !== 'visible' || unread.length === 0) return;
    this.#fresh = new Set([...this.#fresh, ...unread.map(keyOf)]);
    const until = Math.max(...unread.map(({ createdAt }) => createdAt));
    // The server's news about it arrives while the list still has them as unread.
    if (until <= this.#read) return;
    this.#read = until;
    try {
      await put('notifications/read', { until } satisfies NotificationsRead);
      visitor.setNotifications(0);
      await clearMessages();
    } catch {
      // They stay unread, and the next visit marks them.
      this.#read = 0;
    }
  }
}

/** Returns a key of a notification: a later one about the same is another one. */
function keyOf({ about, createdAt }: Notification): string {
  return `${about.kind} ${subjectOf(about)} ${createdAt}`;
}

function subjectOf(about: NotificationAbout): string {
  switch (about.kind) {
    case 'arenaSoon':
      return about.arena;
    case 'simulSoon':
    case 'simulBegun':
    case 'simulAccepted':
      return about.simul;
    case 'stageBegun':
      return about.tournament;
    case 'challenge':
      return about.challenge;
    case 'message':
      return about.sender.account;
    case 'teamMessage':
    case 'teamRequest':
    case 'teamAccepted':
      return about.team;
    default:
      return about.game;
  }
}

/** Groups notifications, the newest first, by the days of the visitor's calendar. */
export function byDay(entries: readonly Notification[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && new Date(last.time).toDateString() === new Date(entry.createdAt).toDateString())
      last.entries.push(entry);
    else days.push({ time: entry.createdAt, entries: [entry] });
  }
  return days;
}
