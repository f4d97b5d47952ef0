/** Test of the instructions in CONTRIBUTING.md: adds a page to a copy of the site, which then routes, names, links and sends it. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCALES } from '../ui/settings-values';
import { PAGES } from './addresses';
import { compileMessages, copyPage, runTests } from './copy-for-tests';

const FEATURE = 'app/src/features/glossary';
const COMPONENT = `<script lang="ts">
  import { m } from '../../paraglide/messages.js';
</script>

<h1>{m.title_glossary()}</h1>
`;
/** Assertions about the new page, run in the copy. */
const TEST = `// @vitest-environment node
import { expect, it } from 'vitest';
import { splitLocale } from '../ui/locale-paths';
import { LOCALES } from '../ui/settings-values';
import { settings } from '../ui/settings.svelte';
import { pageOf } from './addresses';
import { documents } from './documents';
import { tools } from './navigation';
import { parseRoute } from './routes';
import { titleOf } from './titles';

const [wasm] = Object.values(
  import.meta.glob('../wasm/saffron_rules_bg.wasm', { query: '?url&inline', import: 'default' }),
);
const route = parseRoute('/glossary');
settings.locale = 'en';

it('is routed, titled and linked', async () => {
  expect(route).toEqual({ page: 'glossary' });
  expect(parseRoute('/glossary/x')).toEqual({ page: 'missing' });
  expect(titleOf(route)).toBe('Glossary en');
  expect(tools(route)).toContainEqual(expect.objectContaining({ href: '/glossary', current: true }));
  expect(typeof (await pageOf(route).view.load()).default).toBe('function');
});

it.skipIf(!wasm)('has a document in every language', async () => {
  const made = documents(await (await fetch(await wasm())).arrayBuffer());
  const found = made.filter(({ path }) => splitLocale(path).path === '/glossary');
  expect(found.map(({ locale }) => locale).toSorted()).toEqual([...LOCALES].toSorted());
  for (const { kind, locale, head } of found) {
    expect(kind).toBe('page');
    expect(head).toContain('<title>Glossary ' + locale);
    expect(head).toContain('name="description" content="Terms of the game, ' + locale + '."');
  }
}, 120_000);
`;

/** Adds lines to a table after its first line. */
async function addTo(path: string, first: RegExp, lines: readonly string[]): Promise<void> {
  const before = await readFile(path, 'utf8');
  const after = before.replace(first, (line) => [line, ...lines].join('\n'));
  expect(after).not.toBe(before);
  await writeFile(path, after);
}

it('adds a page by the text: a component, its messages and one entry', async () => {
  const text = await readFile('../CONTRIBUTING.md', 'utf8');
  const [, section = ''] = /\n## Add a page\n(.*?)\n## /s.exec(text) ?? [];
  for (const named of [
    '`Glossary`',
    '`glossary`',
    'web/app/messages/LANGUAGE/page.json',
    'addresses.ts',
    'descriptions.ts',
  ]) {
    expect(section).toContain(named);
  }
  const entry = section.match(/^ {7}.*$/gm)?.map((line) => line.slice(7)) ?? [];
  const description = entry.pop() ?? '';
  expect(entry[0]).toMatch(/^glossary: /);
  expect(description).toMatch(/^glossary: m\./);
  expect(Object.keys(PAGES)).not.toContain('glossary');
  const folder = await mkdtemp(join(tmpdir(), 'saffron-page-'));
  try {
    const web = await copyPage(folder);
    await mkdir(join(web, FEATURE));
    await writeFile(join(web, FEATURE, 'Glossary.svelte'), COMPONENT);
    for (const locale of LOCALES) {
      const file = join(web, 'app/messages', locale, 'page.json');
      const messages = JSON.parse(await readFile(file, 'utf8')) as object;
      const added = { title_glossary: `Glossary ${locale}`, about_glossary: `Terms of the game, ${locale}.` };
      await writeFile(file, JSON.stringify({ ...messages, ...added }));
    }
    await addTo(join(web, 'app/src/shell/addresses.ts'), /^export const PAGES = \{$/m, entry);
    await addTo(join(web, 'app/src/shell/descriptions.ts'), /^const DESCRIPTIONS.* = \{$/m, [description]);
    await writeFile(join(web, 'app/src/shell/glossary.test.ts'), TEST);
    await compileMessages(web);
    await runTests(web, ['glossary', 'addresses', 'catalogue', 'layers']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Hundreds of documents, on a machine that may be busy.
}, 600_000);
