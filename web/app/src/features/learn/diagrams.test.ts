import { beforeAll, describe, expect, it } from 'vitest';
import type * as RulesLib from '../../domain/rules';
import { VARIANT_IDS } from '../../domain/variant-ids';
import type { VariantId } from '../../domain/variant-ids';
import type { Block, Diagram, Example } from './model';
import type * as Data from './variants';
import type * as PictureLib from './picture';

/** Rules as a data address; none if they have not been built. */
const [wasm] = Object.values(
  import.meta.glob<string>('../../wasm/saffron_rules_bg.wasm', { query: '?url&inline', import: 'default' }),
);

let rules: typeof RulesLib;
let pictures: typeof PictureLib;
let data: typeof Data;

function blocks(id: VariantId): Block[] {
  return Object.values(data.RULES[id].sections).flat();
}

function diagrams(id: VariantId): Diagram[] {
  return blocks(id).flatMap((block) => (block.kind === 'diagrams' ? block.diagrams : []));
}

function examples(id: VariantId): Example[] {
  return blocks(id).flatMap((block) => (block.kind === 'examples' ? block.examples : []));
}

/** Returns the FEN of a position with only these pieces. */
function fen(id: VariantId, pieces: Record<string, string>): string {
  const { cells } = rules.boardData(id);
  const ranks = [...new Set(cells.map(({ rank }) => rank))].toSorted((a, b) => b - a);
  const rows = ranks.map((rank) => {
    const row = cells.filter((cell) => cell.rank === rank).toSorted((a, b) => (a.file < b.file ? -1 : 1));
    return row.map(({ name }) => pieces[name] ?? ' ').join('');
  });
  return `${rows.join('/').replace(/ +/g, (run) => String(run.length))} w - - 0 1`;
}

/** Returns the cells on which a white pawn promotes, found by putting one on every cell. */
function promotionCells(id: VariantId, kings: readonly (readonly [string, string])[]): string[] {
  const found = new Set<string>();
  for (const { name } of rules.boardData(id).cells) {
    for (const [white, black] of kings) {
      if (name === white || name === black) continue;
      let moves;
      try {
        moves = pictures.stateOf(id, { fen: fen(id, { [white]: 'K', [black]: 'k', [name]: 'P' }) }).moves;
      } catch {
        // A pawn may not stand on every cell, nor next to every king.
        continue;
      }
      for (const move of moves) if (move.promotion) found.add(move.to);
    }
  }
  return [...found].toSorted();
}

describe.skipIf(!wasm)('the diagrams of the learning pages', () => {
  beforeAll(async () => {
    if (!wasm) return;
    const { initSync } = await import('../../wasm/saffron_rules.js');
    initSync({ module: await (await fetch(await wasm())).arrayBuffer() });
    rules = await import('../../domain/rules');
    pictures = await import('./picture');
    data = await import('./variants');
  }, 60_000);

  it.each(VARIANT_IDS)('%s: every position is legal, and shows what it is there for', (id) => {
    expect(diagrams(id).length).toBeGreaterThan(9);
    for (const diagram of diagrams(id)) {
      const state = pictures.stateOf(id, diagram);
      const picture = pictures.pictureOf(id, diagram);
      const about = `${diagram.caption()} ${diagram.fen}`;
      const cells = new Set(state.pieces.map(({ cell }) => cell));
      const shown = picture.shapes.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to]));
      for (const hidden of diagram.hide ?? []) {
        // A king in the middle of a piece's moves has taken the place of the hidden one.
        if (cells.has(hidden)) expect(shown, about).not.toContain(hidden);
      }
      if (diagram.show) expect(picture.shapes.length, about).toBeGreaterThan(0);
      expect(picture.pieces.length, about).toBeGreaterThan(0);
      expect(pictures.describe(picture, diagram.caption()), about).not.toMatch(/`|undefined/);
    }
  });

  it.each(VARIANT_IDS)('%s: the pieces stand free, and the knight has its twelve cells', (id) => {
    const counts = diagrams(id)
      .filter(({ show }) => show?.kind === 'moves')
      .slice(0, 5)
      .map((diagram) => pictures.pictureOf(id, diagram).moves.length);
    const [rook, bishop, queen, king, knight] = counts;
    expect(queen).toBe((rook ?? 0) + (bishop ?? 0));
    expect([king, knight]).toEqual([12, 12]);
  });

  it.each(VARIANT_IDS)('%s: mate is mate and stalemate is stalemate', (id) => {
    const ends = data.RULES[id].sections.stalemate.flatMap((block) =>
      block.kind === 'diagrams' ? block.diagrams.map((diagram) => pictures.stateOf(id, diagram).outcome) : [],
    );
    expect(ends.map((outcome) => outcome?.reason)).toEqual(['checkmate', 'stalemate']);
    expect(ends[1]?.result).toBe(id === 'glinski' ? '3/4-1/4' : '1/2-1/2');
  });

  it.each(VARIANT_IDS)('%s: the promotion cells are those of the rules', (id) => {
    const [diagram] = data.RULES[id].sections.promotion.flatMap((block) =>
      block.kind === 'diagrams' ? block.diagrams : [],
    );
    const kings: Record<VariantId, [string, string][]> = {
      shafran: [
        ['b1', 'i6'],
        ['e1', 'a3'],
      ],
      glinski: [
        ['d1', 'l3'],
        ['f1', 'a3'],
      ],
      mccooey: [
        ['d1', 'l3'],
        ['f1', 'a3'],
      ],
      hexofen: [
        ['d1', 'l3'],
        ['f1', 'a3'],
      ],
      devasa: [
        ['e1', 'a5'],
        ['e1', 'i5'],
      ],
      brusky: [
        ['e1', 'a3'],
        ['e1', 'l5'],
      ],
    };
    expect(promotionCells(id, kings[id])).toEqual([...(diagram?.marks ?? [])].toSorted());
  });

  it.each(VARIANT_IDS)('%s: the examples are legal moves of the kind that they stand for', (id) => {
    for (const example of examples(id)) {
      const move = pictures.stateOf(id, example).moves.find(({ uci }) => uci === example.uci);
      const kind = example.meaning();
      const about = `${kind} ${example.uci}`;
      expect(move, about).toBeDefined();
      expect(pictures.written(id, example).san, about).toBe(move?.san);
      expect(move?.capture !== undefined, about).toBe(/capture/.test(kind));
      expect(move?.enPassant === true, about).toBe(/en passant/.test(kind));
      expect(move?.castling !== undefined, about).toBe(/castling/.test(kind));
      expect(move?.promotion !== undefined, about).toBe(/promotion/.test(kind));
      expect(move?.role, about).toBe(/knight/.test(kind) ? 'n' : /castling/.test(kind) ? 'k' : 'p');
    }
    expect(() => pictures.written(id, { uci: 'a1a1', meaning: () => '' })).toThrow(/a1a1 of/);
  });

  it('show each castling that there is, with king and rook', () => {
    const tables = VARIANT_IDS.map((id) =>
      blocks(id).flatMap((block) =>
        block.kind === 'castling' ? pictures.castlingRows(id, block.white, block.black) : [],
      ),
    );
    const names = tables.map((rows) => rows.map(({ name }) => name));
    expect(names).toEqual([['Q-0-0', 'Q-0-0-0', 'B-0-0', 'B-0-0-0'], [], [], [], ['0-0', '0-0-0'], ['0-0', '0-0-0']]);
    const moves = tables.flat().map(({ white, black }) => [white.uci, white.rook, black.uci, black.rook]);
    expect(moves).toEqual([
      ['e1c1', ['a1', 'd1'], 'e10g10', ['i10', 'f10']],
      ['e1b1', ['a1', 'c1'], 'e10h10', ['i10', 'g10']],
      ['e1g3', ['i5', 'f2'], 'e10c8', ['a6', 'd9']],
      ['e1h4', ['i5', 'g3'], 'e10b7', ['a6', 'c8']],
      ['f1h1', ['i1', 'g1'], 'd9b9', ['a9', 'c9']],
      ['f1c1', ['a1', 'd1'], 'd9g9', ['i9', 'f9']],
      ['f1h1', ['i1', 'g1'], 'g8e8', ['d8', 'f8']],
      ['f1c1', ['a1', 'd1'], 'g8j8', ['l8', 'i8']],
    ]);
    for (const id of VARIANT_IDS) {
      const drawn = diagrams(id).filter(({ show }) => show?.kind === 'castling');
      const shown = drawn.map((diagram) => pictures.pictureOf(id, diagram));
      expect(shown.map(({ castling }) => castling?.castling)).toEqual(names[VARIANT_IDS.indexOf(id)]);
      for (const { castling, pieces, lastMove } of shown) {
        expect(lastMove).toEqual([castling?.from, castling?.to]);
        expect(pieces).toContainEqual({ cell: castling?.to, piece: 'K' });
        expect(pieces).toContainEqual({ cell: castling?.rook?.[1], piece: 'R' });
      }
    }
  });

  it('show both passed cells after a step of three', () => {
    const diagram = diagrams('shafran').find(({ show }) => show?.kind === 'enPassant');
    if (!diagram) throw new Error('Shafran’s page has no en passant');
    expect(pictures.pictureOf('shafran', diagram).arrows).toEqual([
      ['d4', 'e3'],
      ['f6', 'e4'],
    ]);
  });

  it.each(VARIANT_IDS)('%s: three bishops on three colours, and the years of the rules', (id) => {
    const colours = new Map(rules.boardData(id).cells.map(({ name, colour }) => [name, colour]));
    const { pieces } = pictures.stateOf(id, {});
    for (const bishop of ['B', 'b']) {
      const cells = pieces.filter(({ piece }) => piece === bishop).map(({ cell }) => colours.get(cell));
      expect(cells.toSorted()).toEqual([0, 1, 2]);
    }
    const known = rules.allVariants().find((variant) => variant.id === id);
    expect(data.RULES[id].year).toContain(String(known?.year));
  });
});
