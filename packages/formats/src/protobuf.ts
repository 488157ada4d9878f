import { invalid, type Result, type Member, byteLength, records } from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import { type Format, framed, headerOf, messagePath } from './format.ts';
import { givenMessage, type GivenMessage } from './protobuf-given.ts';
import { madeMessage, type Declared } from './protobuf-made.ts';
import { putVarint } from './protobuf-single.ts';
import { messageWriter } from './protobuf-write.ts';
import { newCursor, put, reserve } from './cursor.ts';
import type { RegistrySchema } from './registry.ts';

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
/** The most bytes of a message's length: it is below 2^32. */
const LENGTH = 5;

/** Rows as Protobuf messages, each by itself. In a file, the length of each comes before it. */
export const protobuf: Format<ProtobufSettings> = {
  name: 'protobuf',
  plan(members, { message: name, proto }, registered) {
    const { text = proto, references } = registered?.schema ?? {};
    const declared = text === undefined ? made(members, name) : given(text, name, references);
    if (!declared.ok) return declared;
    const problems: string[] = [];
    const write = messageWriter(members, declared.message, problems);
    if (problems.length > 0) return invalid(...problems);
    const record = {
      write,
      room: (bytes: number) => GROWTH * bytes + FIELD * countOf(members) + OVERSHOOT,
    };
    return {
      ok: true,
      contentType: 'application/x-protobuf',
      extension: 'pb',
      isText: false,
      schemaText: declared.text,
      layout: declared.text,
      recordName: declared.fullName,
      record:
        registered === undefined
          ? record
          : framed(record, headerOf(registered.id, messagePath(declared.path))),
      blocks: DELIMITED,
    };
  },
};

/** A message, and the file that it is in. */
type InFile = GivenMessage & Pick<Declared, 'text'>;

function made(members: readonly Member[], fullName = 'Event'): Result<InFile> {
  const declared = madeMessage(members, fullName);
  return !declared.ok ? declared : { ...declared, fullName, path: [0] };
}

function given(
  text: string,
  name: string | undefined,
  references: RegistrySchema['references'] | undefined,
): Result<InFile> {
  const message = givenMessage(text, name, references);
  return !message.ok ? message : { ...message, text };
}

const countOf = (members: readonly Member[]): number =>
  members.reduce((sum, { kind }) => sum + 1 + (kind.is === 'object' ? countOf(kind.members) : 0), 0);

/** Messages with their lengths, as `parseDelimitedFrom` reads them. */
const DELIMITED: Blocks = {
  block(batch) {
    const cursor = newCursor();
    reserve(cursor, byteLength(batch) + LENGTH * batch.count);
    for (const record of records(batch)) {
      putVarint(cursor, record.length);
      put(cursor, record);
    }
    return { bytes: cursor.out.subarray(0, cursor.to) };
  },
  growth: { factor: 1, perRow: LENGTH, rest: 0 },
};
