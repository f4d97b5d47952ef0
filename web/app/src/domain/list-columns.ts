/** Columns of a list of players: which field each one has, by its head or, without one, by its values. */

export type Field =
  'name' | 'first' | 'rating' | 'title' | 'federation' | 'club' | 'id' | 'birth' | 'sex' | 'games' | 'number' | 'other';

/** Words of heads in lower case without signs, in the languages of the page. A star stands for the rest of a word. */
const WORDS: Readonly<Record<Exclude<Field, 'other'>, string>> = {
  name:
    'name|player*|surname|last name|lastname|family name|full name|participant|név|teljes név|játékos*|versenyző*|vezetéknév|' +
    'имя|фио|ф и о|игрок*|участник*|фамилия*|nachname|familienname|spieler*|teilnehmer*|' +
    'nazwisko*|imię i nazwisko|zawodnik*|uczestnik*|gracz*|namn*|efternamn*|spelare*|deltagare*',
  first: 'first name|firstname|given name|forename|keresztnév|utónév|vorname|imię|imiona|förnamn|tilltalsnamn',
  rating:
    'rating*|elo*|rtg*|irtg|nrtg|fide rating|national rating|élő*|értékszám*|рейтинг*|эло*|рейт*|wertung*|wertungszahl|dwz|twz|nwz|' +
    'ranking*|rank fide|rank krajowy|lask*',
  title: 'title|titel|cím|звание|титул|fide title|tytuł*',
  federation:
    'fed|federation|country|nation|szövetség|ország|föderáció|федерация|страна|фед|verband|föderation|land|' +
    'federacja|kraj|państwo|förbund|nationalitet',
  club:
    'club*|team|city|town|egyesület|klub*|csapat|szakosztály|város|lakóhely|клуб*|команда|город|verein*|ort|stadt|mannschaft|' +
    'miasto|miejscowość|drużyna|förening*|stad|lag',
  id:
    'id|fide id|fideid|id no|fide no|ident*|azonosító|kód|код*|идентификатор|фидэ id|id фиде|фиде|kennung|spielernummer|' +
    'id fide|identyfikator|medlemsnummer|medlemsnr',
  birth:
    'birth*|born|date of birth|year of birth|yob|dob|szül*|дата рождения|год рождения|г р|гр|рожд*|geb*|jahrgang|jahr|' +
    'data ur*|rok ur*|urodz*|ur|rocznik|född*|födelse*',
  games:
    'games|rated games|no of games|number of games|játszma*|játszmák száma|parti*|партии|партий|число партий|игр|partien|' +
    'wertungspartien|anzahl partien|partie|liczba partii|partier|antal partier',
  sex: 'sex|gender|nem|neme|пол|geschlecht|g|mf|wm|płeć|km|kön',
  number:
    'no|nr|n|sno|snr|start no|rank|sorszám|ssz|место|номер|п п|пп|lfd nr|startnr|start nr|platz|' +
    'lp|miejsce|numer startowy|plac|placering|startnummer',
};

const TITLES = new Set(['GM', 'IM', 'FM', 'CM', 'WGM', 'WIM', 'WFM', 'WCM']);

/** Returns the field of a head; `other` if it is none of the known ones. */
export function fieldOf(head: string): Field {
  const text = head
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (const [field, words] of Object.entries(WORDS)) {
    const fits = (word: string): boolean => (word.endsWith('*') ? text.startsWith(word.slice(0, -1)) : word === text);
    if (words.split('|').some(fits)) return field as Field;
  }
  return 'other';
}

/** Returns the fields of a row if it is the head of a list; `null` if it is a row of players. */
export function headFields(cells: readonly string[]): readonly Field[] | null {
  if (cells.some((cell) => /\d{3}/.test(cell))) return null;
  const fields = cells.map(fieldOf);
  if (!fields.includes('name')) return null;
  // A Russian list has the first name in a column "имя" behind "фамилия".
  const surname = cells.findIndex((cell) => /^фамилия$/i.test(cell.trim()));
  return fields.map((field, at) => (surname >= 0 && at !== surname && field === 'name' ? 'first' : field));
}

/** Returns the fields of a list without a head. */
export function guessedFields(rows: readonly (readonly string[])[]): readonly Field[] {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const column = (at: number): string[] => rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  const isMost = (at: number, test: (cell: string) => boolean): boolean => {
    const cells = column(at);
    return cells.length > 0 && cells.filter(test).length >= 0.6 * cells.length;
  };
  const fields: Field[] = Array.from({ length: width }, () => 'other');
  /** Gives the first column that is still free and fits. */
  const give = (field: Field, fits: (at: number) => boolean): void => {
    const at = fields.findIndex((each, index) => each === 'other' && fits(index));
    if (at >= 0) fields[at] = field;
  };
  if (rows.length > 1 && rows.every((row, index) => row[0] === String(index + 1))) fields[0] = 'number';
  give('title', (at) => isMost(at, isTitle));
  give('birth', (at) => isMost(at, (cell) => birthDate(cell).includes('/')));
  give('rating', (at) => isMost(at, (cell) => /^\d{3,4}$/.test(cell) || cell === '0'));
  give('id', (at) => isMost(at, (cell) => /^\d{5,11}$/.test(cell)));
  give('birth', (at) => !fields.includes('birth') && isMost(at, (cell) => /^(19|20)\d\d$/.test(cell)));
  give('federation', (at) => isMost(at, (cell) => /^[A-Z]{3}$/.test(cell)));
  give('name', (at) => isMost(at, (cell) => /\p{L}/u.test(cell)));
  give('club', (at) => isMost(at, (cell) => /\p{L}/u.test(cell)));
  return fields;
}

export function isTitle(text: string): boolean {
  return TITLES.has(text.toUpperCase());
}

/** Returns a birth date as `YYYY/MM/DD` or `YYYY`; empty if the text is none. */
export function birthDate(text: string): string {
  const parts = text.match(/\d+/g) ?? [];
  if (/[^\d./\s-]/.test(text)) return '';
  const [first = '', second = '', third = ''] = parts;
  const date = (year: string, month: string, day: string): string =>
    Number(month) <= 12 && Number(day) <= 31 ? `${year}/${month.padStart(2, '0')}/${day.padStart(2, '0')}` : '';
  const isYear = (year: string): boolean => /^(19|20)\d\d$/.test(year);
  if (parts.length === 1) return isYear(first) ? first : '';
  if (parts.length !== 3) return '';
  if (isYear(first)) return date(first, second, third);
  return isYear(third) ? date(third, second, first) : '';
}
