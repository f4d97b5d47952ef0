import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'sw.js';

/** Files that only some visitors' pages use: those of the engine for several threads. */
const LATER = /\/(?:saffron_threads|engine-helper)[^/]*$/;

/**
 * Writes the list of the built page's files into its service worker, with a version that changes when one of them does,
 * and apart from it the list of those that are kept only when they have been used.
 */
export function serviceWorkerFiles(): Plugin {
  let publicFolder = '';
  return {
    name: 'saffron-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    async generateBundle(_options, bundle) {
      const worker = bundle[NAME];
      if (worker?.type !== 'chunk') this.error(`the build has no ${NAME}`);
      const hash = createHash('sha256');
      const files: string[] = [];
      for (const output of Object.values(bundle).sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
        hash.update(output.type === 'chunk' ? output.code : output.source);
        // The page itself is kept under its address, `/`.
        if (output !== worker && output.fileName !== 'index.html') files.push(`/${output.fileName}`);
      }
      for (const entry of await readdir(publicFolder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        hash.update(await readFile(path));
        files.push(path.slice(publicFolder.length).replaceAll('\\', '/'));
      }
      const later = files.filter((file) => LATER.test(file));
      const atOnce = files.filter((file) => !LATER.test(file));
      worker.code =
        `const SAFFRON_FILES = ${JSON.stringify(atOnce)}, SAFFRON_LATER = ${JSON.stringify(later)}, SAFFRON_VERSION = '${hash.digest('hex').slice(0, 12)}';\n` +
        worker.code;
    },
  };
}
