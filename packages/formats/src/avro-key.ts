import type { Result, Member } from '@catbird/engine';
import { roomFor } from './avro.ts';
import type { Write } from './avro-bytes.ts';
import { givenSchema, givenType, type Given } from './avro-given.ts';
import { valueSchema } from './avro-schema.ts';
import type { FormatChoice } from './catalogue.ts';
import { bytesOf, newCursor, readFrom, reserve } from './cursor.ts';
import { type RecordPlan, framed, headerOf } from './format.ts';
import type { RegistrySchema } from './registry.ts';
import { enter, keyOf, leave } from './scanner.ts';

/**
 * Keys in Avro, as rows with a single field: the key. A made schema is that of its values, such as `"string"`, as Kafka Connect and
 * ksqlDB expect it. A given one may also be a record with this field.
 */
export const avroKey: FormatChoice = {
  name: 'avro',
  summary: 'Keys in Avro',
  shape: 'records',
  extensions: [],
  settings: [],
  registry: { type: 'AVRO', nameSetting: 'avroName' },
  async plan(members, _input, registered) {
    const typed = typeOf(members, registered?.schema);
    if (!typed.ok) return typed;
    const record: RecordPlan = { write: typed.write, room: roomFor(typed.defaults) };
    return {
      ok: true,
      contentType: 'avro/binary',
      extension: 'avro',
      isText: false,
      schemaText: JSON.stringify(typed.type),
      record: registered === undefined ? record : framed(record, headerOf(registered.id)),
    };
  },
};

function typeOf(members: readonly Member[], schema: RegistrySchema | undefined): Result<Given> {
  const [key] = members;
  if (key === undefined) throw new RangeError('A key is a row with one field');
  if (schema === undefined) {
    const made = valueSchema(key);
    const typed = made.ok ? givenType(key.kind, JSON.stringify(made.type)) : made;
    return typed.ok ? inRow(key, typed) : typed;
  }
  const { text, references } = schema;
  const given = givenType(key.kind, text, references);
  if (given.ok) return inRow(key, given);
  const record = givenSchema(members, text, references);
  return record.ok ? record : given;
}

/** The same for a row that has nothing else. */
function inRow({ name }: Member, given: Given): Result<Given> {
  const key = keyOf(name, false);
  const write: Write = (cursor) => enter(cursor, key, true) && given.write(cursor) && leave(cursor, false);
  return { ok: true, ...given, write };
}

/** Writes values as keys. Undefined if a value does not fit. */
export type KeyWriter = (value: unknown) => Uint8Array | undefined;

/** What writes keys by the plan of `avroKey`. @param name of their field */
export function keyWriter(name: string, { write, room }: RecordPlan): KeyWriter {
  const cursor = newCursor();
  return (value) => {
    const row = bytesOf(`${JSON.stringify({ [name]: value })}\n`);
    readFrom(cursor, row);
    cursor.at = 0;
    cursor.to = 0;
    reserve(cursor, room(row.length));
    return write(cursor, 0) ? cursor.out.slice(0, cursor.to) : undefined;
  };
}
