import { put } from './cursor.ts';
import type { RecordPlan } from './format.ts';

/**
 * What comes before a record whose schema is in a registry: a zero, and the id of the schema in four bytes.
 * https://docs.confluent.io/platform/current/schema-registry/fundamentals/serdes-develop/index.html#wire-format
 *
 * @param id from 1 to 2³¹ − 1
 * @param rest what the kind of schema adds: see `messagePath`
 */
export function headerOf(id: number, rest: readonly number[] = []): Uint8Array {
  const header = new Uint8Array(5 + rest.length);
  new DataView(header.buffer).setUint32(1, id);
  header.set(rest, 5);
  return header;
}

/**
 * The place of a Protobuf message in its file: how many numbers follow, and its number at each level, each as a zigzag varint. The first
 * message of a file is a single zero.
 *
 * @param path places among the messages of a level, from 0: of the outermost message first
 */
export const messagePath = (path: readonly number[]): readonly number[] =>
  path.length === 1 && path[0] === 0 ? [0] : [path.length, ...path].flatMap(zigzag);

/** A whole number from 0. */
function zigzag(n: number): readonly number[] {
  const bytes: number[] = [];
  let rest = 2 * n;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Records that begin with a header. A row that is malformed on purpose has none. */
export const framed = ({ write, room, ...plan }: RecordPlan, header: Uint8Array): RecordPlan => ({
  ...plan,
  room: (bytes) => header.length + room(bytes),
  write: (cursor, row) => {
    put(cursor, header);
    return write(cursor, row);
  },
});
