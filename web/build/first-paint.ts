import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';

const ENTRY = 'src/first-paint.ts';
/** Name of the file, which ends with its hash. */
export const FIRST_PAINT = /assets\/first-paint-[^"]*\.js/;

/**
 * Builds the script that runs before the first paint, and inserts it into the document's head. It is not a module, which would
 * run too late; a separate build puts all it needs into one file.
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
      const built = await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          rolldownOptions: { input: join(root, ENTRY), output: { format: 'iife' }, checks: { pluginTimings: false } },
        },
      });
      const chunk = [built].flat().flatMap((result) => ('output' in result ? result.output : []))[0];
      if (chunk?.type !== 'chunk') this.error(`${ENTRY} has not become a script`);
      this.emitFile({ type: 'asset', name: 'first-paint.js', source: chunk.code });
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
