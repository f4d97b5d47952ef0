/** Titles and descriptions of the learning pages. */

import type { LearnTopic } from '../../domain/addresses';
import type { VariantId } from '../../domain/variant-ids';
import { m } from '../../paraglide/messages.js';
import { variantAbout, variantName } from '../../text/names';
import { RULES } from './data';
import type { Block, Diagram, SectionId, Text } from './model';

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

/** How long a description is at most: search engines show no more. */
const DESCRIPTION = 160;

/** The title of a page: of all games, one game or one topic of it. */
export function learnTitle(variant?: VariantId, topic?: LearnTopic): string {
  if (variant === undefined) return m.rules_index_title();
  if (topic === undefined) return m.rules_title_variant({ variant: variantName(variant) });
  return m.rules_title_topic({ topic: SECTION_TITLES[topic](), variant: variantName(variant) });
}

/** What a page says, in a sentence or two. */
export function learnDescription(variant?: VariantId, topic?: LearnTopic): string {
  if (variant === undefined) return m.rules_index_lead();
  const rules = RULES[variant];
  if (topic === undefined) return shortened(`${rules.lead()} ${variantAbout(variant)}`);
  return shortened(`${learnTitle(variant, topic)}. ${rules.sections[topic].flatMap(sentences).join(' ')}`);
}

/** The position that stands for a page; `undefined` for the starting position. */
export function learnPosition(variant: VariantId, topic?: LearnTopic): string | undefined {
  if (topic === undefined) return undefined;
  const diagrams = RULES[variant].sections[topic].flatMap((block): readonly Diagram[] =>
    block.kind === 'diagrams' ? block.diagrams : [],
  );
  return diagrams.find(({ fen }) => fen !== undefined)?.fen;
}

function sentences(block: Block): string[] {
  if (block.kind === 'text') return [block.text()];
  return block.kind === 'list' ? block.items.map((item) => item()) : [];
}

/** The beginning of a text, cut between words. */
function shortened(text: string): string {
  const plain = text.replaceAll('`', '');
  if (plain.length <= DESCRIPTION) return plain;
  const cut = plain.slice(0, DESCRIPTION - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[.,:;]$/, '')}…`;
}
