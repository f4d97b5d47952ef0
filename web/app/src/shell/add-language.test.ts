// @vitest-environment node

/** Test of the instructions in CONTRIBUTING.md: adds a language to a copy of the page and runs the tests they mention. */

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { LOCALES } from '../ui/settings-values';

const LANGUAGE = 'hu';
/** Tests that cover every language. */
const TESTS = ['catalogue', 'documents', 'routes', 'messages', 'settings-values', 'first-paint', 'names', 'times'];
/** Paths of build outputs and installed packages, which are not copied. */
const LEFT_OUT = /[/\\](?:node_modules|dist|paraglide|test-results)(?:[/\\]|$)/;

/** Copies the page into a folder of its own, with links to unchanged parts. Returns the folder. */
async function copy(to: string): Promise<string> {
  const web = join(to, 'web');
  await cp('.', web, { recursive: true, filter: (path) => !LEFT_OUT.test(`/${path}`) });
  await symlink(resolve('node_modules'), join(web, 'node_modules'), 'junction');
  for (const folder of ['crates', 'docs', 'variants'])
    await symlink(resolve('..', folder), join(to, folder), 'junction');
  return web;
}

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
    const web = await copy(folder);
    const messages = join(web, 'app/messages');
    await cp(join(messages, 'en'), join(messages, LANGUAGE), { recursive: true });
    expect(await readdir(join(messages, LANGUAGE, 'mail'))).toEqual(['changed.txt', 'confirm.txt', 'reset.txt']);
    const settings = join(web, 'app/project.inlang/settings.json');
    const project = JSON.parse(await readFile(settings, 'utf8')) as { locales: string[] };
    project.locales.push(LANGUAGE);
    await writeFile(settings, JSON.stringify(project, null, 2));

    const node = promisify(execFile);
    const run = (script: string, ...options: string[]): Promise<unknown> =>
      node(process.execPath, [join(web, 'node_modules', script), ...options], { cwd: web, maxBuffer: 1 << 26 });
    const compiler = join('@inlang', 'paraglide-js', 'bin', 'run.js');
    await run(compiler, 'compile', '--project', 'app/project.inlang', '--outdir', 'app/src/paraglide', '--silent');
    expect(await readdir(join(web, 'app/src/paraglide'))).toContain('messages.js');
    await run(
      join('vitest', 'vitest.mjs'),
      'run',
      '--testTimeout',
      '120000',
      ...TESTS.map((name) => `/${name}.test.ts`),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Several hundred tests, on a machine that may be busy.
}, 600_000);
