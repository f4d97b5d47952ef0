/** The phases of games, with the real rules. */

import { beforeAll, expect, it } from 'vitest';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { gameFromRecord } from '../../domain/records';
import { newGame } from '../../domain/rules';
import { VARIANT_IDS } from '../../generated/types';
import { divisionOf, divisionOfGame, phaseAt } from './phases';

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

const at = (...cells: string[]) => cells.map((text) => ({ piece: text[0] ?? '', cell: text.slice(1) }));

it('begins the middlegame with development or exchanges, the endgame when little is left', () => {
  const home = at('Qa1', 'Rb1', 'Bc1', 'Nd1', 'Pe1', 'Kf1');
  const moved = at('Qa1', 'Rb1', 'Bc3', 'Nd3', 'Pe1', 'Kf1');
  const exchanged = at('Qa1', 'Rb1', 'Nd1', 'Kf1', 'Pe2');
  const bare = at('Rb1', 'Nd1', 'Kf1', 'Pe1');
  expect(divisionOf(home, [home, moved, bare])).toEqual({ middlegame: 1, endgame: 2 });
  // 17 of 20 is less than a fifth down; 8 of 20 is two fifths.
  expect(divisionOf(home, [home, exchanged, bare, home])).toEqual({ middlegame: null, endgame: 2 });
  expect(divisionOf(home, [home, at('Rb1', 'Bc1', 'Nd1', 'Pe1')])).toEqual({ middlegame: 1, endgame: null });
  expect(divisionOf(home, [home])).toEqual({ middlegame: null, endgame: null });
  expect(divisionOf(home, [bare])).toEqual({ middlegame: null, endgame: 0 });
});

it('names the phase of every position', () => {
  const division = { middlegame: 3, endgame: 5 };
  const phases = [0, 2, 3, 4, 5, 9].map((ply) => phaseAt(division, ply));
  expect(phases).toEqual(['opening', 'opening', 'middlegame', 'middlegame', 'endgame', 'endgame']);
  expect(phaseAt({ middlegame: null, endgame: 0 }, 0)).toBe('endgame');
});

it('starts every variant in the opening', () => {
  for (const variant of VARIANT_IDS) {
    const game = newGame(variant);
    expect(divisionOfGame(variant, game.startFen(), []), variant).toEqual({ middlegame: null, endgame: null });
    game.free();
  }
});

it('divides a whole game', async () => {
  const record = `[Variant "Shafran"]

1. g6 Bf8 2. Bh6 Bg7 3. f5 Bxh6 4. Nxh6 b5 5. Kf2 h8 6. Be5 f7 7. Nd4 c6 8. gxh8 gxh8 9. Bf4 c5 10. Bd6 Rxd6
11. Ndf3 i8 12. Qb1 ixh6 13. Qc3 Bxf3 14. Qe3 hxi5=Q 15. Qxi5 Bxh4 16. e5 fxe5 17. Qxh4 Rixi6 18. Qe4 Ri5+ 19. Kd1
Rxh5+ 20. Kc1 Qxf5 21. Qxf5 Rxf5 *`;
  const game = await gameFromRecord(record);
  const moves = game.history().map(({ uci }) => uci);
  const { middlegame, endgame } = divisionOfGame('shafran', game.startFen(), moves);
  game.free();
  expect(middlegame).toBeGreaterThan(8);
  expect(endgame).toBeGreaterThan(middlegame ?? 99);
  expect(endgame).toBeLessThanOrEqual(moves.length);
});
