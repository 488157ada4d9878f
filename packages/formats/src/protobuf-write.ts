import type { Kind, Member } from '@catbird/engine';
import { startOf, type Write } from './avro-bytes.ts';
import { put, type Cursor } from './cursor.ts';
import type { ProtoField, ProtoMessage, ProtoType } from './protobuf-message.ts';
import { never, wrong } from './avro-meeting.ts';
import {
  misfit,
  singleWriter,
  type Meeting,
  putVarint,
  SIZED,
  sized,
  tagged,
  tagOf,
  wireOf,
} from './protobuf-single.ts';
import {
  endsList,
  enter,
  enterList,
  enterMap,
  keyOf,
  leave,
  peek,
  takeKey,
  takeNull,
  type Key,
} from './scanner.ts';

/** What writes rows as a message. What does not fit is noted as a problem. */
export function messageWriter(members: readonly Member[], message: ProtoMessage, problems: string[]): Write {
  return writerOf(members, message, { path: [], problems });
}

interface Field {
  readonly key: Key;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** One byte before the value; 0: `write` writes what is needed. */
  readonly tag: number;
  readonly write: Write;
}

function writerOf(members: readonly Member[], message: ProtoMessage, meeting: Meeting): Write {
  const fields = members.map((member): Field => {
    const inside = { ...meeting, path: [...meeting.path, member.name] };
    const { is, nullable } = member.kind;
    const isNullable = nullable === true || is === 'null';
    const isOptional = member.optional === true;
    return {
      key: keyOf(member.name, isOptional),
      isOptional,
      isNullable,
      ...memberWriter(member, message, inside),
    };
  });
  for (const field of message.fields.filter(({ isRequired }) => isRequired))
    if (
      !members.some(
        (member) => isFor(field, member.name) && member.optional !== true && member.kind.nullable !== true,
      )
    )
      wrong(
        { ...meeting, path: [...meeting.path, field.name] },
        `${message.name} requires it, and rows can lack it`,
      );
  return (cursor) => {
    let isFirst = true;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i];
      if (field === undefined) break;
      if (!enter(cursor, field.key, isFirst)) {
        if (!field.isOptional) return false;
        continue;
      }
      isFirst = false;
      // Null is the same as missing.
      if (field.isNullable && takeNull(cursor)) continue;
      if (field.tag !== 0) cursor.out[cursor.to++] = field.tag;
      if (!field.write(cursor)) return false;
    }
    return leave(cursor, isFirst);
  };
}

const isFor = ({ name, otherName }: ProtoField, member: string): boolean =>
  name === member || otherName === member;

type Tagged = Pick<Field, 'tag' | 'write'>;

function memberWriter({ name, kind }: Member, message: ProtoMessage, meeting: Meeting): Tagged {
  const choices = message.oneofs[name];
  if (kind.is === 'union' && choices !== undefined) {
    const branches = kind.of.map((part, i) => {
      const field = choices[i];
      return {
        isIt: startOf(part),
        write: field === undefined ? never : whole(fieldWriter(part, field, meeting)),
      };
    });
    const write: Write = (cursor) => {
      const byte = peek(cursor);
      return branches.find(({ isIt }) => isIt(byte))?.write(cursor) ?? false;
    };
    return { tag: 0, write };
  }
  if (kind.is === 'null') return { tag: 0, write: never };
  const field = message.fields.find((each) => isFor(each, name));
  if (field !== undefined) return fieldWriter(kind, field, meeting);
  wrong(meeting, `${message.name} has no such field. Hide the field, or add it to the message`);
  return { tag: 0, write: never };
}

function fieldWriter(kind: Kind, field: ProtoField, meeting: Meeting): Tagged {
  const { number, type, isRepeated } = field;
  if (isRepeated) return { tag: 0, write: listWriter(kind, field, meeting) };
  if (type.is === 'map') return { tag: 0, write: mapWriter(kind, tagOf(number, SIZED), type.of, meeting) };
  const tag = tagOf(number, wireOf(type));
  const write = valueWriter(kind, type, meeting);
  const [only = 0] = tag;
  return tag.length === 1 ? { tag: only, write } : { tag: 0, write: tagged(tag, write) };
}

/** Writes the tag, too. */
const whole = ({ tag, write }: Tagged): Write => (tag === 0 ? write : tagged(Uint8Array.of(tag), write));

function listWriter(kind: Kind, { number, type, isPacked }: ProtoField, meeting: Meeting): Write {
  if (kind.is !== 'list') return wrong(meeting, 'the message has a list here, and rows have none');
  if (kind.of.nullable === true)
    return wrong(meeting, 'a list in Protobuf has no null. Make its values never null');
  // A list without elements fits anywhere.
  const value = kind.of.is === 'null' ? never : valueWriter(kind.of, type, meeting);
  if (!isPacked) return listOf(tagged(tagOf(number, wireOf(type)), value));
  return packed(tagOf(number, SIZED), value);
}

const listOf =
  (write: Write): Write =>
  (cursor) => {
    if (!enterList(cursor)) return false;
    while (!endsList(cursor)) if (!write(cursor)) return false;
    return true;
  };

function packed(tag: Uint8Array, write: Write): Write {
  const elements = sized(listOf(write));
  return (cursor) => {
    // A list without elements is not written.
    if (cursor.src[cursor.at + 1] === 0x5d) {
      cursor.at += 2;
      return true;
    }
    put(cursor, tag);
    return elements(cursor);
  };
}

function mapWriter(kind: Kind, tag: Uint8Array, of: ProtoType, meeting: Meeting): Write {
  if (kind.is !== 'map') return misfit(kind, { is: 'map', of }, meeting);
  if (kind.of.nullable === true)
    return wrong(meeting, 'a map in Protobuf has no null. Make its values never null');
  const value = tagged(tagOf(2, wireOf(of)), valueWriter(kind.of, of, meeting));
  const [keyTag = 0] = tagOf(1, SIZED);
  const entry = sized((cursor) => {
    if (!putKey(cursor, keyTag)) return false;
    return value(cursor);
  });
  return (cursor) => {
    if (!enterMap(cursor)) return false;
    for (;;) {
      if (cursor.src[cursor.at] === 0x7d) {
        cursor.at++;
        return true;
      }
      put(cursor, tag);
      if (!entry(cursor)) return false;
    }
  };
}

function putKey(cursor: Cursor, tag: number): boolean {
  const key = takeKey(cursor);
  if (key === undefined || key === null) return false;
  cursor.out[cursor.to++] = tag;
  putVarint(cursor, key.length);
  put(cursor, key);
  return true;
}

const valueWriter = (kind: Kind, type: ProtoType, meeting: Meeting): Write =>
  type.is === 'message' && kind.is === 'object'
    ? sized(writerOf(kind.members, type.message, meeting))
    : singleWriter(kind, type, meeting);
