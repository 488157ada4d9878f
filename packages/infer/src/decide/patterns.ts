/** Characters of a pattern, and of a repetition in it: `bounds.pattern` of a schema. */
const MOST = 1000;

/** Characters of the longest run that a pattern makes; longer ones are cut. */
const LONGEST = 32 * MOST;

/**
 * A pattern of characters of one class: `[0-9]{4}`, `[0-9]{2,4}`. No repetition may be above `MOST`, so a longer run is several.
 *
 * @param kind the class, such as `[0-9]`
 */
export function run(kind: string, least: number, most = least): string {
  let pattern = '';
  let [from, to] = [Math.min(least, LONGEST), Math.min(most, LONGEST)];
  for (; to > MOST; to -= MOST) {
    const part = Math.min(from, MOST);
    pattern += repetition(kind, part, MOST);
    from -= part;
  }
  return pattern + repetition(kind, from, to);
}

function repetition(kind: string, least: number, most: number): string {
  if (most === 0) return '';
  if (least !== most) return `${kind}{${least},${most}}`;
  return most === 1 ? kind : `${kind}{${most}}`;
}

/** Whether a schema can have a pattern. */
export const fits = (pattern: string): boolean => pattern.length <= MOST;

type Class = 'digit' | 'capital' | 'letter' | 'other';

const CLASSES: Readonly<Record<Exclude<Class, 'other'>, string>> = {
  digit: '[0-9]',
  capital: '[A-Z]',
  letter: '[a-z]',
};

/** Signs and spaces of other scripts than Latin, which stand for themselves: €. */
const SIGN = /[\p{S}\p{Z}]/u;

function classOf(code: number): Class {
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code >= 0x41 && code <= 0x5a) return 'capital';
  if ((code >= 0x61 && code <= 0x7a) || (code > 0x7f && !SIGN.test(String.fromCharCode(code))))
    return 'letter';
  return 'other';
}

/**
 * A regular expression of a text's shape: runs of digits, capitals and small letters, and all other characters as they are. It contains no
 * letter or digit of the text.
 */
export function patternOf(text: string): string {
  let shape = '';
  for (let i = 0; i < text.length;) {
    const kind = classOf(text.charCodeAt(i));
    let end = i + 1;
    while (end < text.length && classOf(text.charCodeAt(end)) === kind) end++;
    shape += kind === 'other' ? escaped(text.slice(i, end)) : run(CLASSES[kind], end - i);
    i = end;
  }
  return shape;
}

/** Characters as themselves. The patterns of `helpers.fromRegExp` know classes and quantifiers, but no escapes. */
export const escaped = (text: string): string => text.replaceAll(/[+.]/g, '[$&]');

/** The class of the characters of a text: of letters, those of hexadecimal digits or all. */
export function charactersOf(text: string): string {
  const digits = /\p{N}/u.test(text) ? '0-9' : '';
  const isHex = digits !== '' && !/[g-z]/i.test(text);
  const capitals = isHex ? 'A-F' : 'A-Z';
  const letters = isHex ? 'a-f' : 'a-z';
  return `[${digits}${/\p{Lu}/u.test(text) ? capitals : ''}${/\p{Ll}/u.test(text) ? letters : ''}]`;
}

/** Texts that a pattern has, at least: of each class, as many as it has characters. */
export function roomOf(pattern: string): number {
  let room = 1;
  for (const [, inner = '', times = '1'] of pattern.matchAll(/\[([^\]]+)\](?:\{(\d+)(?:,\d+)?\})?/g)) {
    const sizes = [...inner.matchAll(/(.)-(.)/g)].map(
      ([, from = '', to = '']) => to.charCodeAt(0) - from.charCodeAt(0) + 1,
    );
    const size = sizes.reduce((sum, each) => sum + each, 0);
    room *= Math.max(1, size) ** Number(times);
  }
  return room;
}
