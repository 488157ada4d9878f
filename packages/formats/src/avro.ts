import { type Result, type Member, byteLength, payload } from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import { putLong } from './avro-bytes.ts';
import { givenSchema, type Given } from './avro-given.ts';
import { isDeclared, nameOf } from './avro-meeting.ts';
import { schemaOf } from './avro-schema.ts';
import { joined } from './blocks.ts';
import { type Format, type FormatPlan, type RecordPlan, framed, headerOf } from './format.ts';
import { bytesOf, newCursor, reserve } from './cursor.ts';
import type { Registered } from './registry.ts';

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
    if (!plan.ok) return plan;
    const { schemaText, record } = plan;
    return {
      ...plan,
      contentType: 'application/avro',
      record: { ...record, malformed: 'refused' },
      head: fileHeader(schemaText),
      blocks: CONTAINER,
    };
  },
};

function planOf(
  members: readonly Member[],
  { avroName: name = 'Event', avroSchema }: AvroSettings,
  registered?: Registered,
): Result<FormatPlan & Required<Pick<FormatPlan, 'record' | 'schemaText'>>> {
  const { text = avroSchema, references } = registered?.schema ?? {};
  const typed = text === undefined ? made(members, name) : givenSchema(members, text, references);
  if (!typed.ok) return typed;
  const record = { write: typed.write, room: roomFor(typed.defaults) };
  const schemaText = JSON.stringify(typed.type);
  return {
    ok: true,
    contentType: 'avro/binary',
    extension: 'avro',
    isText: false,
    schemaText,
    layout: schemaText,
    ...(isDeclared(typed.type) && 'name' in typed.type && { recordName: nameOf(typed.type, '') }),
    record: registered === undefined ? record : framed(record, headerOf(registered.id)),
  };
}

function made(members: readonly Member[], name: string): Result<Given> {
  const schema = schemaOf(members, name);
  return schema.ok ? givenSchema(members, JSON.stringify(schema.type)) : schema;
}

/** The most bytes that a byte of JSON becomes: a digit in a list of decimals is 8, and its branch one more. */
const GROWTH = 5;
const OVERSHOOT = 16;

/** The bytes that a record may take. @param defaults those of its fields that rows lack */
export const roomFor =
  ({ row, element }: Given['defaults']): RecordPlan['room'] =>
  (bytes) =>
    (GROWTH + Math.ceil(element / 2)) * bytes + row + OVERSHOOT;

/** A block where it may have any size. */
const USUAL = { rows: 4096, bytes: 4_194_304 };
/** Ends the header and each block. A fixed one, so that the same rows make the same file. */
const SYNC = bytesOf('catbird avro\r\n\u001a\n');
/** Count and size of a block. */
const SIZES = 20;

/** The header of an object container file (https://avro.apache.org/docs/1.11.1/specification/#object-container-files). */
function fileHeader(schemaText: string): Uint8Array {
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
