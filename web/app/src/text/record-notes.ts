/** Sentences for parts of a record that the board does not show. */

import type { ReplayNote, ReplayNoteKind } from '../generated/types';
import { m } from '../paraglide/messages.js';
import { replayError } from './errors';

/** Returns the sentence for a note, with the move that it concerns. */
export function noteText({ ply, inVariation, kind }: ReplayNote): string {
  const note = kindText(kind);
  if (ply === null) return note;
  const number = `${ply.number}${ply.turn === 'White' ? '.' : '…'}`;
  const about = { number, move: ply.text, note };
  return inVariation ? m.record_note_variation(about) : m.record_note_move(about);
}

function kindText(kind: ReplayNoteKind): string {
  switch (kind.code) {
    case 'not_mate':
      return m.record_note_mate();
    case 'not_check':
      return m.record_note_check();
    case 'not_capture':
      return m.record_note_capture();
    case 'not_en_passant':
      return m.record_note_en_passant();
    case 'number':
      return m.record_note_number(kind.params);
    case 'numbers_of_other_side':
      return m.record_note_numbers();
    case 'result_tag':
      return m.record_note_result(kind.params);
    case 'unknown_result':
      return m.record_note_no_result({ text: kind.params });
    case 'unplayable':
      return m.record_note_unplayable({ problem: replayError(kind.params) });
    case 'another_reading':
      return m.record_note_reading();
  }
}
