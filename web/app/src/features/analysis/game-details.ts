/** Tags of a record with players, place and date, for display and editing. */

/** Editable tags, in the order of a record. */
export const DETAIL_TAGS = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'WhiteElo', 'BlackElo'] as const;
export type DetailTag = (typeof DETAIL_TAGS)[number];
export type Details = Record<DetailTag, string>;

/** Tag value that means "unknown". */
const UNKNOWN = /^[?.\s-]*$/;

/** Returns the values of a record's tags; empty if unknown. */
export function detailsOf(tags: readonly [string, string][]): Details {
  const value = (name: DetailTag): string => {
    const text = tags.find(([known]) => known === name)?.[1] ?? '';
    return UNKNOWN.test(text) ? '' : text;
  };
  return Object.fromEntries(DETAIL_TAGS.map((name) => [name, value(name)])) as Details;
}

/** Returns a record's tags with edited values. Other tags stay. */
export function withDetails(tags: readonly [string, string][], details: Details): [string, string][] {
  const edited = DETAIL_TAGS.map((name): [string, string] => [name, details[name].trim()]);
  const others = tags.filter(([name]) => !(DETAIL_TAGS as readonly string[]).includes(name));
  return [...edited.filter(([, value]) => value !== ''), ...others];
}

/** Returns whether a text is empty or a date of a record, such as `2026.11.??`. */
export function isDate(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '') return true;
  const [, month = '', day = ''] = /^(?:\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(trimmed) ?? [];
  const within = (part: string, most: number): boolean => part === '??' || (Number(part) >= 1 && Number(part) <= most);
  return within(month, 12) && within(day, 31) && month !== '';
}

/** Formats the known parts of a record's date in the visitor's language. */
export function dateText(date: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})(?:\.(\d\d)(?:\.(\d\d))?)?/.exec(date) ?? [];
  if (year === undefined || month === undefined) return year ?? '';
  const whole = new Date(Number(year), Number(month) - 1, Number(day ?? 1));
  const { format } = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    ...(day === undefined ? {} : { day: 'numeric' }),
  });
  return format(whole);
}
