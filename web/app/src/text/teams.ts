/** Addresses of teams. */

/** Returns the path of a team's page, or of one of its tabs. */
export function teamPath(id: string, tab?: string): string {
  return tab === undefined ? `/team/${id}` : `/team/${id}?tab=${tab}`;
}
