/** Tests of the settings of notifications: they are saved together, one request after another. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setFetch } from '../../../domain/api';
import type { NotificationChoices, NotificationSettings } from '../../../generated/protocol';
import { Choices } from './choices.svelte';

const WAYS = { bell: true, push: true, mail: false };
const SETTINGS: NotificationSettings = {
  turn: WAYS,
  timeLow: WAYS,
  gameEnded: WAYS,
  challenge: WAYS,
  arenaSoon: WAYS,
  message: WAYS,
  teamMessage: WAYS,
  teamRequest: WAYS,
  quiet: null,
};

let saved: NotificationSettings[] = [];
/** Delay of the server's replies in milliseconds. */
let delay = 0;
let refusal: object | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  delay = 0;
  refusal = null;
  setFetch(async (_, { method, body }) => {
    const settings = method === 'PUT' ? (JSON.parse(String(body)) as NotificationSettings) : SETTINGS;
    if (method === 'PUT') saved.push(settings);
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (refusal && method === 'PUT') return Response.json({ error: refusal }, { status: 400 });
    const choices: NotificationChoices = { settings, mailable: false, pushKey: 'AQID', browsers: 0 };
    return Response.json(choices);
  });
});
afterEach(() => vi.useRealTimers());

async function loaded(): Promise<Choices> {
  const choices = new Choices();
  void choices.load();
  await vi.runAllTimersAsync();
  return choices;
}

it('several changes are one request', async () => {
  const choices = await loaded();
  choices.setWay('turn', 'push', false);
  choices.setWay('challenge', 'bell', false);
  expect(choices.settings?.turn.push).toBe(false);
  await vi.runAllTimersAsync();
  expect(saved).toEqual([{ ...SETTINGS, turn: { ...WAYS, push: false }, challenge: { ...WAYS, bell: false } }]);
  expect(choices.submission.done).toBe(true);
});

it('a change during a slow request is saved after it', async () => {
  const choices = await loaded();
  delay = 3000;
  choices.setWay('turn', 'push', false);
  await vi.advanceTimersByTimeAsync(1000);
  choices.setWay('turn', 'push', true);
  await vi.runAllTimersAsync();
  expect(saved.map(({ turn }) => turn.push)).toEqual([false, true]);
  expect(choices.settings?.turn.push).toBe(true);
});

it('a change is saved when the page is left', async () => {
  const choices = await loaded();
  choices.setQuiet({ from: 1320, until: 420, zone: 'Europe/Budapest' });
  choices.close();
  expect(saved).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(saved).toHaveLength(1);
});

it('names the field that the server has refused', async () => {
  const choices = await loaded();
  refusal = { code: 'invalid_field', params: { field: 'until' } };
  choices.setQuiet({ from: 420, until: 420, zone: 'UTC' });
  await vi.runAllTimersAsync();
  expect(choices.refused).toBe('until');
  choices.setQuiet({ from: 420, until: 430, zone: 'UTC' });
  expect(choices.refused).toBeNull();
});
