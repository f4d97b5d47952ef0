import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { BookMove } from '../../generated/types';
import BookPanel from './BookPanel.svelte';

const E5: BookMove = { uci: 'e2e5', san: 'e5', cp: 28, games: 4, points: 3, share: 1 };

// The WebAssembly module cannot be loaded here; crates/wasm has the tests of what it answers.
vi.mock('../../domain/rules', () => ({
  bookMoves: (variant: string, fen: string) => (variant === 'brusky' ? null : fen === 'start' ? [E5] : []),
}));

test('the panel lists the moves and plays them, and says where there is nothing', () => {
  const played: string[] = [];
  const show = (variant: string, fen: string): string => {
    const panel = mount(BookPanel, {
      target: document.body,
      props: { variant, fen, onplay: (uci) => played.push(uci) },
    });
    flushSync();
    document.querySelector('button')?.click();
    const text = document.body.textContent ?? '';
    void unmount(panel);
    document.body.replaceChildren();
    return text;
  };
  expect(show('shafran', 'start')).toContain('e5+0.28475%100%');
  expect(played).toEqual(['e2e5']);
  const [left, missing] = [show('shafran', 'elsewhere'), show('brusky', 'start')];
  expect(left.trim()).not.toBe('');
  expect(missing.trim()).not.toBe(left.trim());
  expect(played).toHaveLength(1);
});
