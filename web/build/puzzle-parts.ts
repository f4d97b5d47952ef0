import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { mayBeDaily } from '../app/src/domain/daily-puzzle.ts';

const PART = /^(.*\/crates\/puzzles\/puzzles\/[a-z]+\.tsv)\?part=(daily|others|daily-text)$/;

/** Maximum number of puzzles of the day: as many days pass before one comes again. */
const DAILY = 400;

/**
 * Divides a file of puzzles into two: `?part=daily` has those of the day, `?part=others` the rest, for which no visitor waits. Both
 * import as addresses. Without a build the first one is the whole file, and the address of the second is empty. `?part=daily-text`
 * imports as the text of the first, for the documents.
 */
export function puzzleParts(): Plugin {
  let building = false;
  return {
    name: 'saffron-puzzle-parts',
    enforce: 'pre',
    configResolved({ command }) {
      building = command === 'build';
    },
    async load(id) {
      const [, file, part] = PART.exec(id) ?? [];
      if (file === undefined) return undefined;
      if (part === 'daily-text')
        return `export default ${JSON.stringify(divided(await readFile(file, 'utf8')).daily)};`;
      if (!building) return part === 'daily' ? `export { default } from '${file}?url';` : `export default '';`;
      const { daily, others } = divided(await readFile(file, 'utf8'));
      const reference = this.emitFile({
        type: 'asset',
        name: basename(file),
        originalFileName: id,
        source: part === 'daily' ? daily : others,
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}

/** Returns the two parts of a file, each with the names of the columns. */
export function divided(text: string): { daily: string; others: string } {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const columns = header.split('\t');
  const [moves, rating] = [columns.indexOf('moves'), columns.indexOf('rating')];
  const daily = new Set(
    lines
      .filter((line) => {
        const fields = line.split('\t');
        return mayBeDaily(Number(fields[rating]), fields[moves]?.split(' ').length ?? 0);
      })
      .slice(0, DAILY),
  );
  const file = (part: string[]): string => [header, ...part, ''].join('\n');
  return { daily: file([...daily]), others: file(lines.filter((line) => !daily.has(line))) };
}
