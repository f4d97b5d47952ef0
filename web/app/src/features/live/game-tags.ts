/** Tags of a live game's record. Programs read them, too, so they are English in every language. */

import type { GameInfo, Player } from '../../generated/protocol';

function nameOf({ name, kind }: Player): string {
  return (kind === 'computer' ? name?.replace('-', ' ') : name) ?? '?';
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '.');
}

function controlOf({ control }: GameInfo): string {
  switch (control.kind) {
    case 'clock':
      return `${control.initial}+${control.increment}`;
    case 'correspondence':
      return `1/${control.days * 86_400}`;
    case 'unlimited':
      return '-';
  }
}

export function gameTags(info: GameInfo): [string, string][] {
  const { white, black } = info;
  const elo = (side: string, { rating }: Player): [string, string][] =>
    rating === null ? [] : [[side, String(rating)]];
  return [
    ['Event', info.rated ? 'Rated game' : 'Casual game'],
    ['Site', new URL(`/live/${info.id}`, location.href).href],
    ['Date', dateOf(info.createdAt)],
    ['White', nameOf(white)],
    ['Black', nameOf(black)],
    ...elo('WhiteElo', white),
    ...elo('BlackElo', black),
    ['TimeControl', controlOf(info)],
  ];
}
