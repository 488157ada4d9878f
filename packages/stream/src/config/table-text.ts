/** What of csv-parse reads a text: `parse` of `csv-parse/sync`, or of its build for browsers. https://csv.js.org/parse/api/sync/ */
export type CsvParser = (
  text: string,
  options: {
    readonly delimiter: string;
    readonly record_delimiter: string[];
    readonly skip_empty_lines: boolean;
    readonly on_record: (record: string[], context: { readonly bytes: number }) => string[];
  },
) => readonly (readonly string[])[];

/**
 * Reads CSV with a header line (https://www.rfc-editor.org/rfc/rfc4180), separated by commas, semicolons or tabs. A column of
 * nothing but numbers, or of `true` and `false`, is read as such, so `01234` remains text; an empty field is null.
 *
 * @throws Error that names the file, and the line if there is one
 */
function parseCsv(text: string, name: string, parse: CsvParser): readonly object[] {
  const [header, ...rows] = recordsOf(text, name, parse);
  if (header === undefined) throw new Error(`${name} is empty`);
  const duplicate = header.find((each, i) => header.indexOf(each) !== i);
  if (duplicate !== undefined) throw new Error(`${name}: duplicate column ${duplicate}`);
  const columns = header.map((_, column) => typed(rows.map((record) => record[column] ?? '')));
  return rows.map((_, row) =>
    Object.fromEntries(header.map((each, column) => [each, columns[column]?.[row] ?? null])),
  );
}

function recordsOf(text: string, name: string, parse: CsvParser): readonly (readonly string[])[] {
  let width = 0;
  let readBytes = 0;
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      on_record(record, { bytes }) {
        width ||= record.length;
        readBytes = bytes;
        return record;
      },
    });
  } catch (cause) {
    if (!isCsvError(cause)) throw cause;
    throw new Error(`${name}:${lineAfter(text, readBytes)}: ${problemOf(cause, width)}`, { cause });
  }
}

/** An error of csv-parse. */
interface CsvError extends Error {
  readonly code: string;
  readonly record?: unknown;
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** The line of the first record after so many bytes. csv-parse counts a line end in quotation marks twice. */
function lineAfter(text: string, bytes: number): number {
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    new TextEncoder().encode(text).subarray(0, bytes),
  );
  const [lineEnds] = /^[\r\n]*/.exec(text.slice(before.length)) ?? [];
  return `${before}${lineEnds}`.split(/\r\n|[\n\r]/).length;
}

function problemOf({ code, record }: CsvError, width: number): string {
  if (code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' && Array.isArray(record))
    return `expected ${width} field${width === 1 ? '' : 's'}, found ${record.length}`;
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'unclosed quotation mark'
    : 'misplaced quotation mark. Quote the whole field and double the marks inside: "5"" disk"';
}

/** The separator most frequent in the header. */
function separatorOf(text: string): string {
  const [header = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1);
  const count = (separator: string): number => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/** A column's values, as numbers or booleans if all of them are. */
function typed(texts: readonly string[]): readonly unknown[] {
  const given = texts.filter((text) => text !== '');
  const read = given.every((text) => NUMBER.test(text))
    ? Number
    : given.every((text) => text === 'true' || text === 'false')
      ? (text: string): boolean => text === 'true'
      : String;
  return texts.map((text) => (text === '' ? null : read(text)));
}

/**
 * Reads a table: CSV with a header line, a JSON array, or JSON lines.
 *
 * @param name of the file: `.json`, `.ndjson` and `.jsonl` are JSON, everything else is CSV
 * @param parse of csv-parse
 * @throws Error that names the file, and the line if there is one
 */
export function parseTable(text: string, name: string, parse: CsvParser): readonly unknown[] {
  const plain = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(name)) return parseArray(plain, name);
  if (/\.(ndjson|jsonl)$/i.test(name)) return parseLines(plain, name);
  return parseCsv(plain, name, parse);
}

function parseArray(text: string, name: string): readonly unknown[] {
  const value = parseJson(text, name);
  if (!Array.isArray(value)) throw new Error(`${name} must contain an array`);
  return value.map((row, i) => asRow(row, `${name}: row ${i + 1}`));
}

const parseLines = (text: string, name: string): readonly unknown[] =>
  text.split('\n').flatMap((line, i) => {
    const place = `${name}:${i + 1}`;
    return line.trim() === '' ? [] : [asRow(parseJson(line, place), place)];
  });

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place}: invalid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function asRow(row: unknown, place: string): unknown {
  if (typeof row === 'object' && row !== null) return row;
  throw new Error(`${place}: expected an object or an array`);
}
