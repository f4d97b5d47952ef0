import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Plugin, PluginOption, Rolldown } from 'vite';
import type { PageDocument, Redirect } from '../app/src/shell/page-document.ts';
import { FIRST_PAINT, FIRST_PUZZLE } from './first-paint.ts';
import { SCRIPTS } from './language-scripts.ts';

/** Entry of the build for Node. */
const ENTRY = 'src/shell/documents.ts';
/** Module with the rules, from which the diagrams are made. */
const RULES = 'src/wasm/saffron_rules_bg.wasm';
/** Modules whose styles the learning pages need. */
const LESSONS = '/features/learn/';

interface Made {
  documents(rules: BufferSource): PageDocument[];
  redirects(): Redirect[];
}

interface Address {
  file: string;
  variant?: string;
}

/** Addresses file for the server: the same fields as `Addresses` in crates/server/src/site/addresses.rs. */
interface Addresses {
  documents: Record<string, Address>;
  kept: Record<string, Address>;
  named: Record<string, Address>;
  added: Record<string, Address>;
  redirects: Record<string, string>;
  missing: Record<string, Address>;
}

/**
 * Builds the HTML document of every address in every language, and the list of the addresses for the server. A second build,
 * which runs in Node, renders the page's own components; `plugins` returns its plugins.
 */
export function documents(plugins: () => PluginOption[], folderOf: (locale: string) => string): Plugin {
  let root = '';
  let folder = '';
  let cache = '';
  const styles = new Set<string>();
  /** First-paint script of the puzzles page. */
  let firstPuzzle = '';
  /** Files of the build by the paths of their sources, each with all files that it imports. */
  const built = new Map<string, string[]>();
  return {
    name: 'saffron-documents',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
      cache = join(config.cacheDir, 'saffron-documents');
    },
    generateBundle(_options, bundle) {
      firstPuzzle = Object.keys(bundle).find((name) => FIRST_PUZZLE.test(name)) ?? '';
      for (const [name, output] of Object.entries(bundle)) {
        if (output.type === 'chunk' && output.moduleIds.some((id) => id.includes(LESSONS))) {
          for (const file of needed(bundle, name)) if (file.endsWith('.css')) styles.add(file);
        }
        if (output.type === 'chunk' && output.facadeModuleId) {
          built.set(output.facadeModuleId, [...needed(bundle, name)]);
        } else if (output.type === 'asset') {
          for (const source of output.originalFileNames) built.set(`/${source}`, [name]);
        }
      }
    },
    async closeBundle() {
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        plugins: plugins(),
        ssr: { noExternal: true },
        build: {
          ssr: ENTRY,
          outDir: cache,
          emptyOutDir: true,
          target: 'node20',
          rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'documents.mjs' } },
        },
      });
      const made = (await import(pathToFileURL(join(cache, 'documents.mjs')).href)) as Made;
      const index = join(folder, 'index.html');
      const template = await readFile(index, 'utf8');
      const addresses: Addresses = { documents: {}, kept: {}, named: {}, added: {}, redirects: {}, missing: {} };
      const lists = {
        page: addresses.documents,
        kept: addresses.kept,
        named: addresses.named,
        added: addresses.added,
        missing: addresses.missing,
      };
      for (const document of made.documents(await readFile(join(root, RULES)))) {
        const file = fileOf(document);
        lists[document.kind][document.path] = { file, ...(document.variant && { variant: document.variant }) };
        await mkdir(dirname(join(folder, file)), { recursive: true });
        const links = preloads(built, document, template);
        const text = fill(template, document, styles, links, firstPuzzle);
        const bytes = gzipSync(text.replaceAll(SCRIPTS, folderOf(document.locale)), {
          level: constants.Z_BEST_COMPRESSION,
        });
        // Thousands of documents: the program contains them compressed only.
        await writeFile(join(folder, `${file}.gz`), bytes);
      }
      addresses.redirects = Object.fromEntries(made.redirects());
      await writeFile(join(folder, 'addresses.json'), JSON.stringify(addresses));
      // Only a template: `/` has a document of its own.
      await rm(index);
    },
  };
}

/** Returns the files that a chunk needs: itself, all that it imports, and their styles. */
function needed(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== 'chunk') return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const imported of chunk.imports) needed(bundle, imported, found);
  return found;
}

/**
 * Returns links to the files that a document loads first, without those that all documents have. A preview is painted with the
 * styles of its page.
 */
function preloads(
  built: ReadonlyMap<string, string[]>,
  { preload, content }: PageDocument,
  template: string,
): string[] {
  const files = preload.flatMap((source) => {
    const found = [...built].find(([path]) => path.endsWith(source));
    if (!found) throw new Error(`the build has no ${source}`);
    return found[1];
  });
  // What a preview shows is painted before its scripts are needed.
  const late = content === 'preview' ? ' fetchpriority="low"' : '';
  return files
    .filter((file) => !template.includes(file))
    .map((file) => {
      if (file.endsWith('.js')) return `<link rel="modulepreload"${late} crossorigin href="/${file}" />`;
      if (file.endsWith('.css') && content === 'preview')
        return `<link rel="stylesheet" crossorigin href="/${file}" />`;
      if (file.endsWith('.css')) return `<link rel="preload" as="style" crossorigin href="/${file}" />`;
      return `<link rel="preload" as="fetch"${late} crossorigin href="/${file}" />`;
    });
}

function fileOf({ locale, path, kind }: PageDocument): string {
  const name = path.replace(new RegExp(`^/${locale}(?=/|$)`), '').slice(1) || 'index';
  return `documents/${locale}/${kind === 'page' ? name : `${kind}/${name}`}.html`;
}

/** Returns the attributes of a document with content for the first-paint script. */
function about({ path, preview }: PageDocument): string {
  return ` data-address="${path}"${preview ? ` data-preview="${preview}"` : ''}`;
}

/** Fills a document's own parts into the template. */
function fill(
  template: string,
  document: PageDocument,
  styles: ReadonlySet<string>,
  preloaded: readonly string[],
  firstPuzzle: string,
): string {
  const lessonStyles = [...styles]
    .filter((style) => document.content === 'whole' && !template.includes(style))
    .map((style) => `<link rel="stylesheet" href="/${style}" />`);
  const links = [...lessonStyles, ...preloaded];
  const parts: [RegExp, string][] = [
    [/<html lang="\w+"/, `<html lang="${document.locale}"`],
    [/<!--about-->.*<!--\/about-->/s, document.head],
    // After the style sheets of the frame, in the order in which the app loads them.
    [/\s*<\/head>/, ['', ...links].join('\n    ') + '\n  </head>'],
    [/<!--page-->/, document.body],
  ];
  if (document.content !== null)
    parts.push([new RegExp(`(?=></script>)(?<="/${FIRST_PAINT.source}")`), about(document)]);
  if (document.preview === 'puzzles') parts.push([FIRST_PAINT, firstPuzzle]);
  if (document.content === 'whole') {
    // Readable content comes before the script and its requests.
    parts.push(
      [/<script type="module"/, '<script type="module" fetchpriority="low"'],
      [/\s*<link rel="(?:modulepreload|preload)"[^>]*>/g, ''],
    );
  }
  return parts.reduce((text, [from, to]) => {
    if (text.search(from) < 0 && !from.global) throw new Error(`index.html has no ${from.source}`);
    return text.replace(from, () => to);
  }, template);
}
