/** Test of the instructions in CONTRIBUTING.md: adds a language to a copy of the page and runs the tests they mention. */

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCALES } from '../ui/settings-values';
import { compileMessages, copyPage, runTests } from './copy-for-tests';

const LANGUAGE = 'nl';
/** Tests that cover every language. */
const TESTS = ['catalogue', 'documents', 'routes', 'messages', 'settings-values', 'first-paint', 'names', 'times'];
it('adds a language by the text, as one folder and one entry of a list', async () => {
  const text = await readFile('../CONTRIBUTING.md', 'utf8');
  const [, section = ''] = /\n## Add a language\n(.*?)\n## /s.exec(text) ?? [];
  for (const named of [
    'web/app/messages/en',
    'locales',
    'web/app/project.inlang/settings.json',
    'npm run messages',
    'mail/',
    `"${LANGUAGE}"`,
  ]) {
    expect(section).toContain(named);
  }
  expect(LOCALES).not.toContain(LANGUAGE);
  const folder = await mkdtemp(join(tmpdir(), 'saffron-language-'));
  try {
    const web = await copyPage(folder);
    const messages = join(web, 'app/messages');
    await cp(join(messages, 'en'), join(messages, LANGUAGE), { recursive: true });
    expect(await readdir(join(messages, LANGUAGE, 'mail'))).toEqual([
      'changed.txt',
      'confirm.txt',
      'notifications.txt',
      'reset.txt',
    ]);
    const settings = join(web, 'app/project.inlang/settings.json');
    const project = JSON.parse(await readFile(settings, 'utf8')) as { locales: string[] };
    project.locales.push(LANGUAGE);
    await writeFile(settings, JSON.stringify(project, null, 2));

    await compileMessages(web);
    expect(await readdir(join(web, 'app/src/paraglide'))).toContain('messages.js');
    await runTests(web, TESTS);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Several hundred tests, on a machine that may be busy.
}, 600_000);
