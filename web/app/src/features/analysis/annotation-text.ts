/** Names of glyphs, and the keys that set them. */

import { GLYPHS, signOf } from '../../domain/annotations';
import type { GlyphKind } from '../../domain/annotations';
import { m } from '../../paraglide/messages.js';
import type { Shortcut } from '../../ui/BoardKeys.svelte';
import type { Analysis } from './analysis.svelte';

const NAMES: Record<number, () => string> = {
  1: m.glyph_1,
  2: m.glyph_2,
  3: m.glyph_3,
  4: m.glyph_4,
  5: m.glyph_5,
  6: m.glyph_6,
  7: m.glyph_7,
  10: m.glyph_10,
  13: m.glyph_13,
  14: m.glyph_14,
  15: m.glyph_15,
  16: m.glyph_16,
  17: m.glyph_17,
  18: m.glyph_18,
  19: m.glyph_19,
  22: m.glyph_22,
  32: m.glyph_32,
  36: m.glyph_36,
  40: m.glyph_40,
  132: m.glyph_132,
  138: m.glyph_138,
  140: m.glyph_140,
  146: m.glyph_146,
};

/** Returns the name of a glyph, or its sign if it has none. */
export function glyphName(nag: number): string {
  return NAMES[nag]?.() ?? signOf(nag);
}

/** Returns the key that sets a glyph: a digit, with Shift for glyphs of the position; `null` if there is none. */
export function keyOf(nag: number): string | null {
  const { kind } = GLYPHS.find((glyph) => glyph.nag === nag) ?? { kind: 'remark' };
  if (kind === 'remark') return null;
  const digit = GLYPHS.filter((glyph) => glyph.kind === kind).findIndex((glyph) => glyph.nag === nag) + 1;
  return kind === 'move' ? `${digit}` : `Shift+${digit}`;
}

/** Returns the shortcuts that annotate the shown move and undo the last change. */
export function annotationKeys(analysis: Analysis): Shortcut[] {
  const shortcuts: Shortcut[] = [];
  const listed: Record<GlyphKind, { name: string; listed: string } | null> = {
    move: { name: m.keys_glyphs_move(), listed: '1 – 8' },
    position: { name: m.keys_glyphs_position(), listed: 'Shift + 1 – 8' },
    remark: null,
  };
  for (const { nag, kind } of GLYPHS) {
    const key = keyOf(nag);
    if (key === null) continue;
    const act = (): void => analysis.edits.toggleGlyph(analysis.current, nag);
    shortcuts.push({ key, name: glyphName(nag), listed: '', act, ...listed[kind] });
    listed[kind] = null;
  }
  shortcuts.push({ key: 'Ctrl+Z', name: m.keys_undo(), act: () => analysis.edits.undo() });
  return shortcuts;
}
