import { afterEach, describe, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import { Watch } from './watch.svelte';

let asked: string[] = [];
let tell: (game: string | null) => void = () => undefined;
let close: (() => void) | undefined;

afterEach(() => close?.());

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
const games = (...ids: string[]) => JSON.stringify({ games: ids.map((id) => ({ id })), next: null });

async function opened(variant: string | null): Promise<Watch> {
  asked = [];
  setFetch(async (address) => {
    asked.push(address);
    return new Response(address.includes('/tv') ? games('best', 'second') : games('best', 'third', 'second'));
  });
  const watch = new Watch(variant, {
    followTv(_, follow) {
      tell = follow;
      return () => undefined;
    },
  });
  close = watch.open();
  await settled();
  return watch;
}

const ids = (watch: Watch): string[] => watch.others.map(({ id }) => id);

describe('the games in progress', () => {
  it('are the best of each variant, then the others, each once', async () => {
    const watch = await opened(null);
    expect([watch.best, ids(watch)]).toEqual(['best', ['second', 'third']]);
    tell('third');
    expect([watch.best, ids(watch)]).toEqual(['third', ['best', 'second']]);
  });

  it('are those of one variant where one is asked for', async () => {
    const watch = await opened('glinski');
    expect(asked).toEqual(['/api/games/current?variant=glinski']);
    expect(ids(watch)).toEqual(['third', 'second']);
  });

  it('are read again when the best one is new', async () => {
    const watch = await opened('glinski');
    tell('another');
    await settled();
    expect(asked.length).toBe(2);
    expect(watch.best).toBe('another');
  });

  it('have a best one also where the server has chosen none, whichever answer comes first', async () => {
    const watch = await opened('glinski');
    tell(null);
    expect(watch.best).toBe('best');
    await settled();
    expect([watch.best, asked.length]).toEqual(['best', 2]);
  });
});
