/** A tournament of the server as a page shows it: the latest reply, and the commands of its organiser. */

import type { Tournament, TournamentCommand } from '../../generated/protocol';
import { CommandSession } from '../../ui/tournament/command-session.svelte';

/** Results and games hold for any version of the tournament. */
export class TournamentSession extends CommandSession<Tournament, TournamentCommand> {
  constructor(id: string) {
    super(id, 'tournaments', ['setResult', 'setGame']);
  }
}
