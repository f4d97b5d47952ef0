import { describe, expect, it } from 'vitest';
import { VARIANTS, variantById } from '../../../board/src/variants';
import { screenScale, layOut } from '../../../board/src/geometry';
import { frameOf, portraitRotation } from './board-frame';

describe('portraitRotation', () => {
  it('turns the wide boards on a phone in the hand, and no others', () => {
    const turned = VARIANTS.filter(({ board }) => portraitRotation(board, 390, 844) !== 0).map(({ id }) => id);
    expect(turned).toEqual(['devasa', 'brusky']);
  });

  it('leaves a board as it is where the window is low', () => {
    for (const { board } of VARIANTS) expect(portraitRotation(board, 390, 640)).toBe(0);
  });

  it('brings larger cells', () => {
    const { board } = variantById('devasa');
    const cells = (rotation: number) =>
      screenScale({ width: 374, height: 454 }, layOut(board, 'w', false, rotation).viewBox);
    expect(cells(portraitRotation(board, 390, 844))).toBeGreaterThan(1.15 * cells(0));
  });
});

describe('frameOf', () => {
  it('finds the corners empty of those boards only on which names and clocks fit there', () => {
    const empty = VARIANTS.filter(({ board }) => frameOf(board).corners).map(({ id }) => id);
    expect(empty).toEqual(['shafran', 'glinski', 'mccooey', 'hexofen']);
  });

  it('knows the turned board', () => {
    const { board } = variantById('devasa');
    expect(frameOf(board).aspect).toBeGreaterThan(1.5);
    expect(frameOf(board, 30).aspect).toBeLessThan(0.65);
  });
});
