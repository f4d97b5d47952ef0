import { describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import { NO_FILTERS } from './filters';
import { GameList, pgnAddress } from './game-list.svelte';

describe('the list of ended games', () => {
  it('is asked for page by page', async () => {
    const asked: string[] = [];
    setFetch(async (address) => {
      asked.push(address);
      const page = address.includes('after')
        ? { games: [{ id: 'c' }], next: null }
        : { games: [{ id: 'a' }, { id: 'b' }], next: 'x y' };
      return new Response(JSON.stringify(page));
    });
    const list = new GameList();
    await list.show({ ...NO_FILTERS, variant: 'shafran' });
    await list.more();
    await list.more();
    expect(list.games.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual(['/api/games?variant=shafran', '/api/games?variant=shafran&after=x+y']);
  });

  it('keeps what is there when a page does not come, and tries again', async () => {
    let fails = false;
    setFetch(async () => {
      if (fails) throw new TypeError('offline');
      return new Response(JSON.stringify({ games: [{ id: 'a' }], next: 'x' }));
    });
    const list = new GameList();
    await list.show(NO_FILTERS);
    fails = true;
    await list.more();
    expect(list.error).not.toBeNull();
    expect(list.games.length).toBe(1);
    fails = false;
    await list.retry();
    expect([list.error, list.games.length]).toEqual([null, 2]);
  });

  it('has an address as one file', () => {
    expect(pgnAddress({ ...NO_FILTERS, player: 'Ada', result: 'win' })).toBe('/api/games.pgn?player=Ada&result=win');
  });
});
