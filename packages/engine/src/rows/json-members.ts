/** A function of whole numbers that remembers its latest results. @param most how many */
export function remembered<Result extends object>(
  make: (n: number) => Result,
  most: number,
): (n: number) => Result {
  const known = new Map<number, Result>();
  let latest: { readonly n: number; readonly value: Result } | undefined;
  return (n) => {
    if (latest?.n === n) return latest.value;
    const value = known.get(n) ?? make(n);
    latest = { n, value };
    known.delete(n);
    known.set(n, value);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return value;
  };
}

/** A member of an object in a JSON text without spaces. Offsets; ends are exclusive. */
export interface JsonMember {
  /** Its name, with quotation marks. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x7b;
const OPEN_LIST = 0x5b;
const CLOSE = 0x7d;
const CLOSE_LIST = 0x5d;

/** Names of members, the outer first, as they stand in JSON. */
export type JsonPath = readonly string[];

/** A path of names. */
export const jsonPath = (names: readonly string[]): JsonPath => names.map((name) => JSON.stringify(name));

/** The member at a path in an object that begins at `from`; undefined if there is none. */
export function memberAt(text: string, path: JsonPath, from = 0): JsonMember | undefined {
  let start = from;
  for (const [i, name] of path.entries()) {
    const member = memberOf(text, name, start);
    if (member === undefined || i === path.length - 1) return member;
    start = member.start;
  }
  return undefined;
}

function memberOf(text: string, name: string, from: number): JsonMember | undefined {
  if (text.charCodeAt(from) !== OPEN) return undefined;
  for (let at = from + 1; text.charCodeAt(at) === QUOTE;) {
    const nameEnd = endOfString(text, at);
    const end = endOfValue(text, nameEnd + 1);
    if (nameEnd - at === name.length && text.startsWith(name, at))
      return { nameStart: at, nameEnd, start: nameEnd + 1, end };
    at = text.charCodeAt(end) === COMMA ? end + 1 : end;
  }
  return undefined;
}

/** The text without a member, and the comma that belongs to it. */
export function withoutMember(text: string, { nameStart, end }: JsonMember): string {
  const hasNext = text[end] === ',';
  const hasBefore = text[nameStart - 1] === ',';
  return (
    text.slice(0, hasNext || !hasBefore ? nameStart : nameStart - 1) + text.slice(hasNext ? end + 1 : end)
  );
}

/** The text with a member at the end of the object that begins at `from`. @param name as it stands in JSON */
export function withMember(text: string, from: number, name: string, json: string): string {
  const close = endOfValue(text, from) - 1;
  const comma = close === from + 1 ? '' : ',';
  return `${text.slice(0, close)}${comma}${name}:${json}${text.slice(close)}`;
}

/** Behind the quotation mark that ends the string at a place. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}

/** Behind the value at a place. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfString(text, at) - 1;
    else if (letter === OPEN || letter === OPEN_LIST) depth++;
    else if (letter === CLOSE || letter === CLOSE_LIST) {
      // The end of the object around it.
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (letter === COMMA && depth === 0) return at;
  }
  return text.length;
}
