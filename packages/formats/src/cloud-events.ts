import { invalid, type Member } from '@catbird/engine';
import type { Format } from './format.ts';
import { inArray } from './json.ts';
import { locate, placesOf } from './places.ts';
import { bytesOf, copy, put } from './cursor.ts';
import { endOfValue } from './scanner.ts';

/** How CloudEvents are written. */
export interface CloudEventsSettings {
  /** Where events come from: an address or a path. Default: /catbird. */
  readonly source?: string | undefined;
  /** What happened: `com.example.order.created`. Default: catbird.event. */
  readonly eventType?: string | undefined;
  /** The field that identifies an event. Default: the number of the row. */
  readonly idField?: string | undefined;
  /** The field with the time of an event. Default: the first one that is an instant. */
  readonly timeField?: string | undefined;
  /** A file is one JSON array. Default: an event on each line. */
  readonly batched?: boolean;
}

const CLOSE = 0x7d;
const NEWLINE = 0x0a;
/** Digits of a row's number, quotation marks, and what `copy` may write behind. */
const ROOM = 32;

/** Rows as CloudEvents in their structured mode (https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md). */
export const cloudEvents: Format<CloudEventsSettings> = {
  name: 'cloudevents',
  plan(members, { source = '/catbird', eventType = 'catbird.event', idField, timeField, batched = false }) {
    const problems = [
      ...problemsOf(members, 'idField', idField, ['text', 'uuid', 'integer']),
      ...problemsOf(members, 'timeField', timeField, ['instant']),
    ];
    if (problems.length > 0) return invalid(...problems);
    const places = placesOf(members);
    const placeOf = (name: string | undefined) => places.find((place) => place.name === name);
    const id = placeOf(idField);
    const time = placeOf(timeField ?? members.find(isInstant)?.name);
    const head = bytesOf(
      `{"specversion":"1.0","source":${JSON.stringify(source)},"type":${JSON.stringify(eventType)},"id":`,
    );
    const beforeTime = bytesOf(',"time":');
    const beforeData = bytesOf(',"datacontenttype":"application/json","data":');
    const rest = head.length + beforeTime.length + beforeData.length;
    return {
      ok: true,
      contentType: `application/cloudevents${batched ? '-batch' : ''}+json; charset=utf-8`,
      extension: 'json',
      isText: true,
      ...(batched && inArray),
      record: {
        room: (bytes) => rest + 3 * bytes + ROOM,
        write(cursor, row) {
          const { src, at: start } = cursor;
          if (!locate(cursor, places)) return false;
          const end = cursor.at;
          put(cursor, head);
          if (id === undefined) put(cursor, bytesOf(`"${row}"`));
          else {
            // A whole number becomes a text.
            const mark = src[id.at] === 0x22 ? '' : '"';
            put(cursor, bytesOf(mark));
            copy(cursor, id.at, endOfValue(src, id.at));
            put(cursor, bytesOf(mark));
          }
          if (time !== undefined) {
            put(cursor, beforeTime);
            copy(cursor, time.at, endOfValue(src, time.at));
          }
          put(cursor, beforeData);
          copy(cursor, start, end);
          cursor.out[cursor.to++] = CLOSE;
          cursor.out[cursor.to++] = NEWLINE;
          return true;
        },
      },
    };
  },
};

/** Always there, and never null. */
const isCertain = ({ kind, optional }: Member): boolean => optional !== true && kind.nullable !== true;
const isInstant = (member: Member): boolean => member.kind.is === 'instant' && isCertain(member);

function problemsOf(
  members: readonly Member[],
  setting: string,
  name: string | undefined,
  kinds: readonly string[],
): readonly string[] {
  if (name === undefined) return [];
  const member = members.find((each) => each.name === name);
  if (member === undefined)
    return [`${setting}: Unknown field ${name}. Fields: ${members.map((each) => each.name).join(', ')}`];
  return kinds.includes(member.kind.is) && isCertain(member)
    ? []
    : [`${setting}: ${name} must always be there, as ${kinds.join(', ')}`];
}
