import { afterEach, expect, test } from 'vitest';
import { ApiError, apiAddress, get, OfflineError, post, setFetch } from './api';
import type { Fetch } from './api';
import { Visitor } from './me.svelte';

afterEach(() => setFetch((address, init) => fetch(address, init)));

function answer(body: unknown, init: ResponseInit = {}): Response {
  return new Response(body === null ? null : JSON.stringify(body), init);
}

/** Replies with these in turn, and records the requests. */
function scripted(...answers: (Response | Error | DOMException)[]): [string, RequestInit][] {
  const requests: [string, RequestInit][] = [];
  const script: Fetch = (address, init) => {
    requests.push([address, init]);
    const next = answers.shift() ?? new Error('no more answers');
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next);
  };
  setFetch(script);
  return requests;
}

test('an answer is the JSON that the server sends, and nothing where it sends nothing', async () => {
  const requests = scripted(answer({ games: [] }), answer(null, { status: 204 }));
  expect(await get('games', { query: { variant: 'glinski', after: null } })).toEqual({ games: [] });
  expect(await post('seeks', { quick: true })).toBeNull();
  expect(requests.map(([address, { method, body }]) => [address, method, body])).toEqual([
    ['/api/games?variant=glinski', 'GET', undefined],
    ['/api/seeks', 'POST', '{"quick":true}'],
  ]);
  expect(requests[1]?.[1].headers).toEqual({ 'Content-Type': 'application/json' });
});

test('a refusal is an error with its code and the time to wait', async () => {
  scripted(
    answer({ error: { code: 'rate_limited', params: { retryAfter: 7 } } }, { status: 429 }),
    answer({ error: { code: 'busy' } }, { status: 503, headers: { 'Retry-After': '3' } }),
    answer({ error: { code: 'not_found' } }, { status: 404 }),
  );
  const refusal = async (): Promise<unknown> => get('me').catch((error: unknown) => error);
  expect(await refusal()).toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 7 });
  expect(await refusal()).toMatchObject({ code: 'busy', retryAfter: 3 });
  const last = await refusal();
  expect(last).toBeInstanceOf(ApiError);
  expect(last).toMatchObject({ code: 'not_found', retryAfter: null });
});

test('no connection, and a page where no server answers, are the same', async () => {
  scripted(
    new TypeError('Failed to fetch'),
    new Response('<h1>Not found</h1>', { status: 404 }),
    new Response('<!doctype html>', { status: 200 }),
  );
  for (let round = 0; round < 3; round++) await expect(get('me')).rejects.toBeInstanceOf(OfflineError);
});

test('a request that its signal ends is neither', async () => {
  scripted(new DOMException('aborted', 'AbortError'));
  await expect(get('me', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

test('parameters without a value are left out of an address', () => {
  expect(apiAddress('games/current', { variant: undefined })).toBe('/api/games/current');
  expect(apiAddress('games', { opening: 'e2e5+e9e6', rated: true })).toBe('/api/games?opening=e2e5%2Be9e6&rated=true');
});

const SERVER = { email: false, computers: 0, variants: [] };
const NOBODY = { account: null, name: null, guest: false, yourTurn: 0, server: SERVER };
const GUEST = { account: 'abcdefghij', name: null, guest: true, yourTurn: 0, server: SERVER };

test('a guest is made once, when an account is needed', async () => {
  const requests = scripted(answer(NOBODY), answer(GUEST));
  const visitor = new Visitor();
  const [first, second] = await Promise.all([visitor.ensureAccount(), visitor.ensureAccount()]);
  expect([first.account, second.account, visitor.account]).toEqual(['abcdefghij', 'abcdefghij', 'abcdefghij']);
  expect(requests.map(([address]) => address)).toEqual(['/api/me', '/api/guest']);
  await visitor.ensureAccount();
  expect(requests).toHaveLength(2);
});

test('a missing reply creates no visitor and keeps a known one', async () => {
  const visitor = new Visitor();
  scripted(new TypeError('Failed to fetch'), answer(GUEST), new TypeError('Failed to fetch'));
  expect(await visitor.refresh()).toBeNull();
  expect(visitor.status).toBe('absent');
  await visitor.refresh();
  await visitor.refresh();
  expect([visitor.status, visitor.account]).toEqual(['known', 'abcdefghij']);
});
