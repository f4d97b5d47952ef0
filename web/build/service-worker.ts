import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'sw.js';

/** Files used by few visitors: those of the engine with threads. */
const LATER = /\/(?:saffron_threads|engine-helper)[^/]*$/;

/**
 * Writes the list of the built page's files into its service worker, with a version that changes with any of them, and a separate
 * list of files that are cached only after use.
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
      const files: { path: string; bytes: number }[] = [];
      for (const output of Object.values(bundle).sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
        const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
        hash.update(content);
        // The page itself is cached under its address, `/`.
        if (output !== worker && output.fileName !== 'index.html') {
          files.push({ path: `/${output.fileName}`, bytes: content.length });
        }
      }
      for (const entry of await readdir(publicFolder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const content = await readFile(path);
        hash.update(content);
        files.push({ path: path.slice(publicFolder.length).replaceAll('\\', '/'), bytes: content.length });
      }
      // Small files first: every page needs some of them, and few need the networks.
      const paths = files.sort((a, b) => a.bytes - b.bytes).map(({ path }) => path);
      const later = paths.filter((path) => LATER.test(path));
      const atOnce = paths.filter((path) => !LATER.test(path));
      worker.code =
        `const SAFFRON_FILES = ${JSON.stringify(atOnce)}, SAFFRON_LATER = ${JSON.stringify(later)}, SAFFRON_VERSION = '${hash.digest('hex').slice(0, 12)}';\n` +
        worker.code;
    },
  };
}
