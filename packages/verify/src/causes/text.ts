import { fixed, onText, type Hypothesis, type Pair } from './cause.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The first bytes of a text, without a part of a character. */
function bytesOf(text: string, most: number): string {
  const bytes = encoder.encode(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end));
}

const charactersOf = (text: string, most: number): string => Array.from(text).slice(0, most).join('');

const longest = (pairs: readonly Pair[], lengthOf: (text: string) => number): number =>
  Math.max(0, ...pairs.map(({ arrived }) => (typeof arrived === 'string' ? lengthOf(arrived) : 0)));

const cutBy = (
  what: string,
  bits: number,
  lengthOf: (text: string) => number,
  cut: (text: string, most: number) => string,
): Hypothesis => ({
  name: 'text truncated',
  bits,
  fit(pairs) {
    const most = longest(pairs, lengthOf);
    return most === 0
      ? undefined
      : { text: `truncated to ${most} ${what}`, predict: onText((text) => cut(text, most)) };
  },
});

const padded = (bits: number, pad: (text: string, to: number) => string): Hypothesis => ({
  name: 'text padded',
  bits,
  fit(pairs) {
    const length = longest(pairs, (text) => text.length);
    return length === 0
      ? undefined
      : { text: `padded to ${length} characters`, predict: onText((text) => pad(text, length)) };
  },
});

/** What UTF-8 becomes if it is read as another encoding. */
function misread(label: string): ((text: string) => string) | undefined {
  try {
    const wrong = new TextDecoder(label);
    return (text) => wrong.decode(encoder.encode(text));
  } catch {
    // An environment without this encoding cannot test it.
    return undefined;
  }
}

const encodings = (['windows-1252', 'macintosh', 'ibm866', 'koi8-r'] as const).flatMap(
  (label): Hypothesis[] => {
    const read = misread(label);
    if (read === undefined) return [];
    return [
      fixed('encoding', `UTF-8 read as ${label}`, 2, onText(read)),
      fixed(
        'encoding',
        `UTF-8 read as ${label}, twice`,
        3,
        onText((text) => read(read(text))),
      ),
    ];
  },
);

/** UTF-8 bytes, each as the character with its number: as ISO 8859-1. */
const latin1 = (text: string): string =>
  Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('');

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const NOT_ASCII = /[^\p{ASCII}]/gu;

const ENTITIES: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];
const escaped = (text: string, apostrophe: string): string =>
  [...ENTITIES, ["'", apostrophe] as const].reduce((all, [from, to]) => all.replaceAll(from, to), text);

/** Ways in which texts change. */
export const textChanges: readonly Hypothesis[] = [
  cutBy('characters', 4, (text) => Array.from(text).length, charactersOf),
  cutBy('bytes', 4, (text) => encoder.encode(text).length, bytesOf),
  cutBy(
    'UTF-16 units',
    5,
    (text) => text.length,
    (text, most) => text.slice(0, most),
  ),
  padded(4, (text, to) => text.padEnd(to)),
  padded(5, (text, to) => text.padStart(to, '0')),
  ...encodings,
  fixed('encoding', 'UTF-8 read as ISO 8859-1', 2, onText(latin1)),
  fixed(
    'encoding',
    'UTF-8 read as ISO 8859-1, twice',
    3,
    onText((text) => latin1(latin1(text))),
  ),
  fixed(
    'characters lost',
    'other characters than ASCII became ?',
    2,
    onText((text) => text.replaceAll(NOT_ASCII, '?')),
  ),
  fixed(
    'characters lost',
    'other bytes than ASCII became ?',
    3,
    onText((text) => text.replaceAll(NOT_ASCII, (each) => '?'.repeat(encoder.encode(each).length))),
  ),
  fixed(
    'characters lost',
    'other characters than ASCII became U+FFFD',
    2,
    onText((text) => text.replaceAll(NOT_ASCII, '\uFFFD')),
  ),
  fixed(
    'characters lost',
    'other characters than ASCII are lost',
    2,
    onText((text) => text.replaceAll(NOT_ASCII, '')),
  ),
  fixed('accents lost', 'accents lost', 2, onText(withoutAccents)),
  fixed(
    'accents lost',
    'accents lost, and ? for other characters than ASCII',
    3,
    onText((text) => withoutAccents(text).replaceAll(NOT_ASCII, '?')),
  ),
  fixed(
    'decomposed',
    'accents as characters of their own (NFD)',
    2,
    onText((text) => text.normalize('NFD')),
  ),
  fixed(
    'lower case',
    'in lower case',
    1,
    onText((text) => text.toLowerCase()),
  ),
  fixed(
    'upper case',
    'in upper case',
    1,
    onText((text) => text.toUpperCase()),
  ),
  fixed(
    'title case',
    'with a capital first letter',
    2,
    onText((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
  ),
  fixed(
    'trimmed',
    'without white space around it',
    1,
    onText((text) => text.trim()),
  ),
  fixed(
    'white space',
    'white space joined',
    2,
    onText((text) => text.replaceAll(/\s+/g, ' ').trim()),
  ),
  ...['&#39;', '&#x27;', '&apos;', "'"].map((apostrophe) =>
    fixed(
      'escaped',
      'escaped for HTML',
      2,
      onText((text) => escaped(text, apostrophe)),
    ),
  ),
  fixed(
    'escaped',
    'line breaks as \\n',
    2,
    onText((text) => text.replaceAll('\n', String.raw`\n`)),
  ),
  fixed(
    'text truncated at line break',
    'truncated at a line break',
    2,
    onText((text) => text.split('\n')[0] ?? ''),
  ),
  fixed(
    'line breaks lost',
    'line breaks as spaces',
    2,
    onText((text) => text.replaceAll(/\r?\n/g, ' ')),
  ),
  fixed(
    'quotes doubled',
    'quotes doubled',
    2,
    onText((text) => text.replaceAll('"', '""')),
  ),
  fixed(
    'quotes doubled',
    'apostrophes doubled',
    2,
    onText((text) => text.replaceAll("'", "''")),
  ),
  fixed(
    'quotes lost',
    'quotes lost',
    2,
    onText((text) => text.replaceAll('"', '')),
  ),
  fixed(
    'quoted',
    'in quotes',
    2,
    onText((text) => JSON.stringify(text)),
  ),
  fixed(
    'dashes lost',
    'dashes lost',
    2,
    onText((text) => text.replaceAll('-', '')),
  ),
];
