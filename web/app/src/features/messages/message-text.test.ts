/** Tests of the texts of messages. */

import { describe, expect, it } from 'vitest';
import type { DirectMessage } from '../../generated/protocol';
import { addressOf, byDay, correspondentName, lastLine, merged, textParts } from './message-text';

const message = (position: number, at = 0): DirectMessage => ({ position, mine: false, at, text: `text ${position}` });

describe('textParts', () => {
  const here = 'https://chess.example';
  const links = (text: string): (string | null)[] => textParts(text, here).map(({ path }) => path);

  it.each([
    ['no address', [null]],
    ['see https://chess.example/live/aB3dE5gH9k?x=1#m3.', [null, '/live/aB3dE5gH9k?x=1#m3', null]],
    ['(https://chess.example/)', [null, '/', null]],
    ['https://elsewhere.example/login', [null]],
    ['https://chess.example.evil/ http://chess.example/', [null]],
    ['https://chess.example@evil.example/', [null]],
    ['javascript:alert(1) https://', [null]],
  ])('makes links of addresses of this site only: %s', (text, paths) => {
    expect(links(text)).toEqual(paths);
    expect(
      textParts(text, here)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

describe('messages', () => {
  it('are grouped by day', () => {
    const noon = new Date(2026, 10, 29, 12).getTime();
    const days = byDay([message(1, noon), message(2, noon + 60_000), message(3, noon + 24 * 3_600_000)]);
    expect(days.map((day) => day.messages.map(({ position }) => position))).toEqual([[1, 2], [3]]);
  });

  it('are in order, each once', () => {
    const all = merged([message(5), message(2)], [message(3), message(5)]);
    expect(all.map(({ position }) => position)).toEqual([2, 3, 5]);
  });

  it('are one line in the list', () => {
    expect(lastLine({ ...message(1), mine: true })).toBe('You: text 1');
    expect(lastLine(message(1))).toBe('text 1');
    expect(lastLine(null)).toBe('Removed with the account');
  });
});

describe('an account', () => {
  it('has an address without a name, too', () => {
    expect(addressOf({ account: 'aaaaaaaaaa', name: 'Anna' })).toBe('Anna');
    expect(addressOf({ account: 'aaaaaaaaaa', name: null })).toBe('-aaaaaaaaaa');
    expect(correspondentName({ name: null })).toBe('Closed account');
  });
});
