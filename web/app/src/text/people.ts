/** Names of players, time controls and ratings. */

import type { GameInfo, Player, Speed, TimeControl } from '../generated/protocol';
import { m } from '../paraglide/messages.js';

const SPEEDS: Record<Speed, () => string> = {
  bullet: m.speed_bullet,
  blitz: m.speed_blitz,
  rapid: m.speed_rapid,
  classical: m.speed_classical,
  correspondence: m.speed_correspondence,
};

export function speedName(speed: Speed): string {
  return SPEEDS[speed]();
}

/** Formats the minutes of a clock: `½` for 30 seconds. */
export function minutesText(seconds: number): string {
  const fractions: Record<number, string> = { 15: '¼', 30: '½', 45: '¾' };
  if (fractions[seconds] !== undefined) return fractions[seconds];
  return String(Math.round((seconds / 60) * 100) / 100);
}

/** Formats a time control: `5+3`, `3 days`, `Unlimited`. */
export function controlText(control: TimeControl): string {
  switch (control.kind) {
    case 'clock':
      return `${minutesText(control.initial)}+${control.increment}`;
    case 'correspondence':
      return m.control_days({ days: control.days });
    case 'unlimited':
      return m.control_unlimited();
  }
}

/** Returns a time control in full, for use on its own: `3 days a move`. */
export function controlInFull(control: TimeControl): string {
  return control.kind === 'correspondence' ? m.control_days_each({ days: control.days }) : controlText(control);
}

export function ratedText(rated: boolean): string {
  return rated ? m.rated() : m.casual();
}

/** What names a player. Without the id of the account, a guest has no word. */
type Named = Pick<Player, 'name' | 'kind'> & Partial<Pick<Player, 'account' | 'level'>>;

/** Returns the name of a player, as everyone sees it. */
export function playerName({ account, name, kind, level }: Named): string {
  if (kind === 'computer') return level === undefined ? (name ?? '').replace('-', ' ') : computerName(level);
  if (name !== null) return name;
  return kind === 'closed' ? m.person_closed() : guestName(account);
}

/** Returns the name of a player for the visitor with an account: `You` for the visitor. */
export function nameFor(account: string | null, player: Named): string {
  return account !== null && player.account === account ? m.player_self() : playerName(player);
}

/** Returns the name of the computer that plays at a level. */
export function computerName(level: number): string {
  return m.person_computer({ level });
}

/** Returns the name of a guest: the same word for the same account, in every list. */
export function guestName(account: string | undefined): string {
  if (account === undefined) return m.person_guest();
  const words = m.person_guest_words().split(' ');
  let hash = 0;
  for (const character of account) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return m.person_guest_named({ word: words[hash % words.length] ?? '' });
}

/** Returns a rating as written next to a name: `1500?` if it is provisional. */
export function ratingText({ rating, provisional }: Pick<Player, 'rating' | 'provisional'>): string {
  if (rating === null) return '';
  return provisional ? `${rating}?` : String(rating);
}

/** Formats a difference with its sign. */
export function signedText(difference: number): string {
  return difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '±0';
}

/** Returns the names of both players. */
export function playersText({ white, black }: Pick<GameInfo, 'white' | 'black'>): string {
  return m.game_of({ white: playerName(white), black: playerName(black) });
}

const FRACTIONS = ['', '¼', '½', '¾'];

/** Formats quarters of a point: `3½`. */
export function pointsText(quarters: number): string {
  const size = Math.abs(quarters);
  const text = `${size < 4 && size > 0 ? '' : Math.floor(size / 4)}${FRACTIONS[size % 4] ?? ''}`;
  return quarters < 0 ? `−${text}` : text;
}

/** Returns whether a text is in a name, as people type: without regard to case and marks. */
export function isNamed(name: string, wanted: string): boolean {
  return plain(name).includes(plain(wanted));
}

function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
