/** Sentences about teams of a list that cannot be entered. */

import { m } from '../../../paraglide/messages.js';
import { listProblemText } from '../../../text/list-problems';
import type { TeamProblem } from '../team-list';

/** Returns what is wrong with a team. */
export function teamProblemText(problem: TeamProblem): string {
  switch (problem.kind) {
    case 'too-many':
      return m.team_desk_too_many({ limit: problem.limit });
    case 'player':
      return m.team_desk_players_problem({ line: problem.number, problem: listProblemText(problem.problem) });
    default:
      return listProblemText(problem.kind);
  }
}
