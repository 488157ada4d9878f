import type { Member } from '../model/kind.ts';
import type { Format, FormatPlan } from './format.ts';
import { columnsOf, namesOf, put, widthOf, type Column } from './columns.ts';
import {
  begins,
  bytesOf,
  endOfValue,
  enter,
  leave,
  peek,
  takeJson,
  takeNull,
  takeText,
  type Cursor,
} from './scanner.ts';

/** How CSV is written. */
export interface CsvSettings {
  /** Between cells: one ASCII character. Default: a comma. */
  readonly delimiter?: string;
  /** Which cells stand in quotation marks: those that need them, or all. Default: needed. */
  readonly quote?: 'needed' | 'all';
  /** Stands for null and missing values. Default: an empty cell. */
  readonly null?: string;
  /** An apostrophe before cells that spreadsheets would read as formulas. Default: no. */
  readonly spreadsheetSafe?: boolean;
  /** Names of the columns come first. Default: yes. */
  readonly header?: boolean;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const FORMULA: ReadonlySet<number> = new Set(bytesOf('=+-@\t\r'));

/** How cells are written. */
interface Writing {
  readonly delimiter: number;
  readonly isNeeded: (byte: number) => boolean;
  readonly allQuoted: boolean;
  readonly empty: Uint8Array;
  readonly isSafe: boolean;
}

/** Rows as records of a CSV file (https://www.rfc-editor.org/rfc/rfc4180), in UTF-8. Lists, and objects with any keys, are JSON. */
export const csv: Format<CsvSettings> = {
  name: 'csv',
  summary: 'Comma-separated values, with a header',
  plan: (members, settings) => planOf(members, settings, 'text/csv; charset=utf-8', 'csv'),
};

function planOf(
  members: readonly Member[],
  {
    delimiter = ',',
    quote = 'needed',
    null: empty = '',
    spreadsheetSafe = false,
    header = true,
  }: CsvSettings,
  contentType: string,
  extension: string,
): FormatPlan | { readonly problems: readonly string[] } {
  const mark = delimiter.charCodeAt(0);
  if (delimiter.length !== 1 || mark > 0x7e || mark === QUOTE || mark === NEWLINE || mark === RETURN)
    return {
      problems: [
        `The delimiter of CSV is one ASCII character other than ", not ${JSON.stringify(delimiter)}`,
      ],
    };
  const columns = columnsOf(members);
  const writing: Writing = {
    delimiter: mark,
    isNeeded: (byte) =>
      byte === mark ||
      byte === QUOTE ||
      byte === NEWLINE ||
      byte === RETURN ||
      byte === TAB ||
      byte === 0x2c ||
      byte === 0x3b,
    allQuoted: quote === 'all',
    empty: bytesOf(empty),
    isSafe: spreadsheetSafe,
  };
  const width = widthOf(columns);
  const names = namesOf(columns).map((name) => cellText(name, writing));
  return {
    contentType,
    extension,
    isText: true,
    ...(header && { head: bytesOf(`${names.join(delimiter)}\n`) }),
    // Quotation marks are doubled, and each cell may get two, an apostrophe and what stands for null.
    room: (bytes) => 2 * bytes + width * (writing.empty.length + 4),
    write(cursor) {
      if (!writeColumns(cursor, columns, writing, true)) return false;
      cursor.out[cursor.to++] = NEWLINE;
      return true;
    },
  };
}

/** A name of a column as a cell. */
function cellText(name: string, writing: Writing): string {
  const isQuoted = writing.allQuoted || bytesOf(name).some(writing.isNeeded) || /^\s|\s$/.test(name);
  return isQuoted ? `"${name.replaceAll('"', '""')}"` : name;
}

function writeColumns(
  cursor: Cursor,
  columns: readonly Column[],
  writing: Writing,
  isFirstCell: boolean,
): boolean {
  let isFirst = true;
  let needsMark = !isFirstCell;
  for (const column of columns) {
    if (needsMark) cursor.out[cursor.to++] = writing.delimiter;
    needsMark = true;
    if (!enter(cursor, column.key, isFirst)) {
      if (column.optional !== true) return false;
      writeEmpty(cursor, column.width, writing);
      continue;
    }
    isFirst = false;
    if (column.columns === undefined) {
      if (!writeCell(cursor, writing)) return false;
    } else if (takeNull(cursor)) writeEmpty(cursor, column.width, writing);
    else if (!writeColumns(cursor, column.columns, writing, true)) return false;
  }
  return leave(cursor, isFirst);
}

function writeEmpty(cursor: Cursor, width: number, { delimiter, empty }: Writing): void {
  for (let i = 0; i < width; i++) {
    if (i > 0) cursor.out[cursor.to++] = delimiter;
    put(cursor, empty);
  }
}

function writeCell(cursor: Cursor, writing: Writing): boolean {
  const byte = peek(cursor);
  if (byte === QUOTE) return writeText(cursor, writing);
  if (byte === 0x6e && takeNull(cursor)) {
    put(cursor, writing.empty);
    return true;
  }
  if (begins.object(byte) || begins.list(byte)) {
    const json = takeJson(cursor);
    if (json === undefined) return false;
    writeQuoted(cursor, json);
    return true;
  }
  return writePlain(cursor, writing);
}

/** Writes a text as it is while nothing in it needs a quotation mark; otherwise once more, in quotation marks. */
function writeText(cursor: Cursor, writing: Writing): boolean {
  const { src, out } = cursor;
  const { delimiter } = writing;
  const start = cursor.at + 1;
  let at = start;
  let to = cursor.to;
  if (!writing.allQuoted && !writing.isSafe) {
    for (;;) {
      const byte = src[at] ?? NEWLINE;
      // All that needs a quotation mark, and the escapes of JSON, which may be one of them.
      if (byte <= 0x2c && (byte === delimiter || byte === QUOTE || byte < SPACE || byte === 0x2c)) break;
      if (byte === 0x5c || byte === delimiter || byte === 0x3b) break;
      out[to++] = byte;
      at++;
    }
    const isWhole = src[at] === QUOTE && at > start && src[start] !== SPACE && src[at - 1] !== SPACE;
    if (isWhole && !isEmptyMark(cursor, start, at, writing)) {
      cursor.at = at + 1;
      cursor.to = to;
      return true;
    }
  }
  const text = takeText(cursor);
  if (text === undefined) return false;
  const isFormula = writing.isSafe && FORMULA.has(text[0] ?? 0);
  if (isFormula) {
    cursor.out[cursor.to] = QUOTE;
    cursor.out[cursor.to + 1] = APOSTROPHE;
    cursor.to += 2;
    writeDoubled(cursor, text);
    return true;
  }
  const isPlain =
    !writing.allQuoted &&
    text.length > 0 &&
    text[0] !== SPACE &&
    text.at(-1) !== SPACE &&
    !text.some(writing.isNeeded) &&
    !isSame(text, writing.empty);
  if (isPlain) put(cursor, text);
  else writeQuoted(cursor, text);
  return true;
}

/** Whether a text is what stands for null. */
function isEmptyMark({ src }: Cursor, start: number, end: number, { empty }: Writing): boolean {
  return empty.length === end - start && empty.length > 0 && isSame(src.subarray(start, end), empty);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

function writeQuoted(cursor: Cursor, bytes: Uint8Array): void {
  cursor.out[cursor.to++] = QUOTE;
  writeDoubled(cursor, bytes);
}

/** The rest of a cell in quotation marks. */
function writeDoubled(cursor: Cursor, bytes: Uint8Array): void {
  const { out } = cursor;
  let to = cursor.to;
  for (const byte of bytes) {
    if (byte === QUOTE) out[to++] = QUOTE;
    out[to++] = byte;
  }
  out[to++] = QUOTE;
  cursor.to = to;
}

/** Writes a number or a boolean. */
function writePlain(cursor: Cursor, { allQuoted, delimiter }: Writing): boolean {
  const { src, at } = cursor;
  const end = endOfValue(src, at);
  if (end <= at) return false;
  const isQuoted = allQuoted || (delimiter !== 0x2c && src.subarray(at, end).includes(delimiter));
  if (isQuoted) writeQuoted(cursor, src.subarray(at, end));
  else put(cursor, src.subarray(at, end));
  cursor.at = end;
  return true;
}
