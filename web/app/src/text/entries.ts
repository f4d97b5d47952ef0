/** Titles of games and analyses of the library. */

import type { EntryInfo, EntryPlayer } from '../domain/library/entry';
import { m } from '../paraglide/messages.js';
import { computerName } from './people';

type Titled = Pick<EntryInfo, 'kind' | 'name' | 'white' | 'black' | 'copyOf'>;

/** Returns the title of an entry: its name, its players, or its kind. */
export function entryTitle(entry: Titled): string {
  const name = entry.name === '' ? unnamed(entry) : entry.name;
  return entry.copyOf === undefined ? name : m.library_copy({ name });
}

function unnamed({ kind, white, black }: Titled): string {
  if (white === undefined && black === undefined) {
    return kind === 'game' ? m.library_game_here() : m.library_analysis();
  }
  // The visitor's own side does not distinguish games.
  if (white === undefined || black === undefined) {
    const other = white ?? black;
    if (typeof other === 'object') return entryPlayerName(other);
  }
  return m.library_players({ white: entryPlayerName(white), black: entryPlayerName(black) });
}

function entryPlayerName(player: EntryPlayer | undefined): string {
  if (player === undefined) return m.player_self();
  return typeof player === 'string' ? player : computerName(player.level);
}
