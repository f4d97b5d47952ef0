import { describe, expect, it } from 'vitest';
import type { MoveRefusal, RoleLetter } from '../generated/types';
import { LOCALES } from '../ui/settings-values';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { refusalText } from './voice';

const BY = { cell: 'e8', piece: 'r' };
const REFUSALS: MoveRefusal[] = [
  { code: 'cell_color' },
  { code: 'own_piece' },
  { code: 'blocked', by: BY },
  { code: 'pawn_blocked', by: BY },
  { code: 'pawn_stopped', by: BY },
  { code: 'pawn_steps', steps: 1 },
  { code: 'pawn_steps', steps: 3 },
  { code: 'nothing_to_capture' },
  { code: 'first_capture_only' },
  { code: 'en_passant_exposes_king', by: BY },
  { code: 'pinned', by: BY },
  { code: 'stays_in_check', by: BY, blockable: true },
  { code: 'stays_in_check', by: BY, blockable: false },
  { code: 'double_check', by: [BY, { cell: 'a1', piece: 'q' }] },
  { code: 'king_into_check', by: BY },
  { code: 'castling_lost' },
  { code: 'castling_in_check', by: BY },
  { code: 'castling_blocked', by: BY },
  { code: 'castling_through_check', by: BY, cell: 'c1' },
  { code: 'geometry', pawn: { directions: 1, captures: 'corners' } },
  { code: 'geometry', pawn: { directions: 1, captures: 'edges' } },
  { code: 'geometry', pawn: { directions: 2, captures: 'corners' } },
  { code: 'geometry', pawn: { directions: 1, captures: 'other' } },
];
const ROLES: RoleLetter[] = ['k', 'q', 'r', 'b', 'n', 'p'];

describe('the voice', () => {
  it('says the samples of its sheet', () => {
    const knight = { role: 'n', from: 'e2', to: null } as const;
    expect(refusalText({ code: 'pinned', by: BY }, knight)).toBe(
      'The knight must stay on e2.\nIt stands between your king and the rook on e8.',
    );
    expect(refusalText({ code: 'cell_color' }, { role: 'b', from: 'c1', to: 'c3' })).toBe(
      'The bishop keeps its colour.\nc3 has another one.',
    );
  });

  it.each(LOCALES)('has a sentence for every reason and piece in %s, in at most two lines', (locale) => {
    overwriteGetLocale(() => locale);
    const sentences = new Set<string>();
    for (const refusal of REFUSALS) {
      const role = refusal.code === 'geometry' ? 'p' : 'r';
      for (const to of ['g4', null]) sentences.add(refusalText(refusal, { role, from: 'e2', to }));
    }
    for (const role of ROLES) sentences.add(refusalText({ code: 'geometry' }, { role, from: 'e2', to: 'g4' }));
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[^\n]+\.(?:\n[^\n]+\.)?$/);
      expect(sentence).not.toMatch(/[{}!]|undefined|illegal|error/i);
    }
    expect(sentences.size).toBeGreaterThan(30);
    overwriteGetLocale(() => 'en');
  });
});
