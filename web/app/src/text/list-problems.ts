/** Texts about what is wrong in a list of players. */

import type { ListProblem } from '../domain/player-list';
import { m } from '../paraglide/messages.js';

const PROBLEMS: Readonly<Record<ListProblem, () => string>> = {
  'no-name': m.desk_list_no_name,
  'long-name': m.desk_list_long_name,
  twice: m.desk_list_twice,
  entered: m.desk_list_entered,
  rating: m.desk_list_rating,
  federation: m.desk_list_federation,
  id: m.desk_list_id,
  birth: m.desk_list_birth,
};

export function listProblemText(problem: ListProblem): string {
  return PROBLEMS[problem]();
}
