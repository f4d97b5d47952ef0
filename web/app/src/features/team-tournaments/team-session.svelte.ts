/** A team tournament of the server as a page shows it: the latest reply, and the commands of its organiser. */

import type { TeamTournament, TeamTournamentCommand } from '../../generated/protocol';
import { CommandSession } from '../../ui/tournament/command-session.svelte';

/** Results hold for any version of the tournament. */
export class TeamSession extends CommandSession<TeamTournament, TeamTournamentCommand> {
  constructor(id: string) {
    super(id, 'team-tournaments', ['setResult']);
  }
}
