import type { JsonDocument, JsonFault, JsonMember, JsonNode } from './json.ts';
import { readText, readWord } from './read-scalar.ts';
import { blame, give, match, type Reading, skipBlank, Unreadable } from './reading.ts';

/**
 * Parses JSON and keeps the place of every value. Accepts exactly what `JSON.parse` accepts, up to `maxDepth` levels of
 * nesting. Recoverable mistakes (a missing or trailing comma, single quotes, comments) are all reported at once; parsing stops
 * at the first place that makes no sense.
 */
export function readJson(text: string, maxDepth: number): JsonDocument {
  const faults: JsonFault[] = [];
  const reading: Reading = { text, at: 0, maxDepth, faults };
  try {
    return { root: readDocument(reading), faults };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { faults };
  }
}

function readDocument(reading: Reading): JsonNode {
  skipBlank(reading);
  if (reading.at === reading.text.length)
    give(reading, 'The text is empty', 'Choose a template, or write {"id": {"type": "string.uuid"}}', 0, 0);
  const root = readValue(reading, 0);
  skipBlank(reading);
  if (reading.at < reading.text.length) {
    give(
      reading,
      'Unexpected text after the end',
      'Remove it, or look for an extra closing bracket before it',
      reading.at,
      reading.text.length - reading.at,
    );
  }
  return root;
}

function readValue(reading: Reading, depth: number): JsonNode {
  const { text, at } = reading;
  const char = text[at];
  if (char === '{' || char === '[') {
    if (depth >= reading.maxDepth) {
      give(
        reading,
        `More than ${reading.maxDepth} levels of nesting`,
        'Reduce the nesting',
        at,
        1,
        'too-deep',
      );
    }
    return char === '{' ? readObject(reading, depth + 1) : readArray(reading, depth + 1);
  }
  const value = readText(reading) ?? readWord(reading);
  if (value === undefined) {
    const message = char === undefined ? 'Unexpected end: missing value' : `Expected a value, found ${char}`;
    give(
      reading,
      message,
      'Write a string in double quotes, a number, true, false, null, a list or an object',
    );
  }
  return { kind: 'scalar', value: value?.value ?? null, offset: at, length: reading.at - at };
}

function readArray(reading: Reading, depth: number): JsonNode {
  const offset = reading.at;
  const items: JsonNode[] = [];
  readElements(reading, ']', () => items.push(readValue(reading, depth)));
  return { kind: 'array', items, offset, length: reading.at - offset };
}

function readObject(reading: Reading, depth: number): JsonNode {
  const offset = reading.at;
  const members: JsonMember[] = [];
  readElements(reading, '}', () => members.push(readMember(reading, depth)));
  return { kind: 'object', members, offset, length: reading.at - offset };
}

/** Parses from the opening to the closing bracket, with `readOne` for each element. */
function readElements(reading: Reading, close: '}' | ']', readOne: () => void): void {
  const start = reading.at++;
  let afterComma = -1;
  let end = -1;
  for (;;) {
    skipBlank(reading);
    const { at } = reading;
    const char = reading.text[at];
    if (char === undefined) {
      give(reading, `Unclosed ${reading.text[start]}`, `Add ${close} where it ends`, start);
    } else if (char === close) {
      if (afterComma >= 0) blame(reading, 'Trailing comma', 'Remove the comma', afterComma);
      reading.at++;
      return;
    } else if (char === ',') {
      if (end < 0) blame(reading, 'Extra comma', 'Remove the comma', at);
      else afterComma = at;
      end = -1;
      reading.at++;
    } else {
      if (end >= 0) missingComma(reading, char, close, end);
      afterComma = -1;
      readOne();
      end = reading.at;
    }
  }
}

function missingComma(reading: Reading, char: string, close: string, end: number): void {
  if (/["'“{[\w$-]/.test(char)) blame(reading, 'Missing comma', 'Add a comma before the next item', end);
  else give(reading, `Expected a comma or ${close}, found ${char}`, `Remove ${char} or add a comma`);
}

function readMember(reading: Reading, depth: number): JsonMember {
  const { at } = reading;
  const quoted = readText(reading);
  const key = quoted?.value ?? match(reading, /[^\s:,{}[\]"']+/y);
  if (key === '' && quoted === undefined) {
    give(
      reading,
      `Expected a name in double quotes, found ${reading.text[at]}`,
      'Write "name": before the value',
    );
  }
  const keyRange = { offset: at, length: reading.at - at };
  if (quoted === undefined)
    blame(reading, `Missing double quotes around ${key}`, `Write "${key}"`, at, key.length);
  skipBlank(reading);
  const colon = reading.text[reading.at];
  if (colon === '=') blame(reading, 'Expected a colon, found =', 'Write : instead of =');
  else if (colon !== ':')
    give(reading, 'Missing colon after the name', `Write "${key}": before the value`, at, keyRange.length);
  reading.at++;
  skipBlank(reading);
  return { key, keyRange, value: readValue(reading, depth) };
}
