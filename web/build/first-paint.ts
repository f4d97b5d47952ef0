import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';

/** Scripts for the heads of the documents; the second takes the place of the first in those of the puzzles page. */
const SCRIPTS = ['first-paint', 'first-puzzle'];
/** Names of the files, which end with their hashes. */
export const FIRST_PAINT = /assets\/first-paint-[^"]*\.js/;
export const FIRST_PUZZLE = /assets\/first-puzzle-[^"]*\.js/;

/**
 * Builds the scripts that run before the first paint, and inserts the first into the document's head. They are not modules, which
 * would run too late; a separate build puts all that one needs into one file.
 */
export function firstPaint(): Plugin {
  let root = '';
  return {
    name: 'saffron-first-paint',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      for (const name of SCRIPTS) {
        const input = join(root, `src/${name}.ts`);
        const built = await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          build: {
            write: false,
            target: 'es2022',
            rolldownOptions: { input, output: { format: 'iife' }, checks: { pluginTimings: false } },
          },
        });
        const chunk = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0];
        if (chunk?.type !== 'chunk') this.error(`${input} has not become a script`);
        this.emitFile({ type: 'asset', name: `${name}.js`, source: chunk.code });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => FIRST_PAINT.test(name));
        if (file === undefined) throw new Error('the build has no script for the first paint');
        return [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}
