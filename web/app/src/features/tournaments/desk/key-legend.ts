/** Legend of the keys by which the results of players are entered. */

import { m } from '../../../paraglide/messages.js';

/** Returns the keys with what they do. `canPair` is true if rounds are paired one by one. */
export function playerKeys(quarters: boolean, canPair: boolean): (readonly [keys: readonly string[], text: string])[] {
  return [
    [['1'], m.desk_result_white()],
    [['0'], m.desk_result_black()],
    [['=', '5', 'R'], m.desk_result_draw()],
    ...(quarters
      ? ([
          [['Q'], `¾–¼ ${m.desk_result_white_stalemate()}`],
          [['⇧Q'], `¼–¾ ${m.desk_result_black_stalemate()}`],
        ] as const)
      : []),
    [['+'], m.desk_result_white_forfeit()],
    [['−'], m.desk_result_black_forfeit()],
    [['X'], m.desk_result_both_forfeit()],
    [['Del'], m.desk_take_result_back()],
    [['↑', '↓'], m.desk_key_move()],
    [['/', 'G'], m.desk_key_find()],
    [['↵'], m.desk_key_menu()],
    [['M'], m.desk_key_game()],
    ...(canPair ? ([[['P'], m.desk_key_pair()]] as const) : []),
  ];
}
