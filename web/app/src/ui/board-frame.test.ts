import { describe, expect, it } from 'vitest';
import { VARIANTS, variantById } from '../../../board/src/variants';
import { screenScale, layOut } from '../../../board/src/geometry';
import { frameOf, portraitRotation } from './board-frame';

const HEAD = `/*
 * Width by height of the boards, for the documents that the build makes: they have no style attributes, which the policy of the
 * server forbids. Boards that are turned on phones are not seen there before the app turns them. Made by the tests: after a
 * change of a board, \`npx vitest run board-frame -u\`.
 */
`;

/** The text of board-aspects.css. */
function aspectsCss(): string {
  const selector = (id: string): string => `.board-page[data-variant='${id}']`;
  const byAspect = new Map<number, string[]>();
  for (const { id, board } of VARIANTS) {
    const { aspect } = frameOf(board);
    byAspect.set(aspect, [...(byAspect.get(aspect) ?? []), selector(id)]);
  }
  const rules = [...byAspect].map(([aspect, selectors]) => `${selectors.join(',\n')} {\n  --aspect: ${aspect};\n}\n`);
  const turned = VARIANTS.filter(({ board }) => portraitRotation(board, 390, 844) !== 0).map(({ id }) => selector(id));
  const hidden = turned.map((each) => `  .preview ${each}`).join(',\n');
  const phone = `@media (max-width: 47.5rem) and (orientation: portrait) {\n${hidden} {\n    visibility: hidden;\n  }\n}\n`;
  return [HEAD, ...rules, phone].join('\n');
}

describe('board-aspects.css', () => {
  it('knows the shapes of the boards', async () => {
    await expect(aspectsCss()).toMatchFileSnapshot('./board-aspects.css');
  });
});

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
