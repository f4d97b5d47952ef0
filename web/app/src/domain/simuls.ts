/** Boards of a simul: which wait for the host, and in which order they are shown. */

import type { Simul, SimulGame } from '../generated/protocol';

type Boards = Pick<Simul, 'games'>;

/** Returns the games that wait for the host: those after a game in the order of the boards first, then those before it. */
export function waitingGames({ games }: Boards, after: string | null): string[] {
  const place = games.findIndex(({ game }) => game === after);
  const order = [...games.slice(place + 1), ...games.slice(0, Math.max(0, place))];
  return order.filter(({ waits }) => waits).map(({ game }) => game);
}

/** Returns the visitor's game as an opponent of the host that is not over; `null` without one. */
export function ownGame({ games, you }: Pick<Simul, 'games' | 'you'>): string | null {
  return games.find(({ player, over }) => player === you && !over)?.game ?? null;
}

/** Returns the games as the page shows them: the visitor's own first, or those that wait for the host; those that are over last. */
export function shownGames({ games, you, hosting }: Pick<Simul, 'games' | 'you' | 'hosting'>): SimulGame[] {
  const rank = ({ player, waits, over }: SimulGame): number => {
    if (player === you) return 0;
    if (over) return 3;
    return hosting && waits ? 1 : 2;
  };
  return games.toSorted((a, b) => rank(a) - rank(b));
}
