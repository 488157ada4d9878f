import { withBigints, type Difference, type Example, type LeftOver } from '@catbird/verify';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../files/durable.ts';
import { writingFailure } from '../files/error-code.ts';
import { realPath } from '../files/identity.ts';

/** Takes the rows of a table that are not right. */
export interface TableRowsOut {
  readonly changed: (row: number, differences: readonly Difference[]) => void;
  /** Takes those that are known only at the end. */
  readonly end: (leftOver: LeftOver) => void;
  /** Closes the files, whether it has ended or not. */
  readonly close: () => void;
}

/** What takes the rows of each table. @throws WritingError if they cannot be written */
export type RowsOut = (table: string) => TableRowsOut;

/** A report or its rows cannot be written. */
export class WritingError extends Error {
  override readonly name = 'WritingError';
}

/** @throws WritingError in place of Node's error */
function writing<Value>(place: string, write: () => Value): Value {
  try {
    return write();
  } catch (cause) {
    throw new WritingError(`${place} cannot be written: ${writingFailure(cause)}`, { cause });
  }
}

/** Writes the report that a flag names. @throws WritingError */
export const writeReport = (flag: string, file: string, text: string): void =>
  writing(`${flag} ${file}`, () => writeDurably(realPath(file), text));

/** Text that is written at once. */
const AT_ONCE = 64 * 1024;

/** Writes a folder for each table, with `missing.ndjson`, `changed.ndjson` and `extra.ndjson`. */
export const rowsIn =
  (folder: string): RowsOut =>
  (table) => {
    const own = join(folder, folderName(table));
    const open = (kind: string): Lines => linesTo(join(own, `${kind}.ndjson`));
    const place = `--out-dir ${folder}`;
    const files = writing(place, () => {
      mkdirSync(own, { recursive: true });
      return { missing: open('missing'), changed: open('changed'), extra: open('extra') };
    });
    return {
      changed: (row, differences) =>
        writing(place, () => files.changed.write({ row, columns: columnsOf(differences) })),
      end: (leftOver) =>
        writing(place, () => {
          for (const each of leftOver.missing) files.missing.write(each);
          for (const each of leftOver.extra) files.extra.write(each);
          for (const { row, ...each } of leftOver.changed)
            files.changed.write({ row, columns: columnsOf([each]) });
          for (const file of Object.values(files)) file.flush();
        }),
      close: () => {
        for (const file of Object.values(files)) file.close();
      },
    };
  };

/** What differs in a row, by column. */
const columnsOf = (
  differences: readonly Pick<Example, 'column' | 'expected' | 'arrived'>[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    differences.map(({ column = '', expected, arrived }) => [column, { expected, arrived }]),
  );

/** The name of a table as one folder, never one above. */
const folderName = (table: string): string => encodeURIComponent(table).replace(/^\.+$/, 'table');

interface Lines {
  readonly write: (value: unknown) => void;
  readonly flush: () => void;
  readonly close: () => void;
}

function linesTo(path: string): Lines {
  const file = openSync(path, 'w', 0o600);
  let text = '';
  const flush = (): void => {
    let bytes = Buffer.from(text);
    // A single write may be partial.
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
    text = '';
  };
  return {
    write(value) {
      text += `${JSON.stringify(value, withBigints)}\n`;
      if (text.length >= AT_ONCE) flush();
    },
    flush,
    close: () => closeSync(file),
  };
}
