// @vitest-environment jsdom

/** Tests of the page of notifications: days, sentences, and what is marked as read. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setFetch } from '../../domain/api';
import { socket } from '../../domain/live/connection';
import { visitor } from '../../domain/me.svelte';
import type { Me, Notification, NotificationAbout, Player } from '../../generated/protocol';
import { byDay, NotificationList } from './notification-list.svelte';
import { notificationDetails, notificationPath, notificationText } from './notification-text';

const ANNA: Player = {
  account: 'abcdefghij',
  name: 'Anna',
  kind: 'person',
  rating: null,
  provisional: false,
  ratingChange: null,
};
const GAME = { game: 'aB3dE5gH9k', variant: 'glinski', opponent: ANNA };
const NOON = new Date(2026, 10, 29, 12).getTime();

function turn(createdAt: number, read = false): Notification {
  return { about: { kind: 'turn', ...GAME }, createdAt, read };
}

describe('sentences', () => {
  const arena = { arena: 'aB3dE5gH9m', variant: 'hexofen', name: 'Friday', startsAt: NOON };
  const team = { team: 'aB3dE5gH9t', name: 'Kispest' };
  const simul = { simul: 'aB3dE5gH9s', variant: 'glinski', name: 'Evening' };
  const stage = { tournament: 'aB3dE5gH9r', variant: 'glinski', name: 'Winter' };
  const challenge = { challenge: 'aB3dE5gH9c', variant: 'shafran', challenger: ANNA };

  it.each<[NotificationAbout, number, string]>([
    [{ kind: 'turn', ...GAME }, NOON, 'Your move'],
    [{ kind: 'timeLow', ...GAME }, NOON, 'Little time left'],
    [{ kind: 'gameEnded', ...GAME, result: '1/2-1/2' }, NOON, 'Game over: ½ : ½'],
    [{ kind: 'gameEnded', ...GAME, result: null }, NOON, 'Game aborted'],
    [{ kind: 'challenge', ...challenge, open: true }, NOON, 'Challenge'],
    [{ kind: 'challenge', ...challenge, open: false }, NOON, 'Challenge, no longer open'],
    [{ kind: 'arenaSoon', ...arena }, NOON - 1, 'Arena starts soon'],
    [{ kind: 'arenaSoon', ...arena }, NOON, 'Arena has started'],
    [{ kind: 'simulSoon', ...simul, startsAt: NOON }, NOON, 'Simul starts soon'],
    [{ kind: 'simulBegun', ...simul, game: 'aB3dE5gH9k' }, NOON, 'Simul has started'],
    [{ kind: 'simulAccepted', ...simul }, NOON, 'You have a board in the simul'],
    [{ kind: 'stageBegun', ...stage, stage: 1 }, NOON, 'Tournament has started'],
    [{ kind: 'stageBegun', ...stage, stage: 2 }, NOON, 'Next stage of a tournament has started'],
    [{ kind: 'teamMessage', ...team, text: 'Friday at six' }, NOON, 'Message to your team'],
    [{ kind: 'teamRequest', ...team, requests: 2 }, NOON, '2 requests to join'],
    [{ kind: 'teamRequest', ...team, requests: 0 }, NOON, 'Request to join, answered'],
    [{ kind: 'teamAccepted', ...team }, NOON, 'You are in the team'],
  ])('say what has happened: %o', (about, now, text) => expect(notificationText(about, now)).toBe(text));

  it('name the opponent, the variant, the arena', () => {
    expect(notificationDetails({ kind: 'turn', ...GAME }, 'en')).toEqual(['Anna', 'Gliński’s chess']);
    const [name, , time] = notificationDetails({ kind: 'arenaSoon', ...arena, name: '' }, 'en');
    expect(name).toBe('Arena');
    expect(time).toContain('12:00');
    const unnamed = notificationDetails({ kind: 'simulAccepted', ...simul, name: '' }, 'en');
    expect(unnamed).toEqual(['Simultaneous display', 'Gliński’s chess']);
    expect(notificationDetails({ kind: 'stageBegun', ...stage, stage: 2 }, 'en')[0]).toBe('Winter');
    const message = notificationDetails({ kind: 'teamMessage', ...team, text: 'Friday at six' }, 'en');
    expect(message).toEqual(['Kispest', 'Friday at six']);
  });

  it('lead to the game, the challenge, the arena', () => {
    expect(notificationPath({ kind: 'gameEnded', ...GAME, result: null })).toBe('/live/aB3dE5gH9k');
    expect(notificationPath({ kind: 'challenge', ...challenge, open: true })).toBe('/challenge/aB3dE5gH9c');
    expect(notificationPath({ kind: 'arenaSoon', ...arena })).toBe('/arena/aB3dE5gH9m');
    expect(notificationPath({ kind: 'simulAccepted', ...simul })).toBe('/simul/aB3dE5gH9s');
    expect(notificationPath({ kind: 'simulBegun', ...simul, game: 'aB3dE5gH9k' })).toBe('/live/aB3dE5gH9k');
    expect(notificationPath({ kind: 'stageBegun', ...stage, stage: 1 })).toBe('/correspondence/aB3dE5gH9r');
    expect(notificationPath({ kind: 'teamMessage', ...team, text: '' })).toBe('/team/aB3dE5gH9t?tab=messages');
    expect(notificationPath({ kind: 'teamRequest', ...team, requests: 1 })).toBe('/team/aB3dE5gH9t?tab=requests');
    expect(notificationPath({ kind: 'teamAccepted', ...team })).toBe('/team/aB3dE5gH9t');
  });
});

it('notifications of one day are together', () => {
  const hour = 3_600_000;
  const times = [NOON, NOON - hour, NOON - 13 * hour, NOON - 14 * hour, NOON - 40 * hour];
  const days = byDay(times.map((time) => turn(time)));
  expect(days.map(({ entries }) => entries.map(({ createdAt }) => createdAt))).toEqual([
    times.slice(0, 2),
    times.slice(2, 4),
    times.slice(4),
  ]);
  expect(byDay([])).toEqual([]);
});

describe('the list', () => {
  let entries: Notification[] = [];
  let until: number[] = [];
  let visibility: DocumentVisibilityState = 'visible';
  let close = (): void => undefined;

  beforeEach(() => {
    until = [];
    visibility = 'visible';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    visitor.set({ account: 'me', name: 'Me', server: { variants: [] } } as unknown as Me);
    setFetch((address, { method, body }) => {
      if (method === 'GET') return Promise.resolve(Response.json({ entries, unread: 0 }));
      expect(address).toBe('/api/notifications/read');
      const read = (JSON.parse(String(body)) as { until: number }).until;
      until.push(read);
      entries = entries.map(({ about, createdAt, ...entry }) => ({
        about,
        createdAt,
        read: entry.read || createdAt <= read,
      }));
      return Promise.resolve(new Response(null));
    });
  });
  afterEach(() => {
    close();
    vi.restoreAllMocks();
  });

  /** Says what the server's connection says. */
  const news = (unread: number): void => {
    for (const hear of heard) hear(unread);
  };
  const heard: ((unread: number) => void)[] = [];

  function opened(): NotificationList {
    heard.length = 0;
    vi.spyOn(socket, 'follow').mockImplementation(({ notifications }) => {
      if (notifications) heard.push(notifications);
      return () => undefined;
    });
    const list = new NotificationList();
    close = list.open();
    return list;
  }

  it('is read up to the newest that was shown, and what was unread stays marked', async () => {
    entries = [turn(NOON), turn(NOON - 1000), turn(NOON - 2000, true)];
    visitor.setNotifications(2);
    const list = opened();
    await vi.waitFor(() => expect(visitor.notifications).toBe(0));
    expect(until).toEqual([NOON]);
    news(0);
    await vi.waitFor(() => expect(list.loading.value?.entries[0]?.read).toBe(true));
    expect(list.loading.value?.entries.map((entry) => list.isFresh(entry))).toEqual([true, true, false]);
    expect(until).toEqual([NOON]);
  });

  it('shows what comes while it is open', async () => {
    entries = [];
    const list = opened();
    await vi.waitFor(() => expect(list.loading.value).not.toBeNull());
    entries = [turn(NOON)];
    news(1);
    await vi.waitFor(() => expect(until).toEqual([NOON]));
    expect(list.days).toHaveLength(1);
  });

  it('is not read while the page is hidden', async () => {
    entries = [turn(NOON)];
    visibility = 'hidden';
    const list = opened();
    await vi.waitFor(() => expect(list.loading.value).not.toBeNull());
    expect(until).toEqual([]);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(until).toEqual([NOON]));
  });
});
