import { records, type Batch, isObject, jsonOf } from '@catbird/engine';
import { DeliveryError } from '@catbird/send';

/** A row: values as JSON, by name. */
export type JsonRow = ReadonlyMap<string, string>;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The rows of a batch. @param host that they are for @throws DeliveryError if one is no object of JSON */
export const rowsOf = (batch: Batch, host: string): readonly JsonRow[] =>
  Array.from(records(batch)).map((record, place) => {
    const text = decoded(record);
    const members = text === undefined ? undefined : membersOf(text);
    if (members !== undefined) return members;
    throw new DeliveryError('rejected', `${host}: event ${place + 1} of the request is no JSON object`, {
      hint: 'An event that is malformed on purpose, by a fault, has no fields for the columns of a table.',
      divisible: true,
    });
  });

function decoded(record: Uint8Array): string | undefined {
  try {
    return decoder.decode(record);
  } catch {
    // Malformed on purpose, by a fault.
    return undefined;
  }
}

/** Names of the fields of all rows. */
export const namesIn = (rows: readonly JsonRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => [...row.keys()])),
];

const JSON_NUMBER = /^-?\d/;

/**
 * The members of an object as JSON texts, by name: numbers keep all their digits. Undefined if the text is no object of JSON.
 */
export function membersOf(text: string): JsonRow | undefined {
  if (!isObject(jsonOf(text))) return undefined;
  const members = new Map<string, string>();
  let at = afterSpace(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const endOfName = endOfText(text, at);
    const colon = afterSpace(text, endOfName);
    const from = afterSpace(text, colon + 1);
    const end = endOfValue(text, from);
    members.set(textOf(text.slice(at, endOfName)), text.slice(from, end));
    const comma = afterSpace(text, end);
    at = afterSpace(text, comma + 1);
  }
  return members;
}

/** The text that a JSON text in quotes stands for. */
export const textOf = (json: string): string =>
  json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1);

/** Whether a JSON text is a number. */
export const isNumber = (json: string): boolean => JSON_NUMBER.test(json);

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === '\n') at++;
  return at;
}

/** The place behind the value that begins here. */
function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfText(text, from);
  if (first === '{' || first === '[') return endOfNested(text, from);
  let at = from;
  while (!/[\s,}]/.test(text[at] ?? '}')) at++;
  return at;
}

/** The place behind the text that begins here. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function endOfNested(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const each = text[at];
    if (each === '"') at = endOfText(text, at) - 1;
    else if (each === '{' || each === '[') depth++;
    else if (each === '}' || each === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
