/** Games in progress, watched. */

import { test } from './harness.mjs';
import { act, another, begin, DAYS } from './live.mjs';

test('moves arrive on the boards of the games in progress', async ({ page, url }) => {
  const [white, black] = [await another(page, url), await another(page, url)];
  // A variant that no other test plays, so that the list has only these games.
  const offer = { control: DAYS, variant: 'hexofen' };
  const games = [await begin(white, black, url, offer), await begin(black, white, url, offer)];
  await page.goto('/watch/hexofen');
  await page.getByRole('heading', { name: 'Best game' }).waitFor();
  await page.getByRole('heading', { name: 'More games' }).waitFor();
  const best = (await page.locator('a', { hasText: 'Watch this game' }).getAttribute('href'))?.split('/').at(-1);
  for (const [index, id] of games.entries()) {
    await act(index === 0 ? white : black, url, id, { kind: 'move', uci: 'e3e5', ply: 0 });
    // The large board names its cells; a small one marks the last move.
    const moved = id === best ? '[aria-labelledby=watch-best] [data-at="e5"]' : `[data-game="${id}"] svg .last`;
    await page.locator(moved).first().waitFor({ state: 'attached' });
  }
});
