/** Check that the pages describe a fallen flag as docs/scoring.md does, which a test of the rules checks. */

import { describe, expect, it } from 'vitest';
import scoring from '../../../../../docs/scoring.md?raw';
import { m } from '../../paraglide/messages.js';
import { RULES } from './variants';

const rules = new Map([...scoring.matchAll(/^\| `(\w+)` \| `([\w-]+)` \|/gm)].map(([, id, rule]) => [id, rule]));

describe('the rule of what a side can still score', () => {
  it('is documented for every game', () => {
    expect([...rules.keys()].toSorted()).toEqual(Object.keys(RULES).toSorted());
  });

  it.each(Object.values(RULES))('is the one of the page of $id', ({ id, sections }) => {
    const blocks = sections.draws.flatMap((block) => {
      if (block.kind === 'text') return [block.text];
      return block.kind === 'list' ? block.items : [];
    });
    const texts = new Set(blocks);
    const said = { helpmate: texts.has(m.rules_draw_time), 'piece-count': texts.has(m.rules_count_time) };
    expect(said).toEqual({ helpmate: rules.get(id) === 'helpmate', 'piece-count': rules.get(id) === 'piece-count' });
  });
});
