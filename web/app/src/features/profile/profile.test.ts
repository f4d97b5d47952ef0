import { beforeEach, describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import { Profile } from './profile.svelte';

let requests: string[];
let refuse = false;

beforeEach(() => {
  requests = [];
  refuse = false;
  setFetch(async (address, { method }) => {
    requests.push(`${method} ${address}`);
    if (refuse) return new Response('{"error":{"code":"account_required"}}', { status: 403 });
    if (method !== 'GET') return new Response(null, { status: 204 });
    const ratings = [
      { variant: 'shafran', speed: 'blitz' },
      { variant: 'glinski', speed: 'rapid' },
    ];
    if (address.includes('?')) return new Response('{"games":[],"next":null}');
    return new Response(
      JSON.stringify({
        name: 'Ada',
        ratings,
        computerRatings: [],
        puzzleRatings: [],
        relation: { following: true, blocked: false },
      }),
    );
  });
});

describe('a player’s page', () => {
  it('shows the most played rating until another one is chosen', async () => {
    const profile = new Profile('Ada');
    expect(profile.chosen).toBeNull();
    await profile.entry.load();
    expect(profile.chosen).toMatchObject({ variant: 'shafran' });
    profile.chosen = profile.options[1] ?? null;
    expect(profile.chosen).toMatchObject({ variant: 'glinski' });
    // It stays chosen when the profile is loaded again.
    await profile.entry.load();
    expect(profile.chosen).toMatchObject({ variant: 'glinski' });
  });

  it('loads the profile, its figures and its last games', async () => {
    const profile = new Profile('Ada L');
    await profile.load();
    expect(requests.toSorted()).toEqual([
      'GET /api/games?player=Ada+L',
      'GET /api/users/Ada%20L',
      'GET /api/users/Ada%20L/summary',
    ]);
    expect(profile.games.value?.games).toEqual([]);
  });

  it('follows and blocks; blocking unfollows', async () => {
    const profile = new Profile('Иван');
    await profile.entry.load();
    await profile.block(true);
    expect(profile.entry.value?.relation).toEqual({ blocked: true, following: false });
    await profile.block(false);
    await profile.follow(true);
    expect(profile.entry.value?.relation).toEqual({ blocked: false, following: true });
    const path = '/api/users/%D0%98%D0%B2%D0%B0%D0%BD';
    expect(requests).toEqual([`GET ${path}`, `PUT ${path}/block`, `DELETE ${path}/block`, `PUT ${path}/follow`]);
  });

  it('leaves everything as it was where the server refuses', async () => {
    const profile = new Profile('Ada');
    await profile.entry.load();
    refuse = true;
    await profile.follow(false);
    expect(profile.entry.value?.relation).toEqual({ following: true, blocked: false });
    expect(profile.submission.error).toMatchObject({ code: 'account_required' });
  });
});
