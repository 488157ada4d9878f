import { invalid, type Result, type Member } from '@catbird/engine';
import type { Format, FormatPlan } from './format.ts';
import { columnProblems, columnsOf, namesOf, widthOf, writeColumns, type Cells } from './table-cells.ts';
import { bytesOf, put, type Cursor } from './cursor.ts';
import { copyBare } from './json-number.ts';
import { copyText, copyTextWithout, stopsAt, takeText, type Stops } from './json-text.ts';
import { begins, peek, takeJson, takeNull } from './scanner.ts';

/** How CSV is written. */
export interface CsvSettings {
  /** Between cells: one ASCII character, or `tab`. Default: a comma. */
  readonly delimiter?: string | undefined;
  /** Which cells stand in quotation marks: those that need them, or all. Default: needed. */
  readonly quote?: 'needed' | 'all';
  /** Stands for null and missing values. Default: an empty cell. */
  readonly null?: string | undefined;
  /** An apostrophe before cells that spreadsheets would read as formulas. Default: no. */
  readonly spreadsheetSafe?: boolean;
  /** Names of the columns do not come first. Default: they do. */
  readonly noHeader?: boolean;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const FORMULA: ReadonlySet<number> = new Set(bytesOf('=+-@\t\r'));

/** Bytes that may be written behind a record. */
const OVERSHOOT = 4;

/** How cells are written. */
interface Writing {
  /** What needs quotation marks, or is no part of a text. */
  readonly stops: Stops;
  /** Numbers and booleans stand without quotation marks. */
  readonly hasBare: boolean;
  readonly allQuoted: boolean;
  readonly empty: Uint8Array;
  readonly isSafe: boolean;
}

/** Rows as records of a CSV file (https://www.rfc-editor.org/rfc/rfc4180), in UTF-8. Lists, and objects with any keys, are JSON. */
export const csv: Format<CsvSettings> = {
  name: 'csv',
  plan: planOf,
};

function planOf(
  members: readonly Member[],
  {
    delimiter: given = ',',
    quote = 'needed',
    null: empty = '',
    spreadsheetSafe = false,
    noHeader = false,
  }: CsvSettings,
): Result<FormatPlan> {
  const delimiter = given === 'tab' ? '\t' : given;
  const columns = columnsOf(members);
  const problems = [...settingProblems(delimiter, empty), ...columnProblems(columns)];
  if (problems.length > 0) return invalid(...problems);
  const writing: Writing = {
    stops: stopsAt(delimiter + separatorBeside(delimiter)),
    hasBare: quote === 'needed' && !/[-+.\da-z]/i.test(delimiter),
    allQuoted: quote === 'all',
    empty: bytesOf(empty),
    isSafe: spreadsheetSafe,
  };
  const cells: Cells = {
    delimiter: delimiter.charCodeAt(0),
    none: writing.empty,
    write: (cursor) => writeCell(cursor, writing),
  };
  const width = widthOf(columns);
  const names = namesOf(columns).map((name) => cellText(name, writing));
  const head = bytesOf(noHeader ? '' : `${names.join(delimiter)}\n`);
  return {
    ok: true,
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    isText: true,
    head,
    layout: names.join(delimiter),
    record: {
      // Quotation marks are doubled, and each cell may get two, an apostrophe and what stands for null.
      room: (bytes) => 2 * bytes + width * (writing.empty.length + 4) + OVERSHOOT,
      write(cursor) {
        if (!writeColumns(cursor, columns, cells)) return false;
        cursor.out[cursor.to++] = NEWLINE;
        return true;
      },
    },
  };
}

function settingProblems(delimiter: string, empty: string): readonly string[] {
  if (!/^[\t\x20!#-~]$/.test(delimiter))
    return [`delimiter must be tab, or one ASCII character other than ", not ${JSON.stringify(delimiter)}`];
  // Null and missing values stand without quotation marks.
  return empty.includes(delimiter) || /["\r\n]/.test(empty)
    ? [`null must be free of the delimiter, quotation marks and line breaks, and is ${JSON.stringify(empty)}`]
    : [];
}

/** Some programs take semicolons for delimiters, and others commas, so both need quotation marks. */
const separatorBeside = (delimiter: string): string =>
  delimiter === ',' ? ';' : delimiter === ';' ? ',' : '';

/** A name of a column as a cell. */
function cellText(name: string, writing: Writing): string {
  const isQuoted = writing.allQuoted || isSpecial(bytesOf(name), writing) || /^\s|\s$/.test(name);
  return isQuoted ? `"${name.replaceAll('"', '""')}"` : name;
}

function writeCell(cursor: Cursor, writing: Writing): boolean {
  const byte = peek(cursor);
  if (byte === QUOTE) return writeText(cursor, writing);
  if (byte === 0x6e && takeNull(cursor)) {
    put(cursor, writing.empty);
    return true;
  }
  if (begins.object(byte) || begins.list(byte)) return writeJson(cursor);
  return (writing.hasBare && copyBare(cursor)) || writeJson(cursor);
}

/** Writes a text, in quotation marks if it needs them. */
function writeText(cursor: Cursor, writing: Writing): boolean {
  if (writing.isSafe) return writeDecoded(cursor, writing);
  if (!writing.allQuoted && writePlainText(cursor, writing)) return true;
  const { to } = cursor;
  const end = copyText(cursor, to + 1);
  if (end < 0) return writeDecoded(cursor, writing);
  cursor.out[to] = QUOTE;
  cursor.out[end] = QUOTE;
  cursor.to = end + 1;
  return true;
}

/** Writes a text that needs no quotation marks. False: it needs them, or has escapes. Then nothing is moved. */
function writePlainText(cursor: Cursor, { stops, empty }: Writing): boolean {
  const { at, to, out } = cursor;
  const end = copyTextWithout(cursor, to, stops);
  if (end < 0) return false;
  if (
    end === to ||
    out[to] === SPACE ||
    out[end - 1] === SPACE ||
    (empty.length === end - to && isSame(out.subarray(to, end), empty))
  ) {
    cursor.at = at;
    return false;
  }
  cursor.to = end;
  return true;
}

/** Writes a text with escapes of JSON in it, or one that a spreadsheet may take for a formula. */
function writeDecoded(cursor: Cursor, writing: Writing): boolean {
  const text = takeText(cursor);
  if (text === undefined) return false;
  if (writing.isSafe && FORMULA.has(text[0] ?? 0)) {
    cursor.out[cursor.to++] = QUOTE;
    cursor.out[cursor.to++] = APOSTROPHE;
    writeDoubled(cursor, text);
    return true;
  }
  const isPlain =
    !writing.allQuoted &&
    text.length > 0 &&
    text[0] !== SPACE &&
    text.at(-1) !== SPACE &&
    !isSpecial(text, writing) &&
    !isSame(text, writing.empty);
  if (isPlain) put(cursor, text);
  else writeQuoted(cursor, text);
  return true;
}

/** Whether a byte of a text needs quotation marks. */
function isSpecial(text: Uint8Array, { stops }: Writing): boolean {
  for (let i = 0; i < text.length; i++) {
    const byte = text[i] ?? 0;
    if (byte === QUOTE || byte < SPACE || stops.bytes[byte] === 1) return true;
  }
  return false;
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
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === QUOTE) out[to++] = QUOTE;
    out[to++] = byte;
  }
  out[to++] = QUOTE;
  cursor.to = to;
}

/** Writes a value as JSON, in quotation marks. */
function writeJson(cursor: Cursor): boolean {
  const json = takeJson(cursor);
  if (json === undefined || json.length === 0) return false;
  writeQuoted(cursor, json);
  return true;
}
