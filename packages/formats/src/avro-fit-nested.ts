import type { Kind } from '@catbird/engine';
import { putLong, writeList, writeMap, type Write } from './avro-bytes.ts';
import { fitRecord } from './avro-fit-record.ts';
import type { Meeting } from './avro-meeting.ts';
import type { Declared } from './avro-names.ts';
import { bytesOf, put } from './cursor.ts';
import { locate, placesOf } from './places.ts';

/** What writes a value with others in it; undefined: it does not fit. */
export function fitNested(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type } = definition;
  if (type === 'map') return fitMap(kind, definition, meeting);
  if (type === 'array') return kind.is === 'list' ? fitList(kind.of, definition, meeting) : undefined;
  return kind.is === 'object' ? fitRecord(kind.members, definition, meeting) : undefined;
}

function fitList(of: Kind, { items }: Declared, meeting: Meeting): Write {
  // Lists without elements fit anywhere.
  const isEmpty = of.is === 'null';
  const element = meeting.fit(of, items, { ...meeting, isElement: true, ...(isEmpty && { problems: [] }) });
  return (cursor) => writeList(cursor, element);
}

function fitMap(kind: Kind, { values }: Declared, meeting: Meeting): Write | undefined {
  if (kind.is === 'map') {
    const value = meeting.fit(kind.of, values, { ...meeting, isElement: true });
    return (cursor) => writeMap(cursor, value);
  }
  if (kind.is !== 'object') return undefined;
  const places = placesOf(kind.members);
  const writers = kind.members.map((member) =>
    meeting.fit(member.kind, values, { ...meeting, path: [...meeting.path, member.name] }),
  );
  const keys = places.map(({ name }) => bytesOf(name));
  return (cursor) => {
    if (!locate(cursor, places)) return false;
    const end = cursor.at;
    const count = places.filter(({ at }) => at >= 0).length;
    if (count > 0) putLong(cursor, count);
    for (const [i, place] of places.entries()) {
      if (place.at < 0) continue;
      const key = keys[i] ?? bytesOf('');
      putLong(cursor, key.length);
      put(cursor, key);
      cursor.at = place.at;
      if (writers[i]?.(cursor) !== true) return false;
    }
    cursor.out[cursor.to++] = 0;
    cursor.at = end;
    return true;
  };
}
