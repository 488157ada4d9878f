import { isObject, parseExact } from '@catbird/engine';

/** A row as it was sent or has arrived: a value for each column. */
export type RowObject = Readonly<Record<string, unknown>>;

/** A line with deeper lists and objects is no row: reading it could exhaust the stack. */
const DEPTH = 500;
const OPEN: ReadonlySet<string> = new Set(['[', '{']);

/** Whether a text has so many of a bracket that half of the greatest depth may be theirs. */
function hasMany(line: string, bracket: string): boolean {
  let count = 0;
  for (let at = line.indexOf(bracket); at >= 0; at = line.indexOf(bracket, at + 1))
    if (++count > DEPTH / 2) return true;
  return false;
}

function isDeep(line: string): boolean {
  if (!hasMany(line, '[') && !hasMany(line, '{')) return false;
  let depth = 0;
  for (const [token = ''] of line.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (OPEN.has(token)) depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > DEPTH) return true;
  }
  return false;
}

/** A line of JSON as a row. Whole numbers beyond 2^53 become a bigint, so that no digit is lost. Undefined: it is not one object. */
export function parseRow(line: string): RowObject | undefined {
  try {
    if (isDeep(line)) return undefined;
    const value = parseExact(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const singleBytes = new TextDecoder('windows-1252');

/** A line of bytes as a row. Undefined: it is not UTF-8, or not one object. */
export function parseLine(line: Uint8Array): RowObject | undefined {
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    return undefined;
  }
  return parseRow(text);
}

/** A line as a text that tells it from all others, whatever its bytes. */
export const bytesText = (line: Uint8Array): string => singleBytes.decode(line);

/** The values of a row by their paths: those of nested objects are `user.city`. Lists stay whole. */
export function cellsOf(row: RowObject): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  put(row, '', cells);
  return cells;
}

function put(row: RowObject, path: string, cells: Map<string, unknown>): void {
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (isObject(value) && Object.keys(value).length > 0) put(value, `${path}${name}.`, cells);
    else cells.set(path === '' ? name : path + name, value);
  }
}

/** A value as text: texts as they are, others as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? '';
}
