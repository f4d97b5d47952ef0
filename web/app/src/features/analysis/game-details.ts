/** The tags of a record that say who played, where and when, as they are shown and edited. */

/** Those that can be edited, in the order of a record. */
export const DETAIL_TAGS = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'WhiteElo', 'BlackElo'] as const;
export type DetailTag = (typeof DETAIL_TAGS)[number];
export type Details = Record<DetailTag, string>;

/** What is unknown in a tag. */
const UNKNOWN = /^[?.\s-]*$/;

/** The values of a record's tags; empty for what is not known. */
export function detailsOf(tags: readonly [string, string][]): Details {
  const value = (name: DetailTag): string => {
    const text = tags.find(([known]) => known === name)?.[1] ?? '';
    return UNKNOWN.test(text) ? '' : text;
  };
  return Object.fromEntries(DETAIL_TAGS.map((name) => [name, value(name)])) as Details;
}

/** A record's tags with other values; those that are not edited stay. */
export function withDetails(tags: readonly [string, string][], details: Details): [string, string][] {
  const edited = DETAIL_TAGS.map((name): [string, string] => [name, details[name].trim()]);
  const others = tags.filter(([name]) => !(DETAIL_TAGS as readonly string[]).includes(name));
  return [...edited.filter(([, value]) => value !== ''), ...others];
}

/** Whether a text is a date of a record, such as `2026.11.??`, or none. */
export function isDate(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '') return true;
  const [, month = '', day = ''] = /^(?:\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(trimmed) ?? [];
  const within = (part: string, most: number): boolean => part === '??' || (Number(part) >= 1 && Number(part) <= most);
  return within(month, 12) && within(day, 31) && month !== '';
}

/** A date of a record in the visitor's language, as far as it is known. */
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
