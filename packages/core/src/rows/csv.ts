import type { Schema } from '../model/schema.ts';

/** The columns of a schema's rows as CSV: the names of its fields that are sent, in their order. */
export const csvColumns = ({ fields }: Pick<Schema, 'fields'>): readonly string[] =>
  fields.flatMap(({ name, hidden }) => (hidden === true ? [] : [name]));

/** The header of a CSV file, including its newline. */
export const csvHeader = (columns: readonly string[]): string => `${columns.map(quoted).join(',')}\n`;

/**
 * A row as a record of a CSV file (https://www.rfc-editor.org/rfc/rfc4180), including its newline. Null and missing fields are empty,
 * an empty text is `""`, numbers stay as they are, and objects and lists are JSON.
 *
 * @param line the row as JSON, without spaces, as writers of rows make it
 */
export function csvRecord(line: string, columns: readonly string[]): string {
  const members = membersOf(line);
  return `${columns.map((name) => cellOf(members.get(name))).join(',')}\n`;
}

/** @param json a member's value; undefined: the row lacks it */
function cellOf(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  if (json === '""') return json;
  return quoted(json.startsWith('"') ? textOf(json) : json);
}

/** Characters that a cell holds only in quotation marks. Spaces at its ends would not survive every reader. */
const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The text of a JSON string. */
function textOf(json: string): string {
  const inside = json.slice(1, -1);
  return inside.includes('\\') ? String(JSON.parse(json)) : inside;
}

/** Values by name, as JSON. Of a name that repeats, the last one counts. */
function membersOf(line: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let at = 1;
  while (line[at] === '"') {
    const colon = endOfString(line, at);
    const end = endOfValue(line, colon + 1);
    members.set(textOf(line.slice(at, colon)), line.slice(colon + 1, end));
    // A comma separates members; after the last one comes the bracket.
    at = end + 1;
  }
  return members;
}

/** The place after a JSON string that begins at `from`. */
function endOfString(line: string, from: number): number {
  let end = line.indexOf('"', from + 1);
  while (isEscaped(line, end)) end = line.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes precedes a place. */
function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** The place after a JSON value that begins at `from`. */
function endOfValue(line: string, from: number): number {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    const character = line[at];
    if (character === '"') at = endOfString(line, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
  }
  return line.length;
}
