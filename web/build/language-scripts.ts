import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { minify, rolldownVersion } from 'vite';
import type { Plugin } from 'vite';
import project from '../app/project.inlang/settings.json' with { type: 'json' };

/** Folder of the scripts while their language is open; each language has a folder of its own instead. */
export const SCRIPTS = 'assets/of-language/';

/** Call in the place of a message, after the compiler may have changed the quotes. */
const PLACEHOLDER = /__MESSAGE__\((["'`])(\w+)\1,?/g;
/** Functions of paraglide that messages call, such as `plural`. */
const CALLED = /\bregistry\.(\w+)/g;
/** Exports of paraglide's list of messages. A name with capital letters is the alias of an id. */
const EXPORT = /^export (?:const (\w+) =|\{ (\w+) as "(\w+)" \})/gm;
/** Specifier of the module of one message. */
const MESSAGE = 'message:';
/** Module in the place of paraglide's own: the document says which language its scripts have. */
const RUNTIME =
  'export const getLocale = () => document.documentElement.lang; export const overwriteGetLocale = () => {};';

/** Messages by language, the base language first: the source of a function for each id. */
export type Catalogues = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Returns the list of messages with a module for each, so that a page loads only its own. */
export function divided(list: string): string {
  const exports = [...list.matchAll(EXPORT)].map(([, name, id, alias]) =>
    name === undefined
      ? `export { ${id} as ${alias} } from '${MESSAGE}${id}';`
      : `export { ${name} } from '${MESSAGE}${name}';`,
  );
  return exports.join('\n');
}

/** Returns the functions of paraglide that a message calls in any language, in a fixed order. */
function calledBy(id: string, catalogues: Catalogues): string[] {
  const sources = [...catalogues.values()].map((catalogue) => catalogue.get(id) ?? '');
  return [...new Set(sources.flatMap((source) => [...source.matchAll(CALLED)].map(([, name = '']) => name)))].sort();
}

/** Returns the module of a message: a placeholder, which gets the functions that the message calls. */
export function messageModule(id: string, catalogues: Catalogues): string {
  const called = calledBy(id, catalogues);
  const imports = called.length === 0 ? '' : `import { ${called.join()} } from '../registry.js';`;
  const placeholder = `/* @__PURE__ */ __MESSAGE__(${[`'${id}'`, ...called].join()})`;
  // Modules are put together by their sizes, so each has that of its message.
  const [base] = catalogues.values();
  return `${imports}export const ${id} = ${placeholder}; // ${JSON.stringify(base?.get(id))}`;
}

/** Returns a script with the messages of a language in the places of the placeholders. */
export function filled(code: string, locale: string, catalogues: Catalogues): string {
  return code.replaceAll(PLACEHOLDER, (_, _quote: string, id: string) => {
    const source = catalogues.get(locale)?.get(id);
    if (source === undefined) throw new Error(`the message ${id} is missing in ${locale}`);
    return `((${calledBy(id, catalogues).join()}) => ${source.replaceAll(CALLED, '$1')})(`;
  });
}

/**
 * Writes the page's scripts once for each language, with the messages of that language only. The modules are compiled, linked and
 * minified once: each message is a call of a function that does not exist, and the finished scripts are copied into a folder for
 * each language, with the messages in the places of the calls.
 */
export function languageScripts(): { plugin: Plugin; folderOf: (locale: string) => string } {
  let paraglide = '';
  const catalogues = new Map<string, ReadonlyMap<string, string>>();
  const folders = new Map<string, string>();

  async function readCatalogues(): Promise<void> {
    for (const locale of new Set([project.baseLocale, ...project.locales])) {
      const url = pathToFileURL(join(paraglide, 'messages', `${locale}.js`)).href;
      const functions = Object.entries((await import(url)) as Record<string, () => string>);
      catalogues.set(locale, new Map(functions.map(([id, message]) => [id, message.toString()])));
    }
    // The names of the scripts end with hashes of all but the messages.
    const filling = [rolldownVersion, await readFile(fileURLToPath(import.meta.url), 'utf8')];
    for (const [locale, catalogue] of catalogues) {
      const hash = createHash('sha256').update(JSON.stringify([...filling, ...catalogue]));
      folders.set(locale, `assets/${locale}-${hash.digest('hex').slice(0, 8)}/`);
    }
  }

  function folderOf(locale: string): string {
    const folder = folders.get(locale);
    if (folder === undefined) throw new Error(`the build has no scripts in ${locale}`);
    return folder;
  }

  async function scriptOf(locale: string, file: string, code: string): Promise<string> {
    const text = filled(code, locale, catalogues);
    if (text.includes('__MESSAGE__')) throw new Error(`${file} has a message that cannot be filled in`);
    const script = text.replaceAll(SCRIPTS, folderOf(locale));
    const small = await minify(file, script, { module: true, compress: { target: 'es2022' }, mangle: true });
    const [error] = small.errors;
    if (error) throw new Error(`${file} in ${locale}: ${error.message}`);
    return small.code;
  }

  const plugin: Plugin = {
    name: 'saffron-language-scripts',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      paraglide = join(config.root, 'src/paraglide');
    },
    resolveId: {
      filter: { id: new RegExp(`^${MESSAGE}`) },
      handler: (specifier) => join(paraglide, 'messages', `${specifier.slice(MESSAGE.length)}.js`),
    },
    load: {
      filter: { id: /\/paraglide\/(?:messages\/\w+|runtime)\.js$/ },
      async handler(path) {
        const [, name = ''] = /(\w+)\.js$/.exec(path) ?? [];
        if (path === join(paraglide, 'runtime.js')) return RUNTIME;
        // Before the first message, and after paraglide has compiled all of them.
        if (name === '_index') {
          await readCatalogues();
          return divided(await readFile(path, 'utf8'));
        }
        return messageModule(name, catalogues);
      },
    },
    generateBundle: {
      // After Vite has written the names of scripts and style sheets into them.
      order: 'post',
      async handler(_options, bundle) {
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type !== 'chunk' || !file.startsWith(SCRIPTS)) continue;
          delete bundle[file];
          for (const locale of catalogues.keys()) {
            const source = await scriptOf(locale, file, chunk.code);
            this.emitFile({ type: 'asset', fileName: file.replace(SCRIPTS, folderOf(locale)), source });
          }
        }
      },
    },
  };
  return { plugin, folderOf };
}
