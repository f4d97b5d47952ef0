/** Games of arenas and tournaments that have ended on this page; the server counts them a moment later. */

const ended = new Set<string>();

export function noteEndedGame(game: string): void {
  ended.add(game);
}

/** Returns whether a game has ended on this page. */
export function hasEnded(game: string): boolean {
  return ended.has(game);
}
