import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import type { AccountHandlers } from '../../domain/live/socket.svelte';
import type { Challenge as ChallengeData, Player } from '../../generated/protocol';
import { Challenge, roleOf, sideOfOther } from './challenge.svelte';

const player = (account: string): Player => ({ account, name: account, kind: 'person' }) as Player;

const OPEN: ChallengeData = {
  id: 'abcdefghij',
  from: player('ada'),
  to: null,
  offer: { variant: 'shafran', control: { kind: 'unlimited' }, rated: false, side: 'white' },
  speed: 'correspondence',
  rematchOf: null,
  status: 'open',
  game: null,
  createdAt: 0,
  expiresAt: 1,
};

let answers: Record<string, [status: number, body: unknown]>;
let went: string[];
let news: AccountHandlers;
let close: (() => void) | undefined;

beforeEach(() => {
  went = [];
  answers = { 'GET challenges/abcdefghij': [200, OPEN] };
  setFetch(async (address, { method }) => {
    const [status, body] = answers[`${method} ${address.replace('/api/', '')}`] ?? [500, null];
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
});

afterEach(() => close?.());

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

async function opened(account: string | null): Promise<Challenge> {
  const challenge = new Challenge('abcdefghij', (path) => went.push(path), {
    visitor: { account, load: () => Promise.resolve(null) },
    become: () => Promise.resolve(),
    socket: {
      follow(one) {
        news = one;
        return () => undefined;
      },
    },
  });
  close = challenge.open();
  await settled();
  return challenge;
}

describe('a challenge', () => {
  it('is something else to each who looks at it', () => {
    expect(roleOf(OPEN, 'ada')).toBe('challenger');
    expect(roleOf(OPEN, null)).toBe('challenged');
    expect(roleOf({ ...OPEN, to: player('bob') }, 'bob')).toBe('challenged');
    expect(roleOf({ ...OPEN, to: player('bob') }, 'eve')).toBe('other');
    expect(roleOf({ ...OPEN, to: player('bob') }, null)).toBe('other');
    expect([sideOfOther('white'), sideOfOther('black'), sideOfOther('random')]).toEqual(['black', 'white', 'random']);
  });

  it('takes a waiting visitor to the game', async () => {
    const challenge = await opened('ada');
    expect(challenge.role).toBe('challenger');
    news.started?.('elsewhere1', 'other');
    expect(went).toEqual([]);
    news.started?.('game123456', 'abcdefghij');
    expect(went).toEqual(['/live/game123456']);
  });

  it('shows an answer that it hears of', async () => {
    const challenge = await opened('ada');
    news.challenge?.({ ...OPEN, status: 'declined' });
    expect(challenge.entry.value?.status).toBe('declined');
    expect(went).toEqual([]);
  });

  it('does not go to a game that had begun before', async () => {
    answers['GET challenges/abcdefghij'] = [200, { ...OPEN, status: 'accepted', game: 'game123456' }];
    await opened('ada');
    expect(went).toEqual([]);
  });

  it('is accepted by a visitor, or reports that another was faster', async () => {
    answers['POST challenges/abcdefghij/accept'] = [200, { game: 'game123456' }];
    const challenge = await opened(null);
    await challenge.accept();
    expect(went).toEqual(['/live/game123456']);
    answers['POST challenges/abcdefghij/accept'] = [410, { error: { code: 'gone' } }];
    answers['GET challenges/abcdefghij'] = [200, { ...OPEN, status: 'cancelled' }];
    await challenge.accept();
    expect(challenge.error).toMatchObject({ code: 'gone' });
    expect(challenge.entry.value?.status).toBe('cancelled');
  });

  it('is over when the server has forgotten it', async () => {
    const challenge = await opened('ada');
    answers['DELETE challenges/abcdefghij'] = [204, null];
    answers['GET challenges/abcdefghij'] = [404, { error: { code: 'not_found' } }];
    await challenge.withdraw();
    expect(challenge.entry.value?.status).toBe('expired');
  });
});
