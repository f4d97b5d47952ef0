/** Descriptions of the learning pages, in a module of their own because they need all texts of those pages. */

import type { LearnTopic } from '../../domain/addresses';
import type { VariantId } from '../../domain/variant-ids';
import { m } from '../../paraglide/messages.js';
import { variantAbout } from '../../text/names';
import { RULES } from './variants';
import { learnTitle } from './learn-titles';
import type { Block, Diagram } from './model';

/** Maximum length of a description; search engines show no more. */
const DESCRIPTION = 160;

/** Returns a page's description in a sentence or two. */
export function learnDescription(variant?: VariantId, topic?: LearnTopic): string {
  if (variant === undefined) return m.rules_index_lead();
  const rules = RULES[variant];
  if (topic === undefined) return shortened(`${rules.lead()} ${variantAbout(variant)}`);
  return shortened(`${learnTitle(variant, topic)}. ${rules.sections[topic].flatMap(sentences).join(' ')}`);
}

/** Returns the position that represents a page; `undefined` for the starting position. */
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

/** Returns the beginning of a text, cut between words. */
function shortened(text: string): string {
  const plain = text.replaceAll('`', '');
  if (plain.length <= DESCRIPTION) return plain;
  const cut = plain.slice(0, DESCRIPTION - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[.,:;]$/, '')}…`;
}
