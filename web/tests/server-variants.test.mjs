/** Variants that the operator of the server has added. */

import { fileURLToPath } from 'node:url';
import { test } from './harness.mjs';
import { another, begin, movesShown, openLive } from './live.mjs';
import { move } from './play.mjs';

const FILE = fileURLToPath(new URL('../../variants/mini-hexchess.toml', import.meta.url));

test(
  'a game of a variant of the operator is offered by its name, played and watched',
  async ({ page: visitor, serve }) => {
    const server = await serve(['--variants', FILE]);
    const { url } = server;
    const [white, black] = [await another(visitor, url), await another(visitor, url)];
    await white.goto('/lobby');
    await white.locator('label', { hasText: 'Mini Hexchess' }).first().waitFor();
    const id = await begin(white, black, url, { variant: 'mini' });
    await openLive(white, id);
    await openLive(black, id);
    await move(white, 'b1b2');
    await movesShown(black, 1);
    await visitor.goto(`${url}/watch/mini`);
    await visitor.getByRole('link', { name: 'Mini Hexchess' }).first().waitFor();
    await visitor.locator('[aria-labelledby=watch-best] [data-piece][data-at="b2"]').waitFor();
    await visitor.goto(`${url}/leaderboard/mini`);
    await visitor.getByRole('heading', { level: 1, name: /Mini Hexchess/ }).waitFor();
  },
  // No document of the build is of these addresses.
  { seconds: 60, tolerate: /status of 404/ },
);
