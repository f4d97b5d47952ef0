// @vitest-environment jsdom

/** Files of variants, with the real rules. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import first from '../../../../variants/devasa-first.toml?raw';
import mini from '../../../../variants/mini-hexchess.toml?raw';
import shifted from '../../../../variants/glinski-shifted.toml?raw';
import { variantAbout, variantName } from '../text/names';
import { errorText } from '../text/errors';
import { startEngineModule, startRules } from './modules-for-tests';
import { isKnownVariant, ownVariants, parseStoredFiles } from './own-variants.svelte';
import { addVariants, allVariants, boardData, newGame, removeVariants } from './rules';

const EXAMPLES = import.meta.glob<string>('../../../../variants/*.toml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const KEY = 'saffron.variants';

const ON_MINI = `
[[variant]]
id = "mini-draws"
name = "Mini, no stalemate"
extends = "mini"
stalemate = 1
`;

function kept(): string[] {
  return parseStoredFiles(JSON.parse(localStorage.getItem(KEY) ?? 'null')).map(({ name }) => name);
}

function ids(): string[] {
  return allVariants()
    .slice(6)
    .map(({ id }) => id);
}

beforeAll(async () => {
  await startRules();
  await startEngineModule();
});

beforeEach(async () => {
  localStorage.clear();
  await ownVariants.load();
});

describe('adding', () => {
  it('leaves a game alone that was begun before', async () => {
    const game = newGame('shafran');
    game.play('e2e5');
    await ownVariants.add('mini.toml', mini);
    game.play('e9e6');
    expect(game.history().map(({ san }) => san)).toEqual(['e5', 'e6']);
    expect(newGame('mini').state().moves).not.toHaveLength(0);
  });

  it.each(Object.entries(EXAMPLES))('makes the games of %s playable', async (path, text) => {
    const { variants } = (await ownVariants.add(path, text)).file;
    expect(variants.length).toBeGreaterThan(0);
    for (const { id } of variants) {
      const game = newGame(id);
      for (let ply = 0; ply < 20; ply++) {
        const [move] = game.state().moves.slice(ply % 3);
        expect(move, id).toBeDefined();
        game.play(move?.uci ?? '');
        expect(game.state().pieces).toContainEqual(expect.objectContaining({ cell: move?.to }));
      }
    }
  });

  it('leaves the variants of the server alone', async () => {
    const ofServer = addVariants(first);
    const { file } = await ownVariants.add('mini.toml', mini);
    expect(ids()).toEqual([...ofServer, 'mini']);
    ownVariants.remove(file);
    expect(ids()).toEqual(ofServer);
    await ownVariants.load();
    expect(ids()).toEqual(ofServer);
    removeVariants(ofServer);
  });

  it('makes the variants of a file known, with their names', async () => {
    const { file, kept: isKept } = await ownVariants.add('shifted.toml', shifted);
    expect(isKept).toBe(true);
    expect(file.variants.map(({ id }) => id)).toEqual(['glinski-shifted-3', 'glinski-shifted-5']);
    expect(variantName('glinski-shifted-3')).toBe('Glinski, three pawns shifted');
    expect(variantAbout('glinski-shifted-3')).toContain('shifted.toml');
    expect(isKnownVariant('glinski-shifted-5')).toBe(true);
    expect(isKnownVariant('mini')).toBe(false);
    expect(variantName('mini')).toBe('mini');
    expect(kept()).toEqual(['shifted.toml']);
  });

  it('takes the same text once', async () => {
    await ownVariants.add('mini.toml', mini);
    expect((await ownVariants.add('mini (1).toml', mini)).file.name).toBe('mini.toml');
    expect(ownVariants.files).toHaveLength(1);
    expect(kept()).toEqual(['mini.toml']);
  });

  it('says what is wrong with a file, and where, and leaves all as it was', async () => {
    await ownVariants.add('mini.toml', mini);
    const before = ownVariants.files;
    for (const name of ['mini.toml', 'other.toml']) {
      const line = mini.split('\n').findIndex((text) => text.startsWith('start ')) + 1;
      await expect(
        ownVariants.add(name, mini.replace('/7/3P3', '/7/3P4').replace('"mini"', '"mini-2"')),
      ).rejects.toThrow(new RegExp(`^line ${name === 'mini.toml' ? line : line - 3}`));
    }
    expect(ownVariants.files.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect(ids()).toEqual(['mini']);
    expect(kept()).toEqual(['mini.toml']);
  });

  it('refuses an id that another file has', async () => {
    await ownVariants.add('mini.toml', mini);
    await expect(ownVariants.add('other.toml', `${mini}\n`)).rejects.toThrow(/there is already a variant "mini"/);
  });

  it('puts a changed file in the place of the old one, and what extends it follows', async () => {
    await ownVariants.add('mini.toml', mini);
    await ownVariants.add('draws.toml', ON_MINI);
    expect(boardData('mini').cells).toHaveLength(37);
    const rows = mini.replace('low = 1, high = 4 },\n', 'low = 1, high = 4, first-rank = 1 },\n');
    await ownVariants.add('mini.toml', rows.replace('Mini Hexchess"', 'Mini, changed"'));
    expect(ownVariants.files.map(({ name }) => name)).toEqual(['mini.toml', 'draws.toml']);
    expect(variantName('mini')).toBe('Mini, changed');
    expect(ids()).toEqual(['mini', 'mini-draws']);
    expect(kept()).toEqual(['mini.toml', 'draws.toml']);
  });

  it('keeps both where two files of one name hold different variants', async () => {
    await ownVariants.add('mine.toml', mini);
    await ownVariants.add('mine.toml', first);
    expect(ids()).toEqual(['mini', 'devasa-72']);
    expect(kept()).toEqual(['mine.toml', 'mine.toml']);
  });

  it('says when the browser does not keep it', async () => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      expect((await ownVariants.add('mini.toml', mini)).kept).toBe(false);
    } finally {
      Storage.prototype.setItem = set;
    }
    expect(isKnownVariant('mini')).toBe(true);
  });

  it('does not undo what another tab has added', async () => {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, files: [{ name: 'first.toml', text: first }] }));
    const { file } = await ownVariants.add('mini.toml', mini);
    expect(kept()).toEqual(['first.toml', 'mini.toml']);
    ownVariants.remove(file);
    expect(kept()).toEqual(['first.toml']);
  });
});

describe('the next visit', () => {
  it('loads the files again, also if the rules were not reloaded', async () => {
    await ownVariants.add('mini.toml', mini);
    await ownVariants.add('draws.toml', ON_MINI);
    await ownVariants.load();
    expect(ownVariants.files.map(({ error }) => error)).toEqual([null, null]);
    expect(ids()).toEqual(['mini', 'mini-draws']);
    expect(ownVariants.texts).toEqual([mini, ON_MINI]);
  });

  it('shows a file that cannot be used any more, and does without it', async () => {
    await ownVariants.add('mini.toml', mini);
    await ownVariants.add('draws.toml', ON_MINI);
    const [base] = ownVariants.files;
    if (base) ownVariants.remove(base);
    await ownVariants.load();
    expect(ownVariants.files).toHaveLength(1);
    const text = errorText(ownVariants.files[0]?.error);
    expect(text).toMatch(/^Line 5, variant mini-draws: there is no variant “mini” to extend/);
    expect(ownVariants.texts).toEqual([]);
    // Usable again with its base.
    await ownVariants.add('mini.toml', mini);
    await ownVariants.add('draws.toml', ON_MINI);
    expect(ids()).toEqual(['mini', 'mini-draws']);
    expect(kept()).toEqual(['mini.toml', 'draws.toml']);
  });

  it('reads nothing out of what is no list of files', () => {
    for (const value of [null, 1, 'x', [], {}, { version: 2, files: [] }, { version: 1, files: 'x' }]) {
      expect(parseStoredFiles(value)).toEqual([]);
    }
    const files = [{ name: 'a', text: 'b' }, { name: 'a' }, null, { name: 1, text: 'b' }];
    expect(parseStoredFiles({ version: 1, files })).toEqual([{ name: 'a', text: 'b' }]);
  });
});
