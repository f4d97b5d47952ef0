/** Lists of players as people have them: tables with or without a head, lines "Name rating", and the players of a TRF file. */

import type { Entrant } from '../generated/protocol';
import { birthDate, guessedFields, headFields, isTitle } from './list-columns';
import type { Field } from './list-columns';

/** Reason why a player of a list cannot be entered, or what of it is left out. */
export type ListProblem = 'no-name' | 'long-name' | 'twice' | 'entered' | 'rating' | 'federation' | 'id' | 'birth';

/** Problems with which a player cannot be entered. */
const BLOCKING: ReadonlySet<ListProblem> = new Set(['no-name', 'long-name', 'twice', 'entered']);

export interface ListedPlayer {
  readonly entrant: Entrant;
  /** Number of rated games; `null` if the list has none. */
  readonly games: number | null;
  readonly problems: readonly ListProblem[];
}

/** Limits of the server, in characters. */
const MAX_NAME = 80;
const MAX_CLUB = 120;

export const NO_ENTRANT: Entrant = {
  name: '',
  rating: null,
  title: '',
  federation: '',
  club: '',
  id: '',
  birth: '',
  sex: '',
};

export function isBlocked({ problems }: ListedPlayer): boolean {
  return problems.some((problem) => BLOCKING.has(problem));
}

/** Reads a list, whose lines end in LF. `entered` has the names of those who are players already. */
export function readPlayers(text: string, entered: ReadonlySet<string> = new Set()): ListedPlayer[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const report = lines.filter((line) => /^001 [ \d]{4}/.test(line));
  const rows = report.length > 0 ? report.map(reportRow) : tableRows(lines);
  const names = new Set<string>();
  return rows.map((row) => {
    const { entrant, games, problems: found } = entrantOf(row);
    const { name } = entrant;
    const problems = [...found];
    if (name !== '' && entered.has(name)) problems.push('entered');
    else if (name !== '' && names.has(name)) problems.push('twice');
    names.add(name);
    return { entrant, games, problems };
  });
}

type Row = Partial<Record<Field, string>>;

/** Returns the fields of a player of a Tournament Report File. */
function reportRow(line: string): Row {
  const field = (from: number, to: number): string => line.slice(from, to);
  return {
    sex: field(9, 10),
    title: titleOfReport(field(10, 13).trim()),
    name: field(14, 47),
    rating: field(48, 52),
    federation: field(53, 56),
    id: field(57, 68),
    birth: field(69, 79),
  };
}

/** Returns a title by the letters of a report, such as `wg`. */
function titleOfReport(title: string): string {
  const letters: Record<string, string> = { g: 'GM', m: 'IM', f: 'FM', c: 'CM' };
  const [, woman = '', kind = ''] = /^(w?)([gmfc])$/.exec(title) ?? [];
  return kind === '' ? title : `${woman.toUpperCase()}${letters[kind] ?? ''}`;
}

function tableRows(lines: readonly string[]): Row[] {
  const separator = separatorOf(lines);
  if (separator === null) return lines.map(lineRow);
  const rows = lines.map((line) => cellsOf(line, separator));
  const head = headFields(rows[0] ?? []);
  const fields = head ?? guessedFields(rows);
  return rows.slice(head === null ? 0 : 1).map((cells) => rowOf(cells, fields));
}

/** Returns what separates the columns; `null` if there are none. */
function separatorOf(lines: readonly string[]): string | null {
  const most = (separator: string): boolean =>
    lines.filter((line) => line.includes(separator)).length >= 0.8 * lines.length;
  for (const separator of ['\t', ';']) if (most(separator)) return separator;
  if (lines.length === 0 || !most(',')) return null;
  // "Horváth, Kata 1850" has a comma, too.
  const rows = lines.map((line) => cellsOf(line, ','));
  const hasNumbers = guessedFields(rows).some((field) => field === 'rating' || field === 'id');
  return headFields(rows[0] ?? []) !== null || hasNumbers ? ',' : null;
}

/** Splits a line. Cells in quotation marks may have the separator in them. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at);
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cell += letter;
      at += 1;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted;
    } else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else {
      cell += letter;
    }
  }
  return [...cells, cell].map(clean);
}

function rowOf(cells: readonly string[], fields: readonly Field[]): Row {
  const row: Row = {};
  for (const [at, field] of fields.entries()) {
    const cell = cells[at] ?? '';
    const isSet = row[field] !== undefined && row[field] !== '' && !(field === 'rating' && row[field] === '0');
    if (cell !== '' && !isSet) row[field] = cell;
  }
  if (row.first !== undefined) row.name = [row.name, row.first].filter(Boolean).join(', ');
  return row;
}

/** Reads a line without columns: a number and a title may stand before the name, the rating behind it. */
function lineRow(line: string): Row {
  let name = clean(line).replace(/^\d+[.)]\s*/, '');
  const row: Row = {};
  const [whole, rating] = /[\s,;(–-]+(\d{3,4}|0)\)?$/.exec(name) ?? [];
  if (whole !== undefined && rating !== undefined) {
    row.rating = rating;
    name = name.slice(0, -whole.length);
  }
  const [first = '', ...rest] = name.split(' ');
  if (rest.length > 0 && isTitle(first)) {
    row.title = first;
    name = rest.join(' ');
  }
  row.name = name;
  return row;
}

function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\ufeff]+/g, ' ').trim();
}

function entrantOf(row: Row): ListedPlayer {
  const problems: ListProblem[] = [];
  const take = (field: Field): string => clean(row[field] ?? '');
  const name = take('name');
  if (name === '') problems.push('no-name');
  if ([...name].length > MAX_NAME) problems.push('long-name');
  /** Returns what is read of a field, and notes the problem if nothing is left of a text. */
  const read = <Value>(field: Field & ListProblem, value: (text: string) => Value | null): Value | null => {
    const text = take(field);
    const found = text === '' || text === '-' ? null : value(text);
    if (found === null && text !== '' && text !== '-' && text !== '0') problems.push(field);
    return found;
  };
  const rating = read('rating', (text) => (/^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : null));
  const federation = read('federation', (text) => (/^\p{L}{1,3}$/u.test(text) ? text.toUpperCase() : null));
  const id = read('id', (text) => (text === '0' || text.length > 11 ? null : text));
  const birth = read('birth', (text) => birthDate(text) || null);
  const title = take('title');
  const entrant: Entrant = {
    name,
    rating,
    title: isTitle(title) ? title.toUpperCase() : title.slice(0, 3).trim(),
    federation: federation ?? '',
    club: [...take('club')].slice(0, MAX_CLUB).join('').trim(),
    id: id ?? '',
    birth: birth ?? '',
    sex: sexOf(take('sex')),
  };
  const games = take('games');
  return { entrant, games: /^\d{1,4}$/.test(games) ? Number(games) : null, problems };
}

function sexOf(text: string): string {
  if (/^(w|f|k|ж|nő|n$)/i.test(text)) return 'w';
  return /^(m|м|ffi|férfi)/i.test(text) ? 'm' : '';
}
