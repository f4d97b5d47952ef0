/** What the rounds of a tournament give to a score of a team. */

import type { TeamScore, TeamTieBreakPart, TeamTournament } from '../../generated/protocol';
import { pointsText } from '../../text/people';
import { roundsOf } from './team-rounds';

/** Returns the parts of a score, from the rounds after which the standings are. Matches with open boards do not count yet. */
export function scoreParts(tournament: TeamTournament, team: number, score: TeamScore): TeamTieBreakPart[] {
  const { teams, ranked } = tournament;
  const rounds = roundsOf(tournament, team).slice(0, ranked);
  return rounds.flatMap((cell, at): TeamTieBreakPart[] => {
    const part = { round: at + 1, board: null, opponent: null, cut: false, dummy: false };
    switch (cell.kind) {
      case 'none':
        return [{ ...part, value: pointsText(0) }];
      case 'bye':
        return [{ ...part, value: pointsText(score === 'match' ? cell.matchPoints : cell.gamePoints) }];
      default: {
        if (cell.matchPoints === null) return [];
        const value = pointsText(score === 'match' ? cell.matchPoints : cell.gamePoints[0]);
        // Matches against a team that left a round robin early count for no one.
        const isAnnulled = [team, cell.opponent].some((each) => teams[each]?.annulled === true);
        return [{ ...part, opponent: cell.opponent, value, cut: isAnnulled }];
      }
    }
  });
}
