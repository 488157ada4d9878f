import type { JsonDocument, JsonFault, JsonMember, JsonNode } from './json.ts';
import { readText, readWord } from './read-scalar.ts';
import { blame, give, match, type Reading, skipBlank, Unreadable } from './reading.ts';

/**
 * Reads a JSON text and keeps the place of everything in it. Accepts exactly what `JSON.parse` accepts, down to
 * `maxDepth` nested objects and lists. Slips whose meaning is clear (a missing or trailing comma, single quotes,
 * comments) are all reported at once; reading ends at the first place that it cannot make sense of.
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
    give(
      reading,
      'There is no JSON here',
      'Choose a template, or write {"id": {"type": "string.uuid"}}',
      0,
      0,
    );
  const root = readValue(reading, 0);
  skipBlank(reading);
  if (reading.at < reading.text.length) {
    give(
      reading,
      'There is text after the end',
      'Remove it, or look for a bracket too many before it',
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
        `More than ${reading.maxDepth} objects and lists inside one another`,
        'Nest less deeply',
        at,
        1,
        'too-deep',
      );
    }
    return char === '{' ? readObject(reading, depth + 1) : readArray(reading, depth + 1);
  }
  const value = readText(reading) ?? readWord(reading);
  if (value === undefined) {
    const message =
      char === undefined ? 'The text ends where a value should be' : `A value should be here, not ${char}`;
    give(reading, message, 'Write a text in double quotes, a number, true, false, null, a list or an object');
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

/** Reads from the opening to the closing bracket, and what is between by `readOne`. */
function readElements(reading: Reading, close: '}' | ']', readOne: () => void): void {
  const start = reading.at++;
  let afterComma = -1;
  let end = -1;
  for (;;) {
    skipBlank(reading);
    const { at } = reading;
    const char = reading.text[at];
    if (char === undefined) {
      give(reading, `This ${reading.text[start]} is never closed`, `Write ${close} where it ends`, start);
    } else if (char === close) {
      if (afterComma >= 0)
        blame(reading, 'A comma too many: nothing follows it', 'Remove the comma', afterComma);
      reading.at++;
      return;
    } else if (char === ',') {
      if (end < 0) blame(reading, 'A comma too many', 'Remove the comma', at);
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
  if (/["'“{[\w$-]/.test(char))
    blame(reading, 'A comma is missing here', 'Write a comma before the next one', end);
  else give(reading, `A comma or ${close} should be here, not ${char}`, `Remove ${char}, or write a comma`);
}

function readMember(reading: Reading, depth: number): JsonMember {
  const { at } = reading;
  const quoted = readText(reading);
  const key = quoted?.value ?? match(reading, /[^\s:,{}[\]"']+/y);
  if (key === '' && quoted === undefined) {
    give(
      reading,
      `A name in double quotes should be here, not ${reading.text[at]}`,
      'Write "name": before the value',
    );
  }
  const keyRange = { offset: at, length: reading.at - at };
  if (quoted === undefined)
    blame(reading, `The name ${key} needs double quotes`, `Write "${key}"`, at, key.length);
  skipBlank(reading);
  const colon = reading.text[reading.at];
  if (colon === '=') blame(reading, 'A colon should be here, not =', 'Write : instead of =');
  else if (colon !== ':')
    give(reading, 'A colon should follow the name', `Write "${key}": before the value`, at, keyRange.length);
  reading.at++;
  skipBlank(reading);
  return { key, keyRange, value: readValue(reading, depth) };
}
