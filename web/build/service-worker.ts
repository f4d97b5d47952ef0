import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import project from '../app/project.inlang/settings.json' with { type: 'json' };

const NAME = 'sw.js';

/** Files used by few visitors: those of the engine with threads. */
const LATER = /\/(?:saffron_threads|engine-helper)[^/]*$/;

/** Reads a message catalogue of a language: the service worker has no messages of its own. */
async function messages(locale: string, name: string): Promise<Record<string, string>> {
  const file = new URL(`../app/messages/${locale}/${name}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}

/**
 * Writes the list of the built page's files into its service worker, with a version that changes with any of them, and separate
 * lists of the scripts, of which each language has its own, and of files that are cached only after use.
 */
export function serviceWorkerFiles(folderOf: (locale: string) => string): Plugin {
  let publicFolder = '';
  return {
    name: 'saffron-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // After the scripts of the languages.
      order: 'post',
      async handler(_options, bundle) {
        const worker = bundle[NAME];
        if (worker?.type !== 'chunk') this.error(`the build has no ${NAME}`);
        const hash = createHash('sha256');
        const files: { path: string; bytes: number }[] = [];
        for (const output of Object.values(bundle).sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          hash.update(content);
          // The page itself is cached under its address.
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
        const languages = await Promise.all(
          project.locales.map(async (locale) => ({
            locale,
            page: locale === project.baseLocale ? '/' : `/${locale}`,
            folder: `/${folderOf(locale)}`,
            title: (await messages(locale, 'page'))['site_name'],
            unreadable: (await messages(locale, 'notifications'))['push_unreadable'],
          })),
        );
        const base = languages.find(({ locale }) => locale === project.baseLocale);
        if (!base) this.error('the base language is none of the languages');
        const shared = paths.filter((path) => !languages.some(({ folder }) => path.startsWith(folder)));
        const scripts = paths.filter((path) => path.startsWith(base.folder));
        const written = {
          SAFFRON_LOCALES: Object.fromEntries(languages.map((language) => [language.locale, language])),
          SAFFRON_BASE_LOCALE: base,
          SAFFRON_SCRIPTS: scripts.map((path) => path.slice(base.folder.length)),
          SAFFRON_FILES: shared.filter((path) => !LATER.test(path)),
          SAFFRON_LATER: shared.filter((path) => LATER.test(path)),
          SAFFRON_VERSION: hash.digest('hex').slice(0, 12),
        };
        const constants = Object.entries(written).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
        worker.code = `const ${constants.join(', ')};\n${worker.code}`;
      },
    },
  };
}
