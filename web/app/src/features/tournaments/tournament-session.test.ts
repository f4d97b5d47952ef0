import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import type { Fetch } from '../../domain/api';
import type { Tournament, TournamentCommandRequest } from '../../generated/protocol';
import { TournamentSession } from './tournament-session.svelte';

const at = (version: number): Tournament => ({ version, editable: true }) as unknown as Tournament;
const reply = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

let answer: (body: TournamentCommandRequest | null) => Response;
let requests: (TournamentCommandRequest | null)[] = [];

beforeEach(() => {
  requests = [];
  const fake: Fetch = async (_, { body }) => {
    const read = typeof body === 'string' ? (JSON.parse(body) as TournamentCommandRequest) : null;
    requests.push(read);
    return answer(read);
  };
  setFetch(fake);
});
afterEach(() => setFetch((address, init) => fetch(address, init)));

describe('the session of a tournament', () => {
  it('sends commands one after the other, with the version that is shown then', async () => {
    const session = new TournamentSession('abcdefghij');
    let version = 3;
    answer = (body) => reply(at(body ? (version += 1) : version));
    await session.load();
    const first = session.send({ kind: 'setResult', round: 1, white: 0, black: 1, result: '1-0' });
    const second = session.send({ kind: 'pair' });
    expect(session.busy).toBe(true);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(session.busy).toBe(false);
    expect(requests.slice(1).map((each) => each?.version)).toEqual([undefined, 4]);
    expect(session.tournament?.version).toBe(5);
  });

  it('keeps what is known if an older reply comes late', async () => {
    const session = new TournamentSession('abcdefghij');
    answer = (body) => reply(at(body ? 5 : 4));
    await session.send({ kind: 'finish' });
    await session.load();
    expect(session.tournament?.version).toBe(5);
  });

  it('has the reason of a refusal until a command is carried out, and shows what has changed elsewhere', async () => {
    const session = new TournamentSession('abcdefghij');
    let refused = true;
    answer = (body) =>
      body && refused ? reply({ error: { code: 'changed' } }, 409) : reply(at(refused ? requests.length : 9));
    await session.load();
    expect(await session.send({ kind: 'pair' })).toBe(false);
    expect(session.problem).toContain('another device');
    expect(session.tournament?.version).toBe(3);
    refused = false;
    expect(await session.send({ kind: 'pair' })).toBe(true);
    expect(session.problem).toBeNull();
  });
});
