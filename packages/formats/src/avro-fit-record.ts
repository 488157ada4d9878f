import { kindOfValue, type Member } from '@catbird/engine';
import type { Write } from './avro-bytes.ts';
import { never, wrong, type Meeting } from './avro-meeting.ts';
import type { Declared } from './avro-names.ts';
import type { AvroType } from './avro-schema.ts';
import { bytesOf, newCursor, put, readFrom, reserve } from './cursor.ts';
import { locate, placesOf, type LocatedMember } from './places.ts';

interface Field {
  readonly name: string;
  readonly type: AvroType;
  readonly aliases?: readonly string[];
  readonly default?: unknown;
}

/** Records within records. A default may have no end. */
const MOST_DEPTH = 100;

/** What writes an object as a record: fields match by name or alias, and defaults fill what it lacks. */
export function fitRecord(members: readonly Member[], definition: Declared, meeting: Meeting): Write {
  if (meeting.path.length > MOST_DEPTH) return wrong(meeting, `more than ${MOST_DEPTH} records are nested`);
  const places = placesOf(members);
  const fields = (Array.isArray(definition['fields']) ? definition['fields'] : []) as readonly Field[];
  const isFor = ({ name, aliases = [] }: Field, place: LocatedMember): boolean =>
    name === place.name || aliases.includes(place.name);
  for (const { name } of places.filter((place) => !fields.some((field) => isFor(field, place))))
    wrong(
      { ...meeting, path: [...meeting.path, name] },
      'the schema has no such field. Hide the field, or add it to the schema',
    );
  const writers = fields.map((field) => {
    const place = places.find(({ name }) => name === field.name) ?? places.find((each) => isFor(field, each));
    const inside = { ...meeting, path: [...meeting.path, field.name] };
    const write = place === undefined ? never : meeting.fit(place.member.kind, field.type, inside);
    const isSure = place !== undefined && place.member.optional !== true;
    return { place, write, none: isSure ? new Uint8Array(0) : defaultOf(field, inside) };
  });
  const { defaults, isElement } = meeting;
  const bytes = writers.reduce((sum, { none }) => sum + none.length, 0);
  if (isElement) defaults.element = Math.max(defaults.element, bytes);
  else defaults.row += bytes;
  return (cursor) => {
    if (!locate(cursor, places)) return false;
    const end = cursor.at;
    for (let i = 0; i < writers.length; i++) {
      const writer = writers[i];
      if (writer === undefined) break;
      const at = writer.place?.at ?? -1;
      cursor.at = at;
      if (at < 0) put(cursor, writer.none);
      else if (!writer.write(cursor)) return false;
    }
    cursor.at = end;
    return true;
  };
}

/** The bytes of a field that rows lack. */
function defaultOf(field: Field, meeting: Meeting): Uint8Array {
  const isNullable = Array.isArray(field.type) && field.type.includes('null');
  const hasOwn = Object.hasOwn(field, 'default');
  if (!hasOwn && !isNullable) {
    wrong(
      meeting,
      'rows can lack it, and the schema has no default. Add the field, or a default to the schema',
    );
    return new Uint8Array(0);
  }
  const value = hasOwn ? field.default : null;
  const cursor = newCursor();
  const json = bytesOf(`${JSON.stringify(value)}\n`);
  const write = meeting.fit(kindOfValue(value), field.type, meeting);
  const { row, element } = meeting.defaults;
  readFrom(cursor, json);
  reserve(cursor, (16 + element) * json.length + row + 64);
  if (write !== never) write(cursor);
  return cursor.out.slice(0, cursor.to);
}
