import type { Member } from '../model/kind.ts';
import { records } from '../rows/batch.ts';
import { put } from './columns.ts';
import type { Format, FormatFile, FormatProblems } from './format.ts';
import { givenMessage } from './protobuf-given.ts';
import { madeMessage, type Declared } from './protobuf-made.ts';
import { messageWriter, putVarint } from './protobuf-write.ts';
import { newCursor, reserve } from './scanner.ts';

/** How Protobuf is written. */
export interface ProtobufSettings {
  /** Full name of the message: `com.example.Order`. Default: Event, or the only message of `proto`. */
  readonly message?: string | undefined;
  /** The text of a `.proto` file whose message rows must fit. Default: made from the fields. */
  readonly proto?: string | undefined;
}

/** The most bytes that a byte of JSON becomes: a digit in a list of decimals has 8 and a tag. */
const GROWTH = 9;
/** The tag of a field that is null. */
const FIELD = 6;
const OVERSHOOT = 32;

/** Rows as Protobuf messages, each by itself. In a file, the length of each comes before it. */
export const protobuf: Format<ProtobufSettings> = {
  name: 'protobuf',
  plan(members, { message: name, proto }) {
    const declared = proto === undefined ? madeMessage(members, name ?? 'Event') : given(proto, name);
    if ('problems' in declared) return declared;
    const problems: string[] = [];
    const write = messageWriter(members, declared.message, problems);
    if (problems.length > 0) return { problems };
    return {
      contentType: 'application/x-protobuf',
      extension: 'pb',
      isText: false,
      schemaText: declared.text,
      layout: declared.text,
      record: { write, room: (bytes) => GROWTH * bytes + FIELD * countOf(members) + OVERSHOOT },
      newFile: newDelimited,
    };
  },
};

function given(text: string, name: string | undefined): Declared | FormatProblems {
  const message = givenMessage(text, name);
  return 'problems' in message ? message : { message, text };
}

const countOf = (members: readonly Member[]): number =>
  members.reduce((sum, { kind }) => sum + 1 + (kind.is === 'object' ? countOf(kind.members) : 0), 0);

/** Messages with their lengths, as `parseDelimitedFrom` reads them. */
function newDelimited(): FormatFile {
  const cursor = newCursor();
  const nothing = new Uint8Array(0);
  return {
    begin: () => nothing,
    add(batch) {
      cursor.to = 0;
      for (const record of records(batch)) {
        reserve(cursor, record.length + 16);
        putVarint(cursor, record.length);
        put(cursor, record);
      }
      return cursor.out.subarray(0, cursor.to);
    },
    end: () => nothing,
  };
}
