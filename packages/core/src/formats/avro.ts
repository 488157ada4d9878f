import type { Member } from '../model/kind.ts';
import { byteLength, type Batch } from '../rows/batch.ts';
import { putLong } from './avro-bytes.ts';
import { givenSchema } from './avro-given.ts';
import { madeSchema } from './avro-schema.ts';
import { put } from './columns.ts';
import { joined, type Format, type FormatFile, type FormatPlan, type FormatProblems } from './format.ts';
import { bytesOf, newCursor, reserve, type Cursor } from './scanner.ts';

/** How Avro is written. */
export interface AvroSettings {
  /** Full name of the record: `com.example.Order`. Default: Event. */
  readonly avroName?: string | undefined;
  /** A schema that rows must fit, as JSON. Default: made from the fields. */
  readonly avroSchema?: string | undefined;
}

/** Rows as Avro records, each by itself: as messages. */
export const avro: Format<AvroSettings> = { name: 'avro', plan: planOf };

/** Rows as an Avro object container file. */
export const avroFile: Format<AvroSettings> = {
  name: 'avro-file',
  plan(members, settings) {
    const plan = planOf(members, settings);
    if ('problems' in plan) return plan;
    const { schemaText, record } = plan;
    return {
      ...plan,
      contentType: 'application/avro',
      record: { ...record, malformed: 'refused' },
      newFile: () => newContainer(schemaText),
    };
  },
};

/** The most bytes that a byte of JSON becomes: a digit in a list of decimals is 8, and its branch one more. */
const GROWTH = 5;
const OVERSHOOT = 16;

function planOf(
  members: readonly Member[],
  { avroName: name = 'Event', avroSchema: schema }: AvroSettings,
): FormatProblems | (FormatPlan & Required<Pick<FormatPlan, 'record' | 'schemaText'>>) {
  const typed = schema === undefined ? madeSchema(members, name) : givenSchema(members, schema);
  if ('problems' in typed) return typed;
  const schemaText = JSON.stringify(typed.type);
  // A missing field is one byte, or its default.
  const rest = schema === undefined ? countOf(members) : bytesOf(schemaText).length;
  return {
    contentType: 'avro/binary',
    extension: 'avro',
    isText: false,
    schemaText,
    layout: schemaText,
    record: { write: typed.write, room: (bytes) => GROWTH * bytes + rest + OVERSHOOT },
  };
}

const countOf = (members: readonly Member[]): number =>
  members.reduce((sum, { kind }) => sum + 1 + (kind.is === 'object' ? countOf(kind.members) : 0), 0);

/** Rows of a block. */
const BLOCK = 4096;
/** Ends the header and each block. A fixed one, so that the same rows make the same file. */
const SYNC = bytesOf('catbird avro\r\n\u001a\n');

/** An object container file (https://avro.apache.org/docs/1.11.1/specification/#object-container-files). */
function newContainer(schemaText: string): FormatFile {
  const cursor = newCursor();
  let count = 0;
  let held: Uint8Array[] = [];
  const take = (): Uint8Array => cursor.out.subarray(0, cursor.to);
  const flush = (): void => {
    if (count === 0) return;
    const bytes = joined(held);
    append(cursor, (size) => {
      putLong(size, count);
      putLong(size, bytes.length);
    });
    appendBytes(cursor, bytes);
    appendBytes(cursor, SYNC);
    count = 0;
    held = [];
  };
  return {
    begin() {
      appendBytes(cursor, bytesOf('Obj\u0001'));
      append(cursor, (to) => putLong(to, 2));
      for (const text of ['avro.schema', schemaText, 'avro.codec', 'null']) {
        const bytes = bytesOf(text);
        append(cursor, (to) => putLong(to, bytes.length));
        appendBytes(cursor, bytes);
      }
      append(cursor, (to) => putLong(to, 0));
      appendBytes(cursor, SYNC);
      return take();
    },
    add(batch) {
      cursor.to = 0;
      let from = 0;
      while (from < batch.count) {
        const to = Math.min(batch.count, from + BLOCK - count);
        held.push(rowsOf(batch, from, to));
        count += to - from;
        from = to;
        if (count === BLOCK) flush();
      }
      return take();
    },
    end() {
      cursor.to = 0;
      flush();
      return take();
    },
  };
}

/** A copy of the bytes of some rows. */
const rowsOf = (batch: Batch, from: number, to: number): Uint8Array =>
  batch.bytes.slice(
    from === 0 ? 0 : batch.ends[from - 1],
    to === batch.count ? byteLength(batch) : batch.ends[to - 1],
  );

function append(cursor: Cursor, write: (cursor: Cursor) => void): void {
  reserve(cursor, 32);
  write(cursor);
}

function appendBytes(cursor: Cursor, bytes: Uint8Array): void {
  reserve(cursor, bytes.length);
  put(cursor, bytes);
}
