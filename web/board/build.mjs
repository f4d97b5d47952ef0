// Builds the package of the board into `dist`, and its page of examples into `dist/examples` and, if the page was built, into its
// `/board/`.

import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Configuration shared by both builds. */
const COMMON = { configFile: false, root: path('.'), publicDir: false, logLevel: 'warn' };
const OPTIONS = {
  outDir: path('dist'),
  emptyOutDir: false,
  target: 'es2022',
  // First versions with `light-dark()`. The replacement for older ones would need rules in the page's own style sheet.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
};

/** Builds the package's modules, not minified, since bundlers do that. */
async function buildModules() {
  const names = ['index', 'variants', 'element', 'scene'];
  const entry = Object.fromEntries(names.map((name) => [name, path(`src/${name}.ts`)]));
  await build({ ...COMMON, build: { ...OPTIONS, minify: false, lib: { entry, formats: ['es'] } } });
}

/** Builds the custom element with its dependencies in one file for a script tag. */
async function buildScript() {
  await build({
    ...COMMON,
    build: {
      ...OPTIONS,
      rolldownOptions: { input: path('src/element.ts'), output: { entryFileNames: 'hex-board.js' } },
    },
  });
}

/** Writes the style sheet as one file. */
async function writeStyles() {
  const [board, themes] = await Promise.all(
    ['src/board.css', 'src/themes.css'].map((file) => readFile(path(file), 'utf8')),
  );
  const line = "@import './themes.css';";
  if (!board.includes(line)) throw new Error(`board.css has no ${line}`);
  await writeFile(
    path('dist/board.css'),
    board.replace(line, () => themes),
  );
}

async function writeExamples() {
  await mkdir(path('dist/examples'), { recursive: true });
  await cp(path('examples'), path('dist/examples'), { recursive: true });
  await cp(path('dist/hex-board.js'), path('dist/examples/hex-board.js'));
  if (existsSync(path('../app/dist'))) await cp(path('dist/examples'), path('../app/dist/board'), { recursive: true });
}

await rm(path('dist'), { recursive: true, force: true });
await buildModules();
await buildScript();
await writeStyles();
await cp(path('theme.json'), path('dist/theme.json'));
execFileSync(process.execPath, [path('../node_modules/typescript/bin/tsc'), '-p', path('tsconfig.json')], {
  stdio: 'inherit',
});
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) await cp(path(`../../${name}`), path(`dist/${name}`));
await writeExamples();
