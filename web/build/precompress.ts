import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Excludes the documents, which the server completes first, and their list, which it reads itself. */
const COMPRESSIBLE = /\.(?:js|css|json|svg|wasm|txt|tsv|md|toml|webmanifest|nnue)$/;
/** Below this size a compressed copy saves no packet. */
const SMALLEST_BYTES = 1024;

/** Writes `.br` and `.gz` copies of those files of the built page that get smaller; the server picks one. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'saffron-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter(
        (entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && entry.name !== 'addresses.json',
      );
      await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  const brotli = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzipped = await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
  if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped);
}
