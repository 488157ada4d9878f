import { byteLength, type Batch, invalid, type Member } from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import type { Format } from './format.ts';
import { bytesOf, copy, put } from './cursor.ts';
import { locate, placesOf } from './places.ts';
import { endOfValue } from './scanner.ts';

/** Rows as lines of JSON. */
export const json: Format = {
  name: 'json',
  plan: () => ({ ok: true, contentType: 'application/x-ndjson', extension: 'ndjson', isText: true }),
};

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const OPEN = bytesOf('[');
const CLOSE = bytesOf('\n]\n');

/** Rows as a JSON array, with an element on each line. */
const inArray: { readonly head: Uint8Array; readonly blocks: Blocks } = {
  head: OPEN,
  blocks: {
    isPlaced: true,
    block: (batch, at) => ({ bytes: elements(batch, at > OPEN.length) }),
    foot: () => CLOSE,
    growth: { factor: 1, perRow: 1, rest: CLOSE.length },
  },
};

/** Rows as the elements of one JSON array. */
export const jsonArray: Format = {
  name: 'json-array',
  plan: () => ({ ok: true, contentType: 'application/json', extension: 'json', isText: true, ...inArray }),
};

/** Rows with commas between them. @param isLater others come before */
function elements(batch: Batch, isLater: boolean): Uint8Array {
  // The newline of a row comes before it, behind a comma.
  const bytes = new Uint8Array(byteLength(batch) + batch.count);
  let to = 0;
  let from = 0;
  for (let row = 0; row < batch.count; row++) {
    const end = batch.ends[row] ?? from;
    if (row > 0 || isLater) bytes[to++] = COMMA;
    bytes[to++] = NEWLINE;
    bytes.set(batch.bytes.subarray(from, end - 1), to);
    to += end - 1 - from;
    from = end;
  }
  return bytes.subarray(0, to);
}

/** How CloudEvents are written. */
interface CloudEventsSettings {
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

const BRACE = 0x7d;
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
          cursor.out[cursor.to++] = BRACE;
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
