/** PGN tags that the rules do not use: players, place and date. */

import type { Side } from '../generated/types';

interface Players {
  computer: Side | null;
  level: number;
}

function dateTag(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}

/** Tags are for programs as much as for people, so they are English in every language. */
export function recordTags(players: Players | null, date: Date): [string, string][] {
  const name = (side: Side): string => (players?.computer === side ? `Saffron ${players.level}` : 'Player');
  return [
    ['Event', 'Casual game'],
    ['Site', 'Saffron'],
    ['Date', dateTag(date)],
    ['White', name('w')],
    ['Black', name('b')],
  ];
}
