/** Titles of the learning pages and of their sections. */

import type { LearnTopic } from '../../domain/addresses';
import type { VariantId } from '../../domain/variant-ids';
import { m } from '../../paraglide/messages.js';
import { variantName } from '../../text/names';
import type { SectionId, Text } from './model';

export const SECTION_TITLES: Readonly<Record<SectionId, Text>> = {
  brief: m.rules_s_brief,
  history: m.rules_s_history,
  setup: m.rules_s_board,
  pieces: m.rules_s_pieces,
  pawns: m.rules_s_pawn,
  'en-passant': m.rules_s_en_passant,
  castling: m.rules_s_castling,
  promotion: m.rules_s_promotion,
  stalemate: m.rules_s_end,
  draws: m.rules_s_draws,
  notation: m.rules_s_notation,
};

/** Returns the title of a page: of all games, one game or one topic of it. */
export function learnTitle(variant?: VariantId, topic?: LearnTopic): string {
  if (variant === undefined) return m.rules_index_title();
  if (topic === undefined) return m.rules_title_variant({ variant: variantName(variant) });
  return m.rules_title_topic({ topic: SECTION_TITLES[topic](), variant: variantName(variant) });
}
