import { expect, it } from 'vitest';
import { ENGINE_BRUSHES, engineArrows } from './engine-arrows';

const line = (move: string, share: number) => ({ moves: [move, 'e9e6'], eval: { text: '', share } });

it('has one arrow a line, weaker for worse lines, the best one on top', () => {
  const lines = [line('e2e5', 0.6), line('b1c4', 0.58), line('c1d3', 0.4)];
  const arrows = engineArrows(lines, false);
  expect(arrows.map(({ from, to, brush }) => [from, to, brush])).toEqual([
    ['c1', 'd3', 'worse'],
    ['b1', 'c4', 'close'],
    ['e2', 'e5', 'best'],
  ]);
  const widths = ['best', 'close', 'worse'].map((brush) => ENGINE_BRUSHES[brush]?.lineWidth ?? 0);
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

it('counts a loss for Black as one, too, and draws promotions of one pawn once', () => {
  const arrows = engineArrows([line('e2e1q', 0.1), line('e2e1r', 0.12), line('a3a4', 0.3)], false);
  expect(arrows.map(({ to, brush }) => [to, brush])).toEqual([
    ['a4', 'worse'],
    ['e1', 'best'],
  ]);
});

it('shows a threat by one arrow in the colour of danger', () => {
  const arrows = engineArrows([line('e9e6', 0.4), line('c8b5', 0.5)], true);
  expect(arrows).toEqual([{ from: 'e9', to: 'e6', brush: 'threat' }]);
  expect(engineArrows([], true)).toEqual([]);
});
