import { addFault, fail, match, readText, readWord, type Scanner, skipBlank, Unparsable } from './scanner.ts';

/** A JSON value with its place in the text. Offsets and lengths are in UTF-16 units. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface JsonObject extends Range {
  readonly kind: 'object';
  /** In text order, duplicates included: as in `JSON.parse`, the last one of a name wins. */
  readonly members: readonly JsonMember[];
}

export interface JsonArray extends Range {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

/** A string, number, boolean or null. */
export interface JsonScalar extends Range {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** A number as it is written, if `value` is another one: it has too many digits, or is too large. */
  readonly written?: string;
}

export interface JsonMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: JsonNode;
}

/** A place where a text is not valid JSON, and how to fix it. */
export interface JsonFault extends Range {
  readonly code: 'json' | 'too-deep';
  readonly message: string;
  readonly hint: string;
}

/** The result of `readJson`. Without faults, the text is JSON and has a root. */
export interface JsonDocument {
  /** Also present if all faults are recoverable, such as a trailing comma. */
  readonly root?: JsonNode;
  readonly faults: readonly JsonFault[];
}

/** The plain value of a node, as from `JSON.parse`; `__proto__` is an ordinary property. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plainValue);
  // fromEntries defines properties, so no name can reach a prototype.
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}

/**
 * Parses JSON and keeps the place of every value. Accepts exactly what `JSON.parse` accepts, up to `maxDepth` levels of
 * nesting. Recoverable mistakes (a missing or trailing comma, single quotes, comments) are all reported at once; parsing stops
 * at the first place that makes no sense.
 */
export function readJson(text: string, maxDepth: number): JsonDocument {
  const faults: JsonFault[] = [];
  const scanner: Scanner = { text, at: 0, maxDepth, faults };
  try {
    return { root: readDocument(scanner), faults };
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    return { faults };
  }
}

function readDocument(scanner: Scanner): JsonNode {
  skipBlank(scanner);
  if (scanner.at === scanner.text.length)
    fail(scanner, 'The text is empty', 'Choose a template, or write {"id": {"type": "string.uuid"}}', 0, 0);
  const root = readValue(scanner, 0);
  skipBlank(scanner);
  if (scanner.at < scanner.text.length) {
    fail(
      scanner,
      'Unexpected text after the end',
      'Remove it, or an extra bracket before it',
      scanner.at,
      scanner.text.length - scanner.at,
    );
  }
  return root;
}

function readValue(scanner: Scanner, depth: number): JsonNode {
  const { text, at } = scanner;
  const char = text[at];
  if (char === '{' || char === '[') {
    if (depth >= scanner.maxDepth) {
      fail(
        scanner,
        `More than ${scanner.maxDepth} levels of nesting`,
        'Reduce the nesting',
        at,
        1,
        'too-deep',
      );
    }
    return char === '{' ? readObject(scanner, depth + 1) : readArray(scanner, depth + 1);
  }
  const value: ReturnType<typeof readWord> = readText(scanner) ?? readWord(scanner);
  if (value === undefined) {
    const message = char === undefined ? 'Unexpected end: missing value' : `Expected a value, found ${char}`;
    fail(
      scanner,
      message,
      'Write a string in double quotes, a number, true, false, null, a list or an object',
    );
  }
  const { written } = value ?? {};
  return {
    kind: 'scalar',
    value: value?.value ?? null,
    ...(written !== undefined && { written }),
    offset: at,
    length: scanner.at - at,
  };
}

function readArray(scanner: Scanner, depth: number): JsonNode {
  const offset = scanner.at;
  const items: JsonNode[] = [];
  readElements(scanner, ']', () => items.push(readValue(scanner, depth)));
  return { kind: 'array', items, offset, length: scanner.at - offset };
}

function readObject(scanner: Scanner, depth: number): JsonNode {
  const offset = scanner.at;
  const members: JsonMember[] = [];
  readElements(scanner, '}', () => members.push(readMember(scanner, depth)));
  return { kind: 'object', members, offset, length: scanner.at - offset };
}

/** Parses from the opening to the closing bracket, with `readOne` for each element. */
function readElements(scanner: Scanner, close: '}' | ']', readOne: () => void): void {
  const start = scanner.at++;
  let afterComma = -1;
  let end = -1;
  for (;;) {
    skipBlank(scanner);
    const { at } = scanner;
    const char = scanner.text[at];
    if (char === undefined) {
      fail(scanner, `Unclosed ${scanner.text[start]}`, `Add ${close} where it ends`, start);
    } else if (char === close) {
      if (afterComma >= 0) addFault(scanner, 'Trailing comma', 'Remove the comma', afterComma);
      scanner.at++;
      return;
    } else if (char === ',') {
      if (end < 0) addFault(scanner, 'Extra comma', 'Remove the comma', at);
      else afterComma = at;
      end = -1;
      scanner.at++;
    } else {
      if (end >= 0) missingComma(scanner, char, close, end);
      afterComma = -1;
      readOne();
      end = scanner.at;
    }
  }
}

function missingComma(scanner: Scanner, char: string, close: string, end: number): void {
  if (/["'“{[\w$-]/.test(char)) addFault(scanner, 'Missing comma', 'Add a comma before the next item', end);
  else fail(scanner, `Expected a comma or ${close}, found ${char}`, `Remove ${char} or add a comma`);
}

function readMember(scanner: Scanner, depth: number): JsonMember {
  const { at } = scanner;
  const quoted = readText(scanner);
  const key = quoted?.value ?? match(scanner, /[^\s:,{}[\]"']+/y);
  if (key === '' && quoted === undefined) {
    fail(
      scanner,
      `Expected a name in double quotes, found ${scanner.text[at]}`,
      'Write "name": before the value',
    );
  }
  const keyRange = { offset: at, length: scanner.at - at };
  if (quoted === undefined)
    addFault(scanner, `Missing double quotes around ${key}`, `Write "${key}"`, at, key.length);
  skipBlank(scanner);
  const colon = scanner.text[scanner.at];
  if (colon === '=') addFault(scanner, 'Expected a colon, found =', 'Write : instead of =');
  else if (colon !== ':')
    fail(scanner, 'Missing colon after the name', `Write "${key}": before the value`, at, keyRange.length);
  scanner.at++;
  skipBlank(scanner);
  return { key, keyRange, value: readValue(scanner, depth) };
}
