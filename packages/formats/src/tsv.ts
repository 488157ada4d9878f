import { invalid } from '@catbird/engine';
import { columnProblems, columnsOf, namesOf, widthOf, writeColumns, type Cells } from './table-cells.ts';
import type { Format } from './format.ts';
import { bytesOf, put } from './cursor.ts';
import { takeText } from './json-text.ts';
import { peek, takeJson, takeNull } from './scanner.ts';

/** How TSV is written. */
export interface TsvSettings {
  /** Names of the columns do not come first. Default: they do. */
  readonly noHeader?: boolean;
}

const QUOTE = 0x22;
const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Rows as TSV, as `COPY` of Postgres and ClickHouse's `TabSeparated` read it: `\\N` is null, and a backslash comes before what is special. */
export const tsv: Format<TsvSettings> = {
  name: 'tsv',
  plan(members, { noHeader = false }) {
    const columns = columnsOf(members);
    const problems = columnProblems(columns);
    if (problems.length > 0) return invalid(...problems);
    const width = widthOf(columns);
    const names = namesOf(columns).map((name) => new TextDecoder().decode(escaped(bytesOf(name))));
    return {
      ok: true,
      contentType: 'text/tab-separated-values; charset=utf-8',
      extension: 'tsv',
      isText: true,
      layout: names.join('\t'),
      head: bytesOf(noHeader ? '' : `${names.join('\t')}\n`),
      record: {
        room: (bytes) => 2 * bytes + 3 * width,
        write(cursor) {
          if (!writeColumns(cursor, columns, CELLS)) return false;
          cursor.out[cursor.to++] = NEWLINE;
          return true;
        },
      },
    };
  },
};

const TSV_NULL = bytesOf('\\N');

const CELLS: Cells = {
  delimiter: TAB,
  none: TSV_NULL,
  write(cursor) {
    const isNull = takeNull(cursor);
    const cell = isNull ? TSV_NULL : peek(cursor) === QUOTE ? takeText(cursor) : takeJson(cursor);
    if (cell !== undefined) put(cursor, isNull ? cell : escaped(cell));
    return cell !== undefined;
  },
};

/** Letters that stand for special bytes behind a backslash. */
const ESCAPES: Readonly<Record<number, number>> = {
  0x08: 0x62,
  [TAB]: 0x74,
  [NEWLINE]: 0x6e,
  0x0b: 0x76,
  0x0c: 0x66,
  [RETURN]: 0x72,
  0x5c: 0x5c,
};

/** The bytes with a backslash before what is special. */
function escaped(bytes: Uint8Array): Uint8Array {
  if (!bytes.some((byte) => byte in ESCAPES)) return bytes;
  return Uint8Array.from(
    [...bytes].flatMap((byte) => (byte in ESCAPES ? [0x5c, ESCAPES[byte] ?? byte] : [byte])),
  );
}
