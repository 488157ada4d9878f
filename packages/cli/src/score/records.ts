import { isObject, isoMs } from '@catbird/engine';
import { parse } from 'csv-parse/sync';
import { createReadStream } from 'node:fs';
import { messageOf, readingFailure } from '../files/error-code.ts';
import { gunzipped } from '../files/gunzip.ts';
import { textOf } from '../files/read-text.ts';
import { nameOf } from '../infer/samples.ts';
import type { Terminal } from '../terminal.ts';
import type { Labels } from './judge.ts';

/** A file cannot be read, or has another content than expected. Its message has the place. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}

/** An object of a file. */
export interface PlacedRecord {
  /** Of a table, cells are texts, and empty ones are left out. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file and the line: `alerts.csv:3`. */
  readonly place: string;
}

/** Files are held in memory, unpacked. */
const MAX_MIB = 256;

/**
 * Reads lines of JSON, one JSON value, or a table separated by commas, semicolons or tabs; also with gzip. Lists become their members.
 *
 * @param file `-` is stdin
 * @throws RecordError
 */
export async function readRecords(file: string, terminal: Terminal): Promise<readonly PlacedRecord[]> {
  const name = nameOf(file);
  const text = await readFile(file, terminal);
  const start = text.trimStart().charAt(0);
  if (start === '') return [];
  if (start !== '{' && start !== '[') return tableIn(text, name);
  const [first = ''] = text.trimStart().split('\n', 1);
  return hasValue(first) ? linesIn(text, name) : membersOf(parsed(text, name), name);
}

async function readFile(file: string, terminal: Terminal): Promise<string> {
  try {
    return await textOf(gunzipped(file === '-' ? terminal.inputBytes() : createReadStream(file)), MAX_MIB);
  } catch (cause) {
    throw new RecordError(`Could not read ${nameOf(file)}: ${readingFailure(cause)}`, { cause });
  }
}

/** Whether the first line is a value of its own, or a damaged line of several. */
function hasValue(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    // More lines belong to it, unless it ends like an object.
    return /^\{.+\}\s*$/.test(line);
  }
}

const linesIn = (text: string, name: string): readonly PlacedRecord[] =>
  text.split('\n').flatMap((line, i) => {
    const place = `${name}:${i + 1}`;
    return line.trim() === '' ? [] : membersOf(parsed(line, place), place);
  });

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RecordError(
      `${place}: invalid JSON: ${messageOf(cause)}. Give lines of JSON, one JSON value, or CSV with a header`,
      { cause },
    );
  }
}

/** A list has places of its own in it. */
function membersOf(value: unknown, place: string): readonly PlacedRecord[] {
  if (Array.isArray(value)) return value.flatMap((each, i) => membersOf(each, `${place}: item ${i + 1}`));
  if (!isObject(value))
    throw new RecordError(`${place}: expected an object, such as {"from": "2026-11-20T08:30:00Z"}`);
  return [{ values: value, place }];
}

function tableIn(text: string, name: string): readonly PlacedRecord[] {
  const [header, ...rows] = cellsIn(text, name);
  if (header === undefined || startOf(header.record) === undefined)
    throw new RecordError(
      `${name}:1: no column from, startsAt or time. Give a header line such as from,to,alertname, or lines of JSON`,
    );
  return rows.map(({ record, info: { lines } }) => ({
    values: Object.fromEntries(
      header.record.flatMap((column, i) => {
        const cell = record[i] ?? '';
        // A column of ends that is empty means none yet.
        return cell === '' && !ENDS.includes(column) ? [] : [[column, cell]];
      }),
    ),
    place: `${name}:${lines}`,
  }));
}

function cellsIn(
  text: string,
  name: string,
): readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[] {
  const [head = ''] = text.split('\n', 1);
  const delimiter = ['\t', ';', ','].find((each) => head.includes(each)) ?? ',';
  try {
    // Its type leaves out what `info` adds.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      trim: true,
      info: true,
    }) as unknown as ReturnType<typeof cellsIn>;
  } catch (cause) {
    throw new RecordError(`${name}: invalid CSV: ${messageOf(cause)}`, { cause });
  }
}

const STARTS: readonly string[] = ['from', 'startsAt', 'time'];
const ENDS: readonly string[] = ['to', 'endsAt'];

const startOf = (names: readonly string[]): string | undefined => STARTS.find((each) => names.includes(each));

/** The time of a record, and its other members. */
export interface TimedRecord {
  readonly fromMs: number;
  /** Undefined: it has no end yet. That of a record without a member for its end is its beginning. */
  readonly toMs: number | undefined;
  readonly rest: Readonly<Record<string, unknown>>;
}

/** The time of a record: `from`, `startsAt` or `time`, and `to` or `endsAt`. @throws RecordError */
export function timed({ values, place }: PlacedRecord): TimedRecord {
  const from = startOf(Object.keys(values));
  if (from === undefined)
    throw new RecordError(`${place}: no time. Name it from, startsAt or time, and its end to or endsAt`);
  const to = ENDS.find((each) => each in values);
  const fromMs = instantOf(values[from], `${place}: ${from}`);
  const toMs = to === undefined ? fromMs : endOf(values[to], `${place}: ${to}`);
  if (toMs !== undefined && toMs < fromMs)
    throw new RecordError(
      `${place}: ${to} is before ${from}. Swap them, or leave out ${to} while it still fires`,
    );
  const rest = Object.entries(values).filter(([name]) => !STARTS.includes(name) && !ENDS.includes(name));
  return { fromMs, toMs, rest: Object.fromEntries(rest) };
}

/** Go writes the year 1 for no time. */
const endOf = (value: unknown, place: string): number | undefined =>
  value === null || value === '' || (typeof value === 'string' && value.startsWith('0001-01-01T00:00:00'))
    ? undefined
    : instantOf(value, place);

/** Seconds below this number, which is the year 5138, milliseconds from it on. */
const LEAST_MS = 1e11;
/** The year 10000. */
const END_MS = Date.UTC(10_000, 0);

/** An instant: ISO 8601 or SQL, in UTC unless it has an offset, or seconds or milliseconds since 1970. @throws RecordError */
export function instantOf(value: unknown, place: string): number {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
  const number = isNumber ? Number(value) : NaN;
  const ms = isNumber ? Math.round(number < LEAST_MS ? number * 1000 : number) : isoMs(value);
  if (ms >= 0 && ms < END_MS) return ms;
  throw new RecordError(
    `${place} must be an instant such as 2026-11-20T08:30:00Z, or seconds or milliseconds since 1970, not ${JSON.stringify(value)}`,
  );
}

/** The scalar members of an object, as texts. */
export const labelsOf = (members: Readonly<Record<string, unknown>>): Labels =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  );

/** A member that is an object, or JSON of one in a cell of a table. Undefined: it is none. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string') return isObject(value) ? value : undefined;
  if (!value.startsWith('{')) return undefined;
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
