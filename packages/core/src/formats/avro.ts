import type { Blocks } from '../destinations/row-format.ts';
import type { Member } from '../model/kind.ts';
import { byteLength, payload } from '../rows/batch.ts';
import { putLong } from './avro-bytes.ts';
import { givenSchema } from './avro-given.ts';
import { madeSchema } from './avro-schema.ts';
import { joined } from './file.ts';
import type { Format, FormatPlan, FormatProblems } from './format.ts';
import { bytesOf, newCursor, reserve } from './cursor.ts';

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
      head: headerOf(schemaText),
      blocks: CONTAINER,
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
    record: { write: typed.write, room: (bytes) => GROWTH * bytes + rest + OVERSHOOT },
  };
}

const countOf = (members: readonly Member[]): number =>
  members.reduce((sum, { kind }) => sum + 1 + (kind.is === 'object' ? countOf(kind.members) : 0), 0);

/** A block where it may have any size. */
const USUAL = { rows: 4096, bytes: 4_194_304 };
/** Ends the header and each block. A fixed one, so that the same rows make the same file. */
const SYNC = bytesOf('catbird avro\r\n\u001a\n');
/** Count and size of a block. */
const SIZES = 20;

/** The header of an object container file (https://avro.apache.org/docs/1.11.1/specification/#object-container-files). */
function headerOf(schemaText: string): Uint8Array {
  const metadata = ['avro.schema', schemaText, 'avro.codec', 'null'].flatMap((text) => {
    const bytes = bytesOf(text);
    return [long(bytes.length), bytes];
  });
  return joined([bytesOf('Obj\u0001'), long(2), ...metadata, long(0), SYNC]);
}

const CONTAINER: Blocks = {
  block: (batch) => ({
    bytes: joined([long(batch.count), long(byteLength(batch)), payload(batch), SYNC]),
  }),
  ending: SYNC,
  usual: USUAL,
  growth: { factor: 1, perRow: 0, rest: SIZES + SYNC.length },
};

function long(value: number): Uint8Array {
  const cursor = newCursor();
  reserve(cursor, SIZES);
  putLong(cursor, value);
  return cursor.out.subarray(0, cursor.to);
}
