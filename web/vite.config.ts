import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import type { PluginOption } from 'vite';
import { documents } from './build/documents.ts';
import { fonts } from './build/fonts.ts';
import { firstPaint } from './build/first-paint.ts';
import { languageScripts, SCRIPTS } from './build/language-scripts.ts';
import { precompress } from './build/precompress.ts';
import { preloadRules } from './build/preload-rules.ts';
import { puzzleParts } from './build/puzzle-parts.ts';
import { serviceWorkerFiles } from './build/service-worker.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Modules below the components, without style sheets. */
const BASE = /\/node_modules\/|\/paraglide\/|\/board\/src\/\w+\.ts$|\/src\/(?:domain|text)\//;

/** Plugins that compile messages and components, for the browsers' build and for the one that renders the documents. */
const compilers = (): PluginOption[] => [
  // As the script `messages` of package.json.
  paraglideVitePlugin({
    project: path('app/project.inlang'),
    outdir: path('app/src/paraglide'),
    strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
    outputStructure: 'locale-modules',
    emitReadme: false,
  }),
  svelte({ configFile: path('svelte.config.js') }),
  puzzleParts(),
];

const { plugin: scripts, folderOf } = languageScripts();

export default defineConfig({
  root: path('app'),
  plugins: [
    scripts,
    ...compilers(),
    fonts(),
    firstPaint(),
    preloadRules(),
    documents(compilers, folderOf),
    serviceWorkerFiles(folderOf),
    precompress(),
  ],
  // The engine's worker is an ES module, as the page is.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy has no `data:`.
    assetsInlineLimit: 0,
    // Browsers without `modulepreload` load the same scripts when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { index: path('app/index.html'), sw: path('app/src/sw.ts') },
      // The service worker's address must stay the same from version to version.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : `${SCRIPTS}[name]-[hash].js`),
        // Data are the same in every language.
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.every((id) => id.endsWith('.json')) ? 'assets/' : SCRIPTS}[name]-[hash].js`,
        // What every page needs, in two scripts that come side by side, so that they are there before the rules. Modules that other
        // pages share would otherwise be a dozen chunks.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: BASE },
            { name: 'page', tags: ['$initial'], test: /^(?!.*\/src\/sw(?:-push)?\.ts)/ },
            // Small sentences that other pages share: a dozen files whose names the first scripts would list.
            { name: 'sentences', test: /\/paraglide\/messages\//, minShareCount: 2, maxModuleSize: 190 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // The board is next to the app; the description of variants, its example, the engine's networks and the puzzles are outside.
    fs: {
      allow: [
        path('.'),
        path('../docs'),
        path('../variants'),
        path('../crates/engine/networks'),
        path('../crates/puzzles/puzzles'),
      ],
    },
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
});
