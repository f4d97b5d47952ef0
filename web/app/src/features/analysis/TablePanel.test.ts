// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { resultText } from '../../text/endings';
import { settings } from '../../ui/settings.svelte';
import TablePanel from './TablePanel.svelte';

test('the panel says the result, and plays the moves that it lists', () => {
  settings.locale = 'en';
  const played: string[] = [];
  const panel = mount(TablePanel, {
    target: document.body,
    props: {
      known: {
        result: 'win',
        plies: 23,
        moves: [
          { uci: 'a1a2', san: 'Qa2', result: 'win', plies: 23 },
          { uci: 'a1a3', san: 'Qa3', result: 'stalemate-win', plies: 3 },
          { uci: 'a1a4', san: 'Qa4', result: 'draw', plies: null },
        ],
      },
      turn: 'w',
      onplay: (uci: string) => played.push(uci),
    },
  });
  flushSync();
  expect(document.querySelector('caption')?.textContent).toContain('White wins in 12 moves');
  expect([...document.querySelectorAll('th[scope=rowgroup]')].map((cell) => cell.textContent)).toEqual([
    'Wins (1)',
    'Gives stalemate (1)',
    'Draws (1)',
  ]);
  document.querySelectorAll('button')[1]?.click();
  expect(played).toEqual(['a1a3']);
  void unmount(panel);
});

test('results are those of the side that is to move', () => {
  expect(resultText('win', 23, 'w')).toBe('White wins in 12 moves');
  expect(resultText('win', 1, 'b')).toBe('Black wins in 1 move');
  expect(resultText('loss', 4, 'w')).toBe('Black wins in 2 moves');
  expect(resultText('draw', 0, 'w')).toBe('draw');
  expect(resultText('stalemate-win', 3, 'b')).toBe('Black stalemates in 2 moves');
  expect(resultText('stalemate-loss', 2, 'b')).toBe('White stalemates in 1 move');
  expect(resultText('stalemate-loss', 0, 'b')).toBe('Black is stalemated');
});
