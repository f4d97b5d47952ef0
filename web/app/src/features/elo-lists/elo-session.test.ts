import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import type { EloCommandRequest, EloList } from '../../generated/protocol';
import { EloSession } from './elo-session.svelte';

const at = (version: number): EloList => ({ version }) as unknown as EloList;
const reply = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

let answer: (body: EloCommandRequest | null) => Response;
let requests: (EloCommandRequest | null)[] = [];

beforeEach(() => {
  requests = [];
  setFetch(async (_, { body }) => {
    const read = typeof body === 'string' ? (JSON.parse(body) as EloCommandRequest) : null;
    requests.push(read);
    return answer(read);
  });
});
afterEach(() => setFetch((address, init) => fetch(address, init)));

describe('the session of an Elo list', () => {
  it('sends one command at a time, for the version that is shown', async () => {
    const session = new EloSession('abcdefghij');
    answer = (body) => reply(at(body ? body.version + 1 : 3));
    expect(await session.send({ kind: 'removeEntry', entry: 0 })).toBe(false);
    expect(requests).toEqual([]);
    await session.loading.load();
    const first = session.send({ kind: 'removeEntry', entry: 0 });
    const second = session.send({ kind: 'removeEntry', entry: 1 });
    expect(await Promise.all([first, second])).toEqual([true, false]);
    expect(requests.slice(1).map((each) => each?.version)).toEqual([3]);
    expect([session.list?.version, session.busy]).toEqual([4, false]);
  });

  it('shows what has changed elsewhere, with the reason of the refusal', async () => {
    const session = new EloSession('abcdefghij');
    answer = (body) => (body ? reply({ error: { code: 'changed' } }, 409) : reply(at(requests.length)));
    await session.loading.load();
    expect(await session.send({ kind: 'removeTournament', index: 0 })).toBe(false);
    expect(session.problem).toContain('another device');
    expect(session.list?.version).toBe(3);
    answer = () => reply(at(9));
    expect(await session.send({ kind: 'removeTournament', index: 0 })).toBe(true);
    expect(session.problem).toBeNull();
  });
});
