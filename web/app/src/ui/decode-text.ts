/**
 * Decoder for text files of unknown encoding, by the rules documented in the crate `saffron-text`. Both must pass the cases in
 * `crates/text/tests/cases.json`.
 */

/** Encodings that a visitor can choose, each with one byte per character. */
export const ENCODINGS = ['windows-1250', 'windows-1251', 'iso-8859-2', 'koi8-r', 'ibm866', 'windows-1252'] as const;
export type EncodingName = (typeof ENCODINGS)[number];

/** Maximum number of bytes of a line that are decoded at once. */
const MAX_BYTES = 1 << 16;
const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/** Characters of Windows-1252 from 0x80 to 0x9f; the rest equals Unicode. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes a file and converts its line ends to LF. A byte order mark takes precedence over a given encoding. */
export function decodeText(bytes: Uint8Array, encoding: EncodingName | null = null): string {
  return withLineFeeds(decoded(bytes, encoding));
}

/** Returns whether the encoding was guessed from the bytes alone, so that it may be another one than Windows-1252. */
export function isGuessed(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  const isMarked = first >= 0xfe && second >= 0xfe;
  const isUtf16 = bytes.length >= 2 && (first === 0) !== (second === 0);
  return !isMarked && !isUtf16 && utf8(bytes) === null;
}

/** Replaces line ends by LF, and NUL and DOS's end mark by spaces. */
export function withLineFeeds(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[\0\x1a]/g, ' ');
}

function decoded(bytes: Uint8Array, encoding: EncodingName | null): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return linesOf(bytes.subarray(3));
  if (first === 0xff && second === 0xfe) return utf16('utf-16le', bytes.subarray(2));
  if (first === 0xfe && second === 0xff) return utf16('utf-16be', bytes.subarray(2));
  if (encoding !== null) return oneByteEach(bytes, encoding);
  if (bytes.length >= 2 && first !== 0 && second === 0) return utf16('utf-16le', bytes);
  if (bytes.length >= 2 && first === 0 && second !== 0) return utf16('utf-16be', bytes);
  return linesOf(bytes);
}

function utf16(label: string, bytes: Uint8Array): string {
  return new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
}

/** Decodes a single-byte encoding. Undefined bytes are read as Windows-1252. */
function oneByteEach(bytes: Uint8Array, encoding: EncodingName): string {
  if (encoding === 'windows-1252') return western(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return text.replace(/\ufffd/g, (_, at: number) => western(bytes.subarray(at, at + 1)));
}

function western(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte >= 0x80 && byte < 0xa0 ? WESTERN[byte - 0x80] : String.fromCharCode(byte);
  return text;
}

/** Decodes UTF-8; `null` if it is invalid. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes each line as UTF-8 or Windows-1252. */
function linesOf(bytes: Uint8Array): string {
  const whole = utf8(bytes);
  if (whole !== null) return whole;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + lineLength(bytes.subarray(at));
    lines.push(lineOf(bytes.subarray(at, end)));
    at = end;
  }
  return lines.join('');
}

/** Returns the length of the first line with its end, or of a part of a long one. */
function lineLength(bytes: Uint8Array): number {
  const within = bytes.subarray(0, MAX_BYTES);
  const end = within.findIndex((byte) => byte === LF || byte === CR);
  if (end >= 0) return end + 1;
  if (bytes.length < MAX_BYTES) return bytes.length;
  const space = within.findLastIndex((byte) => byte === SPACE || byte === TAB);
  if (space >= 0) return space + 1;
  for (let length = MAX_BYTES; length >= MAX_BYTES - 3; length -= 1) {
    const next = bytes[length];
    if (next === undefined || (next & 0xc0) !== 0x80) return length;
  }
  return MAX_BYTES;
}

function lineOf(bytes: Uint8Array): string {
  const whole = utf8(bytes);
  if (whole !== null) return whole;
  /** Alternating runs of valid UTF-8 and other bytes. */
  const runs: { isText: boolean; from: number; to: number }[] = [];
  let [characters, strays] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    const isText = length > 0;
    const to = at + Math.max(length, 1);
    if (!isText) strays += 1;
    else if (length > 1) characters += 1;
    const last = runs.at(-1);
    if (last?.isText === isText) last.to = to;
    else runs.push({ isText, from: at, to });
    at = to;
  }
  if (characters < strays) return western(bytes);
  return runs
    .map(({ isText, from, to }) => {
      const run = bytes.subarray(from, to);
      return (isText ? utf8(run) : null) ?? western(run);
    })
    .join('');
}

/** Returns the length in bytes of the UTF-8 character at `at`; 0 if there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // Excludes overlong forms, surrogates and values above U+10FFFF.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (byte < (next === 1 ? least : 0x80) || byte > (next === 1 ? most : 0xbf)) return 0;
  }
  return length;
}
