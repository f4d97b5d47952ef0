// @vitest-environment jsdom

/** Tests of a team's page: what is asked of the server, and what is shown after it. */

import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, setFetch } from '../../domain/api';
import type { Team, TeamMessages } from '../../generated/protocol';
import { TeamSession } from './team-session.svelte';
import { messageProblem, paragraphs, problemText } from './team-text';

const TEAM: Team = {
  info: { id: 'aB3dE5gH9t', name: 'Kispest', members: 1, open: true },
  description: '',
  createdAt: 0,
  leaders: [],
  you: null,
  requests: 0,
  renamable: false,
  arenas: [],
  simuls: [],
};

describe('a team', () => {
  let sent: [string, string, unknown][] = [];
  let answers: Record<string, unknown> = {};

  beforeEach(() => {
    sent = [];
    answers = { '/api/teams/aB3dE5gH9t': TEAM };
    setFetch((address, { method, body }) => {
      sent.push([String(method), address, body === undefined ? undefined : JSON.parse(String(body))]);
      return Promise.resolve(Response.json(answers[address] ?? null));
    });
  });

  it('is shown as the reply to joining has it', async () => {
    const session = new TeamSession('aB3dE5gH9t');
    const you = { role: 'member' as const, since: 5, quiet: false };
    answers['/api/teams/aB3dE5gH9t/join'] = { ...TEAM, you };
    expect(await session.join('Hello')).toBe(true);
    expect(sent).toEqual([['POST', '/api/teams/aB3dE5gH9t/join', { text: 'Hello' }]]);
    expect(session.loading.value?.you).toEqual(you);
  });

  it('loads again what a leader has changed, and only that', async () => {
    const session = new TeamSession('aB3dE5gH9t');
    answers['/api/teams/aB3dE5gH9t/requests'] = { requests: [], blocked: [] };
    await session.requests.load();
    sent = [];
    await session.act('abcdefghij', 'accept');
    expect(sent.map(([method, address]) => `${method} ${address}`)).toEqual([
      'POST /api/teams/aB3dE5gH9t/members/abcdefghij',
      'GET /api/teams/aB3dE5gH9t',
      'GET /api/teams/aB3dE5gH9t/requests',
    ]);
  });

  it('appends older messages', async () => {
    const session = new TeamSession('aB3dE5gH9t');
    const page = (id: number, next: number | null): TeamMessages => ({
      messages: [{ id, author: 'Anna', at: id, text: '' }],
      next,
    });
    answers['/api/teams/aB3dE5gH9t/messages'] = page(9, 9);
    answers['/api/teams/aB3dE5gH9t/messages?before=9'] = page(4, null);
    await session.messages.load();
    await session.more();
    expect(session.messages.value?.messages.map(({ id }) => id)).toEqual([9, 4]);
    expect(session.messages.value?.next).toBe(null);
  });
});

describe('sentences', () => {
  it('say why a message was not sent, or a name refused', () => {
    const limited = new ApiError({ code: 'rate_limited', params: { retryAfter: 80_000 } }, 429);
    expect(messageProblem(limited)).toMatch(/two messages/);
    expect(problemText(limited)).toMatch(/80000 seconds/);
    expect(problemText(new ApiError({ code: 'invalid_field', params: { field: 'name' } }, 400))).toMatch(/3 to 40/);
  });

  it('are kept in paragraphs', () => {
    expect(paragraphs('One\ntwo\n\nthree')).toEqual(['One\ntwo', 'three']);
    expect(paragraphs('')).toEqual([]);
  });
});
