/** Names of the results of boards. The first team of a match is at the left, on every board. */

import { m } from '../../../paraglide/messages.js';

const RESULTS: Readonly<Record<string, () => string>> = {
  '1-0': m.team_desk_result_first,
  '1/2-1/2': m.desk_result_draw,
  '0-1': m.team_desk_result_second,
  '3/4-1/4': m.team_desk_result_first_stalemate,
  '1/4-3/4': m.team_desk_result_second_stalemate,
  '+/-': m.team_desk_result_first_forfeit,
  '-/+': m.team_desk_result_second_forfeit,
  '-/-': m.desk_result_both_forfeit,
  '0-0': m.desk_result_decision,
  '1/2-0': m.desk_result_decision,
  '0-1/2': m.desk_result_decision,
};

/** Returns what a result means. */
export function teamResultName(result: string): string {
  return RESULTS[result]?.() ?? result;
}

/** Returns the keys by which results are entered, with what they do. `canPair` is true if rounds are paired one by one. */
export function teamKeys(quarters: boolean, canPair: boolean): (readonly [keys: readonly string[], text: string])[] {
  return [
    [['1'], m.team_desk_result_first()],
    [['0'], m.team_desk_result_second()],
    [['=', '5', 'R'], m.desk_result_draw()],
    ...(quarters
      ? ([
          [['Q'], `¾–¼ ${m.team_desk_result_first_stalemate()}`],
          [['⇧Q'], `¼–¾ ${m.team_desk_result_second_stalemate()}`],
        ] as const)
      : []),
    [['+'], m.team_desk_result_first_forfeit()],
    [['−'], m.team_desk_result_second_forfeit()],
    [['X'], m.desk_result_both_forfeit()],
    [['Del'], m.desk_take_result_back()],
    [['↑', '↓'], m.desk_key_move()],
    [['/', 'G'], m.team_desk_key_find()],
    [['↵'], m.desk_key_menu()],
    ...(canPair ? ([[['P'], m.desk_key_pair()]] as const) : []),
  ];
}
