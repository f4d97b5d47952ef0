/** Copy of the page for tests that follow the instructions in CONTRIBUTING.md. */

import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Paths of build outputs and installed packages, which are not copied. */
const LEFT_OUT = /[/\\](?:node_modules|dist|paraglide|test-results)(?:[/\\]|$)/;

/** Copies the page into a folder of its own, with links to unchanged parts. Returns the folder. */
export async function copyPage(to: string): Promise<string> {
  const web = join(to, 'web');
  await cp('.', web, { recursive: true, filter: (path) => !LEFT_OUT.test(`/${path}`) });
  await symlink(resolve('node_modules'), join(web, 'node_modules'), 'junction');
  for (const folder of ['crates', 'docs', 'variants'])
    await symlink(resolve('..', folder), join(to, folder), 'junction');
  return web;
}

/** Runs a script of a package in a copy of the page. */
async function run(web: string, script: string, ...options: string[]): Promise<void> {
  const path = join(web, 'node_modules', script);
  await promisify(execFile)(process.execPath, [path, ...options], { cwd: web, maxBuffer: 1 << 26 });
}

/** Compiles the messages of a copy, as `npm run messages` does. */
export async function compileMessages(web: string): Promise<void> {
  const compiler = join('@inlang', 'paraglide-js', 'bin', 'run.js');
  const options = ['--project', 'app/project.inlang', '--outdir', 'app/src/paraglide'];
  await run(web, compiler, 'compile', ...options, '--output-structure', 'locale-modules', '--silent');
}

/** Runs tests of a copy by the names of their files. */
export async function runTests(web: string, names: readonly string[]): Promise<void> {
  const files = names.map((name) => `/${name}.test.ts`);
  await run(web, join('vitest', 'vitest.mjs'), 'run', '--testTimeout', '120000', ...files);
}
