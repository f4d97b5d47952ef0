/** The steps of "How the pieces move", with the real rules. */

import { beforeAll, describe, expect, it } from 'vitest';
import mini from '../../../../../variants/mini-hexchess.toml?raw';
import { startEngineModule, startRules } from '../../domain/modules-for-tests';
import { ownVariants } from '../../domain/own-variants.svelte';
import { VARIANT_IDS } from '../../domain/variant-ids';
import { stepsOf } from './introduction';
import { pictureOf } from './picture';

beforeAll(startRules);

function titles(variant: string): string[] {
  return stepsOf(variant).map(({ title }) => title());
}

describe('the introduction', () => {
  it.each(VARIANT_IDS)('shows every kind of piece of %s, with moves in every picture of one', (variant) => {
    expect(titles(variant)).toEqual(
      expect.arrayContaining(['Rook', 'Bishop', 'Queen', 'King', 'Knight', 'The pawn', 'En passant']),
    );
    for (const step of stepsOf(variant).slice(1)) {
      for (const diagram of step.diagrams) {
        const { shapes, moves, captures } = pictureOf(variant, diagram);
        const blocked = variant === 'brusky' && moves.length + captures.length === 0;
        expect(shapes.length > 0 || blocked, `${variant}: ${step.title()}`).toBe(true);
      }
    }
  });

  it('teaches castling only where there is castling, all four of Shafran’s', () => {
    const castling = (variant: string) => stepsOf(variant).find(({ title }) => title() === 'Castling');
    expect(castling('glinski')).toBeUndefined();
    expect(castling('shafran')?.diagrams).toHaveLength(4);
    expect(castling('devasa')?.diagrams).toHaveLength(2);
  });

  it('shows the pieces of an own variant on its own board, and no piece that it lacks', async () => {
    await startEngineModule();
    await ownVariants.add('mini.toml', mini);
    expect(titles('mini')).toEqual(['A board of hexagons', 'Rook', 'Bishop', 'King', 'Knight', 'The pawn']);
    for (const step of stepsOf('mini').slice(1, 5)) {
      const diagram = step.diagrams[0];
      const { pieces, moves } = pictureOf('mini', diagram ?? { caption: step.title });
      expect(pieces, step.title()).toHaveLength(1);
      expect(moves.length, step.title()).toBeGreaterThan(3);
    }
  });
});
