// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { BookMove } from '../../generated/types';
import BookPanel from './BookPanel.svelte';

const E5: BookMove = { uci: 'e2e5', san: 'e5', cp: 28, games: 4, points: 3, share: 1 };

// The books need the engine's module; crates/wasm tests their contents.
vi.mock('../../domain/rules', () => ({
  bookMoves: async (variant: string, fen: string) => {
    if (fen === 'unreachable') throw new Error('no answer');
    return variant === 'brusky' ? null : fen === 'start' ? [E5] : [];
  },
}));

test('the panel lists the moves and plays them, and says where there is nothing', async () => {
  const played: string[] = [];
  const show = async (variant: string, fen: string): Promise<string> => {
    const panel = mount(BookPanel, {
      target: document.body,
      props: { variant, fen, onplay: (uci) => played.push(uci) },
    });
    flushSync();
    expect(document.body.textContent?.trim()).toBe('');
    await tick();
    document.querySelector('button')?.click();
    const text = document.body.textContent ?? '';
    void unmount(panel);
    document.body.replaceChildren();
    return text;
  };
  expect(await show('shafran', 'start')).toContain('e5+0.28475%100%');
  expect(played).toEqual(['e2e5']);
  const [left, missing] = [await show('shafran', 'elsewhere'), await show('brusky', 'start')];
  expect(left.trim()).not.toBe('');
  expect(missing.trim()).not.toBe(left.trim());
  expect(played).toHaveLength(1);
  expect(await show('shafran', 'unreachable')).toContain('no answer');
});
